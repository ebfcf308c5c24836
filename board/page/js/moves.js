// Words of moves and the cells they touch; the choice of a move by clicks.

/**
 * @typedef {object} Move
 * @property {string} word
 * @property {string | null} from
 * @property {string | null} to
 * @property {string[]} captures captured cells that the word names
 */

/**
 * Reads the cells of a word by the keys of the board: `c3`, `c3d4`, `11-15`, `15x24x19`, `a10a11`.
 * No board has a file x, so an x is the sign of a capture. A word without cells, such as `pass`, has neither `from` nor `to`.
 * @param {string} word
 * @param {ReadonlySet<string>} keys
 * @returns {Move}
 */
export function parseMove(word, keys) {
  const cells = (word.match(/[a-w]\d+|\d+/g) ?? []).filter((cell) => keys.has(cell));
  const [first, second, ...captures] = cells;
  if (first === undefined) return { word, from: null, to: null, captures: [] };
  if (second === undefined) return { word, from: null, to: first, captures: [] };
  return { word, from: first, to: second, captures };
}

/** @typedef {{keys: ReadonlySet<string>, moves: Move[]}} Choices */

/** @param {string[]} words @param {Iterable<string>} keys @returns {Choices} */
export function choices(words, keys) {
  const set = new Set(keys);
  return { keys: set, moves: words.map((word) => parseMove(word, set)) };
}

/** Cells where a move begins: pieces that can move, or free cells where one can be placed. @param {Move[]} moves */
export function sources(moves) {
  return new Set(moves.flatMap((move) => move.from ?? move.to ?? []));
}

/** Cells where a move from this cell ends. @param {Move[]} moves @param {string | null} from */
export function targets(moves, from) {
  return new Set(moves.filter((move) => move.from === from).flatMap((move) => move.to ?? []));
}

/** @param {Move[]} moves @param {string | null} from @param {string} to */
export function between(moves, from, to) {
  return moves.filter((move) => move.from === from && move.to === to);
}

/**
 * @typedef {{kind: "none"}
 *   | {kind: "select", from: string}
 *   | {kind: "clear"}
 *   | {kind: "move", moves: Move[]}} Click
 */

/**
 * What a click on a cell means: a move, if several fit they differ in their captures; a new selection; or nothing.
 * @param {Move[]} moves the legal moves
 * @param {string | null} selected
 * @param {string} key the clicked cell
 * @returns {Click}
 */
export function click(moves, selected, key) {
  if (selected !== null) {
    const found = between(moves, selected, key);
    if (found.length > 0) return { kind: "move", moves: found };
    if (key === selected) return { kind: "clear" };
  }
  const placed = between(moves, null, key);
  if (placed.length > 0) return { kind: "move", moves: placed };
  if (moves.some((move) => move.from === key)) return { kind: "select", from: key };
  return selected === null ? { kind: "none" } : { kind: "clear" };
}

/**
 * The legal moves that a typed text means: the exact word, else the words whose cells begin like it.
 * @param {Move[]} moves
 * @param {string} text
 */
export function typed(moves, text) {
  const plain = (/** @type {string} */ word) => word.toLowerCase().replace(/[\s:x-]+/g, " ").trim();
  const joined = (/** @type {string} */ word) => plain(word).replace(/([a-z]\d+) ?(?=[a-z]\d)/g, "$1 ");
  const wanted = joined(text);
  const exact = moves.filter((move) => joined(move.word) === wanted);
  return exact.length > 0 ? exact : moves.filter((move) => joined(move.word).startsWith(`${wanted} `));
}

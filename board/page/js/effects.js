// The answer to `effects`: what a move does.

/** @typedef {{name: string, words: string[], text: string}} Effect */
/**
 * @typedef {object} Effects
 * @property {string} move
 * @property {Effect[]} list without `fen`
 * @property {string | null} fen
 */

/** @param {string} line `effects M: ...` @returns {Effects | null} */
export function parseEffects(line) {
  const match = /^effects (\S+): (.*)$/.exec(line);
  if (!match) return null;
  return readEffects(match[1] ?? "", match[2] ?? "");
}

/** @param {string} move @param {string} text the effects, separated by `; ` @returns {Effects} */
function readEffects(move, text) {
  const fen = /(?:^|; )fen (.*)$/.exec(text);
  const before = fen ? text.slice(0, fen.index) : text;
  const list = before.split("; ").filter(Boolean).map(readEffect);
  return { move, list, fen: fen?.[1] ?? null };
}

/** @param {string} text @returns {Effect} */
function readEffect(text) {
  const [name = "", ...words] = text.split(" ");
  return { name, words, text };
}

/** Effects on cells, by how a board marks them. */
const CELL_EFFECTS = new Set(["removed", "captured", "flipped", "converted", "promoted", "city"]);

/**
 * The cells that effects touch.
 * @param {Effect[]} effects
 * @returns {{key: string, effect: string, value: string}[]}
 */
export function cellsOf(effects) {
  return effects
    .filter((effect) => CELL_EFFECTS.has(effect.name))
    .flatMap((effect) => effect.words.map((word) => cellOf(effect.name, word)));
}

/** @param {string} effect @param {string} word `c4` or `c4=b2` */
function cellOf(effect, word) {
  const [key = "", value = ""] = word.split("=");
  return { key, effect, value };
}

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
export function readEffect(text) {
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

/**
 * @typedef {object} SlotEffect a step of a turn of Epigo
 * @property {number} slot 0 for the line-up
 * @property {"setup" | "slide" | "super" | "push" | "blocked" | "off" | "capture" | "absent" | "cancel"} kind
 * @property {string} tile such as `w3`; empty if there is none
 * @property {string} from
 * @property {string} to
 * @property {string[]} row the tiles that are pushed, from the mover outwards
 * @property {string} by the side that captures
 */

const ACTIONS = new Set(["slide", "super", "push", "blocked", "off", "absent"]);

/** @param {Effect} effect @returns {SlotEffect | null} */
export function slotEffect(effect) {
  if (!/^\d$/.test(effect.name)) return null;
  const [first = "", second = "", third = "", fourth = "", fifth = ""] = effect.words;
  /** @type {SlotEffect} */
  const step = { slot: Number(effect.name), kind: "setup", tile: "", from: "", to: "", row: [], by: "" };
  if (first === "setup") return step;
  if (first === "cancel") return { ...step, kind: "cancel", tile: second };
  if (first === "capture") return { ...step, kind: "capture", tile: second, by: fourth };
  if (!ACTIONS.has(second)) return null;
  const action = { ...step, kind: /** @type {SlotEffect["kind"]} */ (second), tile: first.slice(0, 2) };
  if (second === "slide" || second === "super") return { ...action, ...fromTo(third) };
  if (second === "push") return { ...action, ...fromTo(third), row: fourth.split(",") };
  if (second === "blocked") return { ...action, from: third, to: fifth };
  return second === "off" ? { ...action, from: third } : action;
}

/** @param {string} cells `c4c5` */
function fromTo(cells) {
  const [from = "", to = ""] = cells.match(/[a-z]\d+/g) ?? [];
  return { from, to };
}

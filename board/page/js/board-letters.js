// Letters on a board: what they say, and where they go.

import { nextPiece } from "./board-keys.js";
import { list, t } from "./i18n.js";
import { say } from "./live.js";
import { showHelp } from "./help.js";
import { effectWords, moveWords, sideName } from "./words.js";

/** @typedef {import("./effects.js").Effects} Effects */
/**
 * What the letters tell about.
 * @typedef {object} Subject
 * @property {import("./board.js").Board} board
 * @property {import("./rules.js").Scene | null} scene the position that is shown
 * @property {{ word: string, effects: () => Promise<Effects | null> } | null} last the move that led there
 * @property {(word: string) => Promise<Effects | null>} effects what a legal move would do
 * @property {string} turn whose turn it is, or how the game has ended
 * @property {HTMLInputElement | null} input where moves are typed
 */

/** Effects that take or turn pieces. */
const CAPTURES = new Set(["removed", "captured", "flipped", "converted"]);

/**
 * Handles a letter. Returns whether the key is used up.
 * @param {Subject} subject @param {KeyboardEvent} event @param {string | null} key the cell with the focus
 */
export function boardLetter(subject, event, key) {
  const { board, scene, last } = subject;
  const action = /** @type {Record<string, () => void>} */ ({
    o: () => say(label(board, key)),
    l: () => say(last && scene ? moveWords(last.word, scene) : t("move.none")),
    c: () => void lastEffects(subject).then(say),
    m: () => say(moves(subject, key)),
    M: () => void captures(subject, key).then(say),
    p: () => nextOwn(subject, key),
    s: () => say(row(board, key)),
    t: () => say(subject.turn),
    i: () => subject.input?.focus(),
    b: () => board.focus(),
    "?": () => showHelp(),
  })[event.key];
  action?.();
  return action !== undefined;
}

/**
 * Commands where moves are typed: `p w` reads the pieces of a side, `s 3` a line of cells. Returns whether it is one.
 * @param {Subject} subject @param {string} text
 */
export function boardCommand({ board, scene }, text) {
  const match = /^([ps]) (\S+)$/.exec(text);
  if (!match || !scene) return false;
  const [, letter, value = ""] = match;
  const pieces = scene.pieces.filter((piece) => {
    if (letter === "s") return (piece.at ?? "").startsWith(value) || (piece.at ?? "").endsWith(value);
    return piece.owner !== null && sideName(scene.variant, piece.owner).toLowerCase().startsWith(value.toLowerCase());
  });
  say(pieces.map((piece) => label(board, piece.at ?? null) || piece.at).join("; ") || t("line.empty"));
  return true;
}

/** @param {import("./board.js").Board} board @param {string | null} key */
function label(board, key) {
  return (key === null ? null : board.drawing?.cell(key)?.getAttribute("aria-label")) ?? "";
}

/** What the last move did. @param {Subject} subject */
async function lastEffects({ last }) {
  const effects = last ? await last.effects() : null;
  return (effects ? effectWords(effects) : []).join(", ") || t("effect.none");
}

/** @param {Subject} subject @param {string | null} key */
function from({ board }, key) {
  return board.moves.filter((move) => (move.from === null ? move.to === key : move.from === key));
}

/** @param {Subject} subject @param {string | null} key */
function moves(subject, key) {
  const to = new Set(from(subject, key).map((move) => move.to ?? ""));
  return t("moves.from", { cell: key ?? "", n: to.size, targets: list([...to]) });
}

/** @param {Subject} subject @param {string | null} key */
async function captures(subject, key) {
  const found = [];
  for (const move of from(subject, key)) {
    const effects = await subject.effects(move.word);
    if (effects?.list.some((effect) => CAPTURES.has(effect.name))) found.push(move.to ?? "");
  }
  return t("moves.captures", { cell: key ?? "", n: found.length, targets: list(found) });
}

/** @param {Subject} subject @param {string | null} key */
function nextOwn({ board, scene }, key) {
  const next = board.drawing ? nextPiece(board.drawing, key, scene?.turn[0] ?? 1) : null;
  if (next !== null) board.focus(next);
}

/** Every occupied cell of the row of a cell. @param {import("./board.js").Board} board @param {string | null} key */
function row(board, key) {
  const drawing = board.drawing;
  const here = key === null ? null : drawing?.centre(key);
  if (!drawing || !here) return "";
  const pieces = drawing.pieces();
  const names = [...drawing.cells.keys()].filter((name) => Math.abs((drawing.centre(name)?.y ?? -1) - here.y) < 1 && pieces.has(name));
  names.sort((a, b) => (drawing.centre(a)?.x ?? 0) - (drawing.centre(b)?.x ?? 0));
  return names.map((name) => label(board, name)).join("; ") || t("line.empty");
}

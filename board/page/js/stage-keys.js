// Letters on the board: what they say, and where they go.

import { nextPiece } from "./board-keys.js";
import { list, t } from "./i18n.js";
import { say } from "./live.js";
import { showHelp } from "./help.js";
import { moveWords } from "./words.js";

/** @typedef {import("./stage.js").Stage} Stage */

/** Effects that take or turn pieces. */
const CAPTURES = new Set(["removed", "captured", "flipped", "converted"]);

/**
 * Handles a letter. Returns whether the key is used up.
 * @param {Stage} stage @param {KeyboardEvent} event @param {string | null} key the cell with the focus
 */
export function boardKey(stage, event, key) {
  const letter = event.key;
  if (stage.policy.onLetter?.(letter)) return true;
  const action = /** @type {Record<string, () => void>} */ ({
    o: () => say(label(stage, key)),
    l: () => say(stage.last && stage.session.look ? moveWords(stage.last.word, stage.session.look.scene) : t("move.none")),
    c: () => stage.sayEffects(),
    m: () => say(moves(stage, key)),
    M: () => void captures(stage, key).then(say),
    p: () => nextOwn(stage, key),
    s: () => say(row(stage, key)),
    t: () => say(stage.sideToMove() || stage.resultText()),
    i: () => stage.input.focus(),
    b: () => stage.board.focus(),
    "?": () => showHelp(),
  })[letter];
  action?.();
  return action !== undefined;
}

/** @param {Stage} stage @param {string | null} key */
function label(stage, key) {
  return (key === null ? null : stage.board.drawing?.cell(key)?.getAttribute("aria-label")) ?? "";
}

/** @param {Stage} stage @param {string | null} key */
function from(stage, key) {
  return stage.board.moves.filter((move) => (move.from === null ? move.to === key : move.from === key));
}

/** @param {Stage} stage @param {string | null} key */
function moves(stage, key) {
  const to = new Set(from(stage, key).map((move) => move.to ?? ""));
  return t("moves.from", { cell: key ?? "", n: to.size, targets: list([...to]) });
}

/** @param {Stage} stage @param {string | null} key */
async function captures(stage, key) {
  const found = [];
  for (const move of from(stage, key)) {
    const effects = await stage.session.effects(move.word);
    if (effects?.list.some((effect) => CAPTURES.has(effect.name))) found.push(move.to ?? "");
  }
  return t("moves.captures", { cell: key ?? "", n: found.length, targets: list(found) });
}

/** @param {Stage} stage @param {string | null} key */
function nextOwn(stage, key) {
  const drawing = stage.board.drawing;
  const next = drawing ? nextPiece(drawing, key, stage.session.mover || 1) : null;
  if (next !== null) stage.board.focus(next);
}

/** Every occupied cell of the row of a cell. @param {Stage} stage @param {string | null} key */
function row(stage, key) {
  const drawing = stage.board.drawing;
  const here = key === null ? null : drawing?.centre(key);
  if (!drawing || !here) return "";
  const pieces = drawing.pieces();
  const names = [...drawing.cells.keys()].filter((name) => Math.abs((drawing.centre(name)?.y ?? -1) - here.y) < 1 && pieces.has(name));
  names.sort((a, b) => (drawing.centre(a)?.x ?? 0) - (drawing.centre(b)?.x ?? 0));
  return names.map((name) => label(stage, name)).join("; ") || t("line.empty");
}

// What a search reports, and scores as texts.

import { t } from "./i18n.js";

/**
 * @typedef {object} Score
 * @property {"cp" | "mate"} kind
 * @property {number} value hundredths of a piece, or plies
 * @property {boolean} proved whether the result is certain
 */
/**
 * @typedef {object} Info
 * @property {number} depth
 * @property {number} line from 1
 * @property {Score | null} score for the side to move
 * @property {"exact" | "lower" | "upper"} bound
 * @property {[number, number, number] | null} wdl
 * @property {number} nodes
 * @property {number} nps
 * @property {number} time milliseconds
 * @property {string[]} pv
 */

/** @param {string} text @returns {Info | null} */
export function parseInfo(text) {
  const words = text.split(" ");
  /** @type {Info} */
  const info = { depth: 0, line: 1, score: null, bound: "exact", wdl: null, nodes: 0, nps: 0, time: 0, pv: [] };
  for (let i = 1; i < words.length; i += 1) {
    const word = words[i];
    const next = Number(words[i + 1]);
    if (word === "depth") info.depth = next;
    else if (word === "multipv") info.line = next;
    else if (word === "nodes") info.nodes = next;
    else if (word === "nps") info.nps = next;
    else if (word === "time") info.time = next;
    else if (word === "lowerbound") info.bound = "lower";
    else if (word === "upperbound") info.bound = "upper";
    else if (word === "wdl") info.wdl = [next, Number(words[i + 2]), Number(words[i + 3])];
    else if (word === "score" && (words[i + 1] === "cp" || words[i + 1] === "mate")) {
      info.score = { kind: /** @type {"cp" | "mate"} */ (words[i + 1]), value: Number(words[i + 2]), proved: false };
    } else if (word === "pv") {
      info.pv = words.slice(i + 1);
      break;
    }
  }
  // The game is over; unless its result says otherwise, the side to move has lost.
  if (info.score?.kind === "mate" && info.score.value === 0) info.score.value = -0;
  if (info.score) info.score.proved = info.score.kind === "mate" || info.wdl !== null;
  return info.score ? info : null;
}

/** The same score for the other side. @param {Score} score @returns {Score} */
export function reversed(score) {
  return { ...score, value: -score.value };
}

/** The score for the first player. @param {Score} score @param {number} mover 1 or 2 @returns {Score} */
export function forFirst(score, mover) {
  return mover === 2 ? reversed(score) : score;
}

/** Whether a score is a loss; at the end of a game this is the sign of a zero. @param {Score} score */
function isLoss(score) {
  return score.value < 0 || Object.is(score.value, -0);
}

/**
 * The score of a search for the side to move, where the result of a finished game decides whether its mate is a win.
 * @param {Score} score @param {number} mover @param {string | null} result
 */
export function atEnd(score, mover, result) {
  if (score.kind !== "mate" || score.value !== 0) return score;
  return { ...score, value: result === (mover === 1 ? "p1win" : "p2win") ? 0 : -0 };
}

/** @param {Score} score such as +1.25, #7 or -26! */
export function scoreText(score) {
  if (score.kind === "mate") return `${isLoss(score) ? "-" : ""}#${Math.abs(score.value)}`;
  const pieces = score.value / 100;
  const sign = pieces > 0 ? "+" : "";
  const text = score.proved ? `${sign}${Number(pieces.toFixed(2))}` : `${sign}${pieces.toFixed(Math.abs(pieces) < 10 ? 2 : 1)}`;
  return score.proved ? `${text}!` : text;
}

/** A score for the narrow bar. @param {Score} score */
export function barText(score) {
  if (score.kind === "mate") return `#${Math.abs(score.value)}`;
  const pieces = Math.abs(score.value) / 100;
  return pieces < 9.95 ? pieces.toFixed(1) : String(Math.round(pieces));
}

/** A score in words, for screen readers. @param {Score} score @param {string} name of the side it is for */
export function scoreWords(score, name) {
  if (score.kind === "mate") return t(isLoss(score) ? "score.lossIn" : "score.winIn", { side: name, n: Math.abs(score.value) });
  const key = score.proved ? "score.proved" : "score.pieces";
  const value = (score.value / 100).toFixed(2);
  return t(key, { side: name, value: score.value > 0 ? `+${value}` : value });
}

/** The most that a score counts beside a mate, in hundredths of a piece, as in `petteia analyse`. */
const MATE_PIECES = 1000;

/** A score in hundredths of a piece, where a mate counts as ten pieces and nothing counts more than a mate. @param {Score} score */
export function centipieces(score) {
  if (score.kind === "mate") return isLoss(score) ? -MATE_PIECES : MATE_PIECES;
  return score.value;
}

/**
 * What a move costs: the score before it less the score after it, both for the player who moves.
 * @param {Score} before @param {Score} after
 */
export function lossOf(before, after) {
  const capped = before.kind === "mate" || after.kind === "mate";
  const limit = capped ? MATE_PIECES : Infinity;
  const clamp = (/** @type {number} */ value) => Math.max(-limit, Math.min(limit, value));
  return Math.max(0, clamp(centipieces(before)) - clamp(centipieces(after)));
}

/** Hundredths of a piece for which the bar shows 73 %. */
const BAR_SCALE = 300;

/** The share of the bar of the first player, from 0 to 1. @param {Score} score for the first player */
export function share(score) {
  if (score.kind === "mate") return isLoss(score) ? 0 : 1;
  if (score.proved) return score.value > 0 ? 1 : score.value < 0 ? 0 : 0.5;
  return 1 / (1 + Math.exp(-score.value / BAR_SCALE));
}

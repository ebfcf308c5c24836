// Positions, moves and results in words.

import { cellsOf } from "./effects.js";
import { colourOf, findGame } from "./games.js";
import { has, list, t } from "./i18n.js";
import { parseMove } from "./moves.js";

/** @typedef {import("./effects.js").Effects} Effects */
/** @typedef {import("./rules.js").Scene} Scene */

/** The name of a game. @param {string} variant */
export function gameName(variant) {
  const game = findGame(variant);
  if (!game) return variant;
  const name = t(`game.${game.family}`);
  return game.size ? `${name} ${game.size}` : name;
}

/** The name of a player's colour. @param {string} variant @param {number} player */
export function sideName(variant, player) {
  return t(`side.${colourOf(variant, player)}`);
}

/** What stands on a cell, in words. @param {Scene} scene @param {string} key */
export function cellWords(scene, key) {
  const piece = scene.pieces.find((found) => found.at === key);
  const shade = scene.cells.find((cell) => cell.key === key)?.shade ?? "";
  const parts = [key];
  if (has(`shade.${shade}`)) parts.push(t(`shade.${shade}`));
  parts.push(piece ? pieceWords(scene.variant, piece) : t("setup.empty"));
  return parts.join(", ");
}

/** @param {string} variant @param {import("./rules.js").Piece} piece */
export function pieceWords(variant, piece) {
  const kind = piece.kind === "stack-with-red" ? "red-stack" : piece.kind;
  const side = piece.owner === null ? "" : sideName(variant, piece.owner);
  return t(`kind.${kind}`, { side, n: piece.height, label: piece.label ?? "" });
}

/** The keys of a scene. @param {Scene} scene */
export function keysOf(scene) {
  return new Set(scene.cells.flatMap((cell) => cell.key ?? []));
}

/** A move as people say it: `c3 to d4`. @param {string} word @param {Scene} scene */
export function moveWords(word, scene) {
  const move = parseMove(word, keysOf(scene));
  if (word === "pass") return t("move.pass");
  if (move.to === null) return word;
  if (move.from === null) return t("move.place", { to: move.to });
  return t("move.step", { from: move.from, to: move.to });
}

/** What a move did, as a sentence part for each kind of effect. @param {Effects} effects */
export function effectWords(effects) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  for (const { key, effect } of cellsOf(effects.list)) groups.set(effect, [...(groups.get(effect) ?? []), key]);
  const parts = [...groups].map(([effect, keys]) => t(`effect.${effect}`, { n: keys.length, cells: list(keys) }));
  const pass = effects.list.find((effect) => effect.name === "must-pass");
  if (pass) parts.push(t("effect.mustPass", { side: t(pass.words[0] === "w" ? "side.white" : "side.black") }));
  return parts;
}

/** A whole move of a player for the live region. @param {Scene} before @param {number} player @param {string} word @param {Effects | null} effects */
export function announcement(before, player, word, effects) {
  const head = t("move.played", { side: sideName(before.variant, player), move: moveWords(word, before) });
  return [head, ...(effects ? effectWords(effects) : [])].join(", ");
}

/** @param {string} variant @param {string} result @param {string} reason */
export function resultWords(variant, result, reason) {
  const text =
    result === "draw"
      ? t("result.draw")
      : t("result.win", { side: sideName(variant, result === "p1win" ? 1 : 2) });
  return reason && reason !== "none" ? `${text} (${reasonWords(reason)})` : text;
}

/** Why a game is over. @param {string} reason */
export function reasonWords(reason) {
  return has(`reason.${reason}`) ? t(`reason.${reason}`) : reason;
}

/** What the engine does while it has nothing to show. @param {import("./session.js").Session} session */
export function engineWords(session) {
  if (session.loaded !== null) return t("engine.loadingPart", { n: session.loaded });
  if (session.engine.state === "failed") return t("engine.lost");
  return t(session.engine.state === "loading" ? "engine.loading" : "engine.thinking");
}

/** How many searches of a server are before this one, as its line tells. @param {string} text @returns {string | null} null if it tells nothing */
export function queueWords(text) {
  const queued = /^queued (\d+)( started)?$/.exec(text);
  if (!queued) return null;
  return queued[2] ? "" : t("engine.queued", { n: Number(queued[1]) });
}

/** The numbers of moves: 1. and 1... as in game scores. @param {number} ply from 1 */
export function moveNumber(ply) {
  return Math.ceil(ply / 2);
}

// What the engine knows about turns of Epigo: those of the past, and what a plan would do alone.

import { effectsOf, positionLines } from "../rules.js";
import { applyStep, dropCaptured, isOnBoard, parseFen, parseSteps } from "./model.js";
import { sentence } from "./words.js";

/** @typedef {import("../client.js").RulesClient} RulesClient */
/** @typedef {import("./model.js").Point} Point */
/** @typedef {import("./model.js").Tiles} Tiles */

/**
 * A turn that has been carried out.
 * @typedef {{ n: number, move: string, effects: string[] }} Turn
 */

/**
 * What a plan would do if the other side did nothing.
 * @typedef {object} Preview
 * @property {string} text the plan
 * @property {string[]} sentences
 * @property {{ tile: string, point: Point }[]} ghosts where the moved tiles would be
 */

/**
 * A turn of the past with the position before it. Rejects if the engine does not answer.
 * @param {RulesClient} rules
 * @param {string | null} fen of the start
 * @param {string[]} line
 * @param {number} index from 0
 * @returns {Promise<(Turn & { start: Tiles }) | null>}
 */
export async function loadTurn(rules, fen, line, index) {
  const move = line[index];
  if (move === undefined) return null;
  const position = { variant: "epigo", fen, moves: line.slice(0, index) };
  const [answer, effects] = await Promise.all([rules.ask([...positionLines(position), "query fen"]), effectsOf(rules, position, move)]);
  const before = answer.find((text) => text.startsWith("response "))?.slice("response ".length);
  if (before === undefined || effects === null) return null;
  return { n: index + 1, move, effects: effects.list.map(({ text }) => text), start: parseFen(before).tiles };
}

/**
 * @param {RulesClient} rules
 * @param {string} fen
 * @param {import("./planner.js").Planner} planner
 * @returns {Promise<Preview | null>}
 */
export async function previewOf(rules, fen, planner) {
  const { text, tiles, colour } = planner;
  const effects = await effectsOf(rules, { variant: "epigo", fen, moves: [] }, text, colour === "w" ? 1 : 2);
  if (effects === null) return null;
  const steps = parseSteps(effects.list.map((effect) => effect.text));
  let end = tiles;
  /** @type {Tiles} */
  const lost = new Map();
  for (const step of steps) {
    const moved = applyStep(end, step);
    for (const [tile, point] of moved) if (!isOnBoard(point)) lost.set(tile, point);
    end = dropCaptured(moved);
  }
  const ghosts = [...end, ...lost].flatMap(([tile, point]) => {
    const old = tiles.get(tile);
    return old !== undefined && (old.x !== point.x || old.y !== point.y) ? [{ tile, point }] : [];
  });
  return { text, sentences: steps.map((step) => `${step.slot}. ${sentence(step)}`), ghosts };
}

/**
 * What the engine knows about turns of Epigo: those of the past, and what a plan would do alone.
 * @module
 */

import { positionLines } from "../rules.js";
import { applyStep, dropCaptured, isOnBoard, parseFen, parseSteps } from "./epigo-model.js";
import { sentence } from "./epigo-replay.js";

/** @typedef {import("../client.js").RulesClient} RulesClient */
/** @typedef {import("./epigo-model.js").Point} Point */
/** @typedef {import("./epigo-model.js").Tiles} Tiles */
/** @typedef {import("./types.js").Host} Host */

/**
 * What a plan would do if the other side did nothing.
 * @typedef {object} Preview
 * @property {string} text the plan
 * @property {string[]} sentences
 * @property {{ tile: string, point: Point }[]} ghosts where the moved tiles would be
 */

/**
 * A turn of the past. Rejects if the engine does not answer.
 * @param {RulesClient} rules
 * @param {string | null} start
 * @param {string[]} line
 * @param {number} index from 0
 * @returns {Promise<{ n: number, move: string, effects: string[], start: Tiles } | null>}
 */
export async function loadTurn(rules, start, line, index) {
  const move = line[index];
  if (move === undefined) return null;
  const fen = start === null || start.startsWith("-") ? null : start;
  const set = positionLines({ variant: "epigo", fen, moves: line.slice(0, index) });
  const answer = await rules.ask([...set, "query fen", `effects ${move}`]);
  const before = answer.find((text) => text.startsWith("response "))?.slice("response ".length);
  const effects = effectsIn(answer);
  if (before === undefined || effects === null) return null;
  return { n: index + 1, move, effects, start: parseFen(before).tiles };
}

/**
 * @param {Host} host
 * @param {string} fen
 * @param {import("./epigo-planner.js").Planner} planner
 * @returns {Promise<Preview | null>}
 */
export async function previewOf(host, fen, planner) {
  const { text, tiles } = planner;
  const seat = planner.colour === "w" ? 1 : 2;
  const effects = effectsIn(await host.rules.ask([...positionLines({ variant: "epigo", fen, moves: [] }), `effects seat ${seat} ${text}`]));
  if (effects === null) return null;
  const steps = parseSteps(effects);
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
  return { text, sentences: steps.map((step) => `${step.slot}. ${sentence(host, step)}`), ghosts };
}

/**
 * @param {string[]} answer
 * @returns {string[] | null}
 */
function effectsIn(answer) {
  const line = answer.find((text) => text.startsWith("effects "));
  return line === undefined ? null : line.slice(line.indexOf(": ") + 2).split("; ");
}

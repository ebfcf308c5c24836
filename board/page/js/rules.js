// Questions about positions.

import { parseEffects } from "./effects.js";
import { gameOf } from "./games.js";

/**
 * @typedef {object} Position
 * @property {string} variant
 * @property {string | null} fen the start position, null for that of the game
 * @property {string[]} moves
 */
/**
 * @typedef {object} Cell
 * @property {string | null} key
 * @property {number} x
 * @property {number} y
 * @property {string} shade
 */
/**
 * @typedef {object} Piece
 * @property {string} [at]
 * @property {number | null} owner
 * @property {string} kind
 * @property {number} height
 * @property {string} [label]
 * @property {string} [title]
 * @property {string} [caption]
 * @property {string[]} [tags]
 * @property {string | null} [image]
 * @property {string | null} [alt]
 */
/**
 * @typedef {object} Scene the answer to `d json` or `observe seat K json`
 * @property {string} variant
 * @property {string} fen
 * @property {"squares" | "hexagons" | "points" | "none"} grid
 * @property {Cell[]} cells
 * @property {Piece[]} pieces
 * @property {{name: string, owner: number | null, pieces: Piece[]}[]} areas
 * @property {string} side
 * @property {number[]} turn
 * @property {number[]} committed
 * @property {string | null} lastmove
 * @property {string | null} result
 * @property {string | null} reason
 * @property {number[]} score
 * @property {string} [text]
 * @property {unknown} [round] the last round of Dixit; see rooms/dixit-model.js
 */
/** @typedef {{scene: Scene, svg: string, moves: string[]}} Look a position as the page shows it */

/** A text from an address or a file as words of one line. @param {string} text */
function words(text) {
  return text.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** @param {Position} position */
export function positionLines(position) {
  const start = position.fen === null ? "startpos" : `fen ${words(position.fen)}`;
  const moves = position.moves.length > 0 ? ` moves ${words(position.moves.join(" "))}` : "";
  return [`setoption name UCI_Variant value ${position.variant}`, `position ${start}${moves}`];
}

/**
 * The position, its drawing and its legal moves. Games with orders have too many moves to list.
 * @param {import("./client.js").RulesClient} rules
 * @param {Position} position
 * @param {string} options the words of `d svg`
 * @returns {Promise<Look>}
 */
export async function look(rules, position, options) {
  const lists = gameOf(position.variant).kind === "turns";
  const lines = [...positionLines(position), "d json", `d svg ${options}`, ...(lists ? ["moves"] : [])];
  const answer = await rules.ask(lines);
  const scene = /** @type {Scene} */ (JSON.parse(answer.find((line) => line.startsWith("{")) ?? "{}"));
  const svg = (answer.find((line) => line.startsWith("svg ")) ?? "svg ").slice("svg ".length);
  const moves = (answer.find((line) => /^moves( |$)/.test(line)) ?? "moves").split(" ").slice(1);
  return { scene, svg, moves };
}

/**
 * What moves would do. `seat` asks for the orders of one side.
 * @param {import("./client.js").RulesClient} rules
 * @param {Position} position
 * @param {string} word
 * @param {number} [seat]
 */
export async function effectsOf(rules, position, word, seat) {
  const move = words(word);
  const question = seat === undefined ? `effects ${move}` : `effects seat ${seat} ${move}`;
  const answer = await rules.ask([...positionLines(position), question]);
  return parseEffects(answer.find((line) => line.startsWith("effects ")) ?? "");
}

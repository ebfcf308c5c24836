/**
 * A seat's view of Dixit as values, and its actions as text.
 * @module
 */

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {"clue" | "give" | "vote" | "over"} Phase */

/**
 * A finished round, as the field `round` of the scene has it.
 * @typedef {object} Round
 * @property {number} storyteller
 * @property {string} clue
 * @property {(Piece & { slot: number, votes: number[] })[]} table
 * @property {number[]} points
 */

/**
 * @typedef {object} DixitView
 * @property {Phase} phase
 * @property {number} storyteller
 * @property {string} clue
 * @property {Piece[]} hand the own cards
 * @property {Piece[]} given the own cards on the table
 * @property {Piece[]} table the cards to vote for, by slot
 * @property {number | null} vote the own vote
 * @property {number[]} scores
 * @property {Round | null} round
 * @property {number} pile
 */

/** Points that end the game. */
export const GOAL = 30;
/** Characters of a clue. */
export const LONGEST_CLUE = 200;

/**
 * @param {Scene} scene
 * @param {number | null} seat
 * @returns {DixitView}
 */
export function parseDixit(scene, seat) {
  /** @param {string} name @param {number | null} owner */
  const pieces = (name, owner) => scene.areas.find((area) => area.name === name && area.owner === owner)?.pieces ?? [];
  /** @param {string} name */
  const own = (name) => (seat === null ? [] : pieces(name, seat).filter((piece) => piece.kind !== "hidden"));
  const [phase, storyteller] = scene.fen.split(" ");
  const vote = own("vote")[0]?.label;
  return {
    phase: /** @type {Phase} */ (["clue", "give", "vote", "over"].includes(phase) ? phase : "over"),
    storyteller: Number(storyteller) || 0,
    clue: scene.text ?? "",
    hand: own("hand"),
    given: own("given"),
    table: pieces("table", null),
    vote: vote === undefined ? null : Number(vote),
    scores: scene.score,
    round: isRound(scene.round) ? scene.round : null,
    pile: pieces("pile", null).reduce((sum, piece) => sum + piece.height, 0),
  };
}

/**
 * @param {unknown} value
 * @returns {value is Round}
 */
function isRound(value) {
  return typeof value === "object" && value !== null && "storyteller" in value && "table" in value;
}

/** How many cards a seat gives. @param {number} seats */
export function cardsToGive(seats) {
  return seats === 3 ? 2 : 1;
}

/**
 * @param {string} card
 * @param {string} text
 */
export function clueMove(card, text) {
  const words = encodeURIComponent(text.trim()).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `clue:${card}:${words === "-" ? "%2D" : words}`;
}

/**
 * @param {number} seat
 * @param {string[]} cards
 */
export function giveMove(seat, cards) {
  return `give:${seat}:${[...cards].sort((a, b) => Number(a) - Number(b)).join("+")}`;
}

/**
 * @param {number} seat
 * @param {number} slot
 */
export function voteMove(seat, slot) {
  return `vote:${seat}:${slot}`;
}

/**
 * The seats that found the storyteller's card.
 * @param {Round} round
 */
export function finders(round) {
  return round.table.find((card) => card.owner === round.storyteller)?.votes ?? [];
}

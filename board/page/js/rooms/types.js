/**
 * Types of the frames of docs/board-protocol.md and of the JSON of `d json`.
 * @module
 */

/** @typedef {import("../rules.js").Piece} Piece */
/** @typedef {import("../rules.js").Scene} Scene */

/**
 * A seat of a table.
 * @typedef {object} Seat
 * @property {"open" | "person" | "engine"} kind
 * @property {string} [name]
 * @property {boolean} [here]
 * @property {boolean} [acting]
 * @property {boolean} [ready]
 * @property {number} [level]
 * @property {string | null} [trouble]
 */

/**
 * @typedef {{ what: "undo" | "draw" | "rematch", by: number, yes: number[] }} Ask
 * @typedef {{ left: number[], running: number[], increment: number }} Clock
 * @typedef {{ n: number, move: string, effects: string[] }} LastMove
 */

/**
 * What one seat, or a spectator, may know of a table.
 * @typedef {object} View
 * @property {"view"} t
 * @property {string} room
 * @property {number} v
 * @property {number} turn
 * @property {string} variant
 * @property {Record<string, string | number>} options
 * @property {number | null} seat
 * @property {"waiting" | "playing" | "over"} state
 * @property {Seat[]} seats
 * @property {string | null} start
 * @property {string[] | null} line
 * @property {LastMove | null} last
 * @property {Scene} scene
 * @property {string[] | null} legal
 * @property {string | null} [mine]
 * @property {Clock | null} clock
 * @property {Ask[]} asks
 * @property {string | null} result
 * @property {string | null} reason
 * @property {number[]} winners
 * @property {number} game
 * @property {boolean} saved
 */

/**
 * @typedef {{ id: string | null, code: string, text: string }} Refusal
 * @typedef {{ kind: "person" | "open" | "engine", name?: string, level?: number }} SeatPlan
 */

/**
 * What `create` asks for.
 * @typedef {object} RoomPlan
 * @property {string} variant
 * @property {Record<string, string | number>} [options]
 * @property {boolean} [deck] whether to play with the deck of the server
 * @property {string | null} [fen]
 * @property {SeatPlan[]} seats
 * @property {{ base: number, increment: number }} [clock]
 */

export {};

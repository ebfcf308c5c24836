/**
 * Types of the frames of docs/board-protocol.md and of the JSON of `d json`.
 * @module
 */

/**
 * A piece on the board or in an area.
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
 * @typedef {{ key: string | null, x: number, y: number, shade: string }} Cell
 * @typedef {{ name: string, owner: number | null, pieces: Piece[] }} Area
 */

/**
 * The answer to `d json` or `observe seat K json`.
 * @typedef {object} Scene
 * @property {string} variant
 * @property {string} fen
 * @property {string} grid
 * @property {Cell[]} cells
 * @property {Piece[]} pieces
 * @property {Area[]} areas
 * @property {string} [text]
 * @property {string} side
 * @property {number[]} turn
 * @property {number[]} committed
 * @property {string | null} lastmove
 * @property {string | null} result
 * @property {string | null} reason
 * @property {number[]} score
 * @property {unknown} [round] the last round of Dixit; see dixit-model.js
 */

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
 * @property {string | null} [fen]
 * @property {SeatPlan[]} seats
 * @property {{ base: number, increment: number }} [clock]
 */

/**
 * What `/config.json` says about the server.
 * @typedef {object} ServerConfig
 * @property {boolean} [rooms]
 * @property {string[]} [variants]
 * @property {number} [levels]
 * @property {string} [entry] the query, such as `?token=…`, that other visitors need to open the page
 */

/**
 * What the rest of the page gives to these views.
 * @typedef {object} Host
 * @property {(key: string, values?: Record<string, string | number>) => string} t the text of a message
 * @property {(words: string[]) => string} list a list such as "Ann, Bob and Eve"
 * @property {(text: string) => void} announce says something in the live region
 * @property {import("../client.js").RulesClient} rules an engine that knows rules
 * @property {(turned: boolean) => string} drawingWords the words of `d svg` for a table
 * @property {ServerConfig} config
 * @property {{ variant: string, name: string, kind: "turns" | "orders" | "party" }[]} games the games of the page
 * @property {(variant: string, seat: number) => string} colour the name of the colour of a seat
 * @property {(reason: string) => string} reason why a game is over, in words
 * @property {() => URL} address where tables are
 * @property {() => boolean} animations whether pieces move in steps
 * @property {(name: "move" | "capture" | "edge" | "end") => void} sound
 */

export {};

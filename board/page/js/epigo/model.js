// Epigo's texts as values: positions, line-ups, plans, and what a turn did, step by step. Nothing here knows which
// plans are good or what an order does; the engine's `effects` say that.

/** @typedef {"w" | "b"} Colour */
/** @typedef {"N" | "E" | "S" | "W"} Direction */
/** @typedef {{ tile: number, direction: Direction | "x" }} Order */
/** @typedef {{ x: number, y: number }} Point */
/** @typedef {Map<string, Point>} Tiles tiles such as `w3` by their places; x from file a, y from rank 8 down */

/**
 * One event of a turn, with the captures that it causes.
 * @typedef {object} Step
 * @property {number} slot 1 to 3; 0 for the line-ups
 * @property {"setup" | "slide" | "super" | "push" | "blocked" | "off" | "absent" | "cancel"} kind
 * @property {string} tile such as `w3`; the bare number for `cancel`
 * @property {Direction | "x" | ""} direction
 * @property {string} from
 * @property {string} to
 * @property {string[]} pushed the tiles of a pushed row from the mover outwards, without the mover
 * @property {string} count own and enemy tiles of a row, as `2:1`
 * @property {string[]} captured
 */

/** @type {Record<Direction, Point>} */
export const VECTORS = { N: { x: 0, y: -1 }, E: { x: 1, y: 0 }, S: { x: 0, y: 1 }, W: { x: -1, y: 0 } };
/** @type {Direction[]} */
export const DIRECTIONS = ["N", "E", "S", "W"];
export const ORDERS = 3;
export const TILES = 7;
/** First file and number of files of the ranks 8 to 1. */
const RANKS = [[2, 4], [1, 6], [0, 8], [0, 8], [0, 8], [0, 8], [1, 6], [2, 4]];

/**
 * @param {number} seat
 * @returns {Colour}
 */
export function colourOf(seat) {
  return seat === 2 ? "b" : "w";
}

/**
 * @param {Point} point
 * @returns {string} the name of a square, also of one beside the board
 */
export function keyOf({ x, y }) {
  return String.fromCharCode(97 + x) + String(8 - y);
}

/**
 * @param {string} key
 * @returns {Point}
 */
export function pointOf(key) {
  return { x: key.charCodeAt(0) - 97, y: 8 - Number(key.slice(1)) };
}

/** @param {Point} point */
export function isOnBoard({ x, y }) {
  const rank = RANKS[y];
  return rank !== undefined && x >= rank[0] && x < rank[0] + rank[1];
}

/** The squares of the board, rank 8 first. */
export const SQUARES = RANKS.map(([first, count], y) => Array.from({ length: count }, (_, i) => ({ x: first + i, y })));

/**
 * @param {Point} point
 * @param {Direction} direction
 * @returns {Point}
 */
export function neighbour(point, direction) {
  const vector = VECTORS[direction];
  return { x: point.x + vector.x, y: point.y + vector.y };
}

/**
 * Reads a position. Before the line-ups there are no tiles.
 * @param {string} fen
 * @returns {{ tiles: Tiles, turn: number }}
 */
export function parseFen(fen) {
  const [board, turn] = fen.split(" ");
  /** @type {Tiles} */
  const tiles = new Map();
  if (board !== "-") {
    board.split("/").forEach((rank, y) => {
      (rank.match(/\.|[wb][1-7]/g) ?? []).forEach((word, i) => {
        if (word !== ".") tiles.set(word, { x: RANKS[y][0] + i, y });
      });
    });
  }
  return { tiles, turn: Number(turn) };
}

/**
 * The number of a turn, 0 for the line-ups.
 * @param {string | null} start the position before the first move, null for that of the game
 * @param {number} index of the move, from 0
 */
export function turnNumber(start, index) {
  return (start === null ? 0 : parseFen(start).turn) + index;
}

/**
 * Puts one side's line-up on its row.
 * @param {string} lineUp such as `1234X567`
 * @param {Colour} colour
 * @returns {Tiles}
 */
export function lineUpTiles(lineUp, colour) {
  const y = colour === "w" ? 4 : 3;
  /** @type {Tiles} */
  const tiles = new Map();
  [...lineUp].forEach((letter, x) => tiles.set(colour + letter, { x, y }));
  return tiles;
}

/**
 * @param {string} text
 * @returns {string | null} a line-up as the engine writes it, or null if it is none
 */
export function parseLineUp(text) {
  const word = text.trim().toUpperCase();
  return [...word].sort().join("") === "1234567X" ? word : null;
}

/**
 * Reads a plan as a player may type it: `3n 7e 1w`, `3N-7E-1W`. Tiles off the board get the direction `x`.
 * @param {string} text
 * @param {Tiles} tiles
 * @param {Colour} colour
 * @returns {Order[] | null}
 */
export function parsePlan(text, tiles, colour) {
  const words = text.trim().toUpperCase().split(/[\s,;-]+/).filter(Boolean);
  const isPlan = words.length === ORDERS && words.every((word) => /^[1-7][NESWX]$/.test(word));
  if (!isPlan || new Set(words.map((word) => word[0])).size !== ORDERS) return null;
  const orders = words.map((word) => orderOf(Number(word[0]), /** @type {Direction} */ (word[1]), tiles, colour));
  const isLegal = orders.every((order) => /** @type {string} */ (order.direction) !== "X");
  return isLegal ? orders : null;
}

/**
 * @param {number} tile
 * @param {Direction} direction
 * @param {Tiles} tiles
 * @param {Colour} colour
 * @returns {Order}
 */
export function orderOf(tile, direction, tiles, colour) {
  return { tile, direction: tiles.has(colour + String(tile)) ? direction : "x" };
}

/**
 * @param {Order[]} orders
 * @returns {string}
 */
export function formatPlan(orders) {
  return orders.map(({ tile, direction }) => `${tile}${direction}`).join("-");
}

/**
 * Reads the effects of a turn as steps. Captures belong to the step before them.
 * @param {string[]} effects
 * @returns {Step[]}
 */
export function parseSteps(effects) {
  /** @type {Step[]} */
  const steps = [];
  for (const effect of effects) {
    const words = effect.split(" ");
    const slot = Number(words[0]);
    if (!/^\d$/.test(words[0])) continue;
    const last = steps[steps.length - 1];
    if (words[1] === "capture") {
      if (last !== undefined) last.captured.push(words[2]);
    } else {
      steps.push(parseStep(slot, words.slice(1)));
    }
  }
  return steps;
}

/**
 * @param {number} slot
 * @param {string[]} words
 * @returns {Step}
 */
function parseStep(slot, words) {
  /** @type {Step} */
  const step = { slot, kind: "setup", tile: "", direction: "", from: "", to: "", pushed: [], count: "", captured: [] };
  if (words[0] === "setup") return step;
  if (words[0] === "cancel") return { ...step, kind: "cancel", tile: words[1] };
  step.tile = words[0].slice(0, 2);
  step.direction = /** @type {Direction | "x"} */ (words[0].slice(2));
  step.kind = /** @type {Step["kind"]} */ (words[1]);
  if (step.kind === "blocked") return { ...step, from: words[2], to: words[4], count: words[5] };
  if (step.kind === "off") return { ...step, from: words[2] };
  if (step.kind === "absent") return step;
  step.from = words[2].slice(0, 2);
  step.to = words[2].slice(2, 4);
  if (step.kind === "push") {
    step.pushed = words[3].split(",");
    step.count = words[4] ?? "";
  }
  return step;
}

/**
 * The places of the tiles after a step; captured tiles stand beside the board, and `dropCaptured` takes them away.
 * @param {Tiles} tiles
 * @param {Step} step
 * @returns {Tiles}
 */
export function applyStep(tiles, step) {
  const next = new Map(tiles);
  const { direction } = step;
  if (direction === "x" || direction === "") return next;
  /** @param {string} tile */
  const shift = (tile) => {
    const point = tiles.get(tile);
    if (point !== undefined) next.set(tile, neighbour(point, direction));
  };
  if (step.kind === "slide" || step.kind === "super") next.set(step.tile, pointOf(step.to));
  else if (step.kind === "off") shift(step.tile);
  else if (step.kind === "push") [step.tile, ...step.pushed].forEach(shift);
  return next;
}

/**
 * @param {Tiles} tiles
 * @returns {Tiles}
 */
export function dropCaptured(tiles) {
  return new Map([...tiles].filter(([, point]) => isOnBoard(point)));
}

/**
 * The positions of a turn: before the first step, and after each one.
 * @param {Tiles} start
 * @param {Step[]} steps
 * @returns {Tiles[]}
 */
export function replay(start, steps) {
  const positions = [start];
  let tiles = start;
  for (const step of steps) {
    tiles = dropCaptured(applyStep(tiles, step));
    positions.push(tiles);
  }
  return positions;
}

/**
 * The tiles of a side that are off the board.
 * @param {Tiles} tiles
 * @param {Colour} colour
 * @returns {number[]}
 */
export function lostTiles(tiles, colour) {
  if (tiles.size === 0) return [];
  return Array.from({ length: TILES }, (_, i) => i + 1).filter((tile) => !tiles.has(colour + String(tile)));
}

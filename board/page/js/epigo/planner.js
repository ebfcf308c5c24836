// A line-up or a plan that is being made.

import { ORDERS, formatPlan, keyOf, lineUpTiles, orderOf, parseLineUp, parsePlan } from "./model.js";
import { tileName } from "./words.js";

/** @typedef {import("./model.js").Colour} Colour */
/** @typedef {import("./model.js").Direction} Direction */
/** @typedef {import("./model.js").Order} Order */
/** @typedef {import("./model.js").Tiles} Tiles */

const FIRST_LINE_UP = "1357X642";

/** The choice of one side for one turn, as far as it has been made. */
export class Planner {
  /** @type {Order[]} */
  orders = [];
  lineUp = FIRST_LINE_UP;
  /** @type {number | null} the tile that waits for its direction, or the file that waits for a swap */
  selected = null;

  /**
   * @param {Colour} colour
   * @param {Tiles} tiles empty before the line-ups
   */
  constructor(colour, tiles) {
    this.colour = colour;
    this.tiles = tiles;
  }

  get isLineUp() {
    return this.tiles.size === 0;
  }

  get isComplete() {
    return this.isLineUp || this.orders.length === ORDERS;
  }

  /** The choice as the engine reads it. */
  get text() {
    return this.isLineUp ? this.lineUp : formatPlan(this.orders);
  }

  /**
   * Takes over a choice that was typed, or sent before.
   * @param {string} text
   * @returns {boolean}
   */
  read(text) {
    if (this.isLineUp) {
      const lineUp = parseLineUp(text);
      this.lineUp = lineUp ?? this.lineUp;
      return lineUp !== null;
    }
    const orders = parsePlan(text, this.tiles, this.colour);
    this.orders = orders ?? this.orders;
    return orders !== null;
  }

  /** @param {number} tile */
  isLost(tile) {
    return !this.tiles.has(this.colour + String(tile));
  }

  /** @param {number} tile */
  slotOf(tile) {
    return this.orders.findIndex((order) => order.tile === tile) + 1;
  }

  /**
   * Chooses a tile. A captured tile needs no direction.
   * @param {number} tile
   */
  select(tile) {
    if (this.isLost(tile)) {
      this.selected = null;
      if (this.slotOf(tile) > 0) this.remove(this.slotOf(tile) - 1);
      else this.#put({ tile, direction: "x" });
    } else if (this.selected === tile) {
      this.selected = null;
    } else if (this.slotOf(tile) > 0 || this.orders.length < ORDERS) {
      this.selected = tile;
    }
  }

  /**
   * Orders the selected tile to go in a direction.
   * @param {Direction} direction
   */
  order(direction) {
    if (this.selected === null) return;
    this.#put(orderOf(this.selected, direction, this.tiles, this.colour));
    this.selected = null;
  }

  /** @param {Order} order */
  #put(order) {
    const slot = this.slotOf(order.tile);
    if (slot > 0) this.orders = this.orders.map((old) => (old.tile === order.tile ? order : old));
    else if (this.orders.length < ORDERS) this.orders = [...this.orders, order];
  }

  /** @param {number} index */
  remove(index) {
    this.orders = this.orders.filter((_, i) => i !== index);
  }

  /**
   * Exchanges an order with the next one.
   * @param {number} index
   */
  exchange(index) {
    const orders = [...this.orders];
    if (index < 0 || index + 1 >= orders.length) return;
    [orders[index], orders[index + 1]] = [orders[index + 1], orders[index]];
    this.orders = orders;
  }

  /**
   * Exchanges two tiles of the line-up.
   * @param {number} a a file from 0
   * @param {number} b
   */
  swap(a, b) {
    const letters = [...this.lineUp];
    [letters[a], letters[b]] = [letters[b], letters[a]];
    this.lineUp = letters.join("");
  }

  shuffle() {
    const letters = [...this.lineUp];
    for (let i = letters.length - 1; i > 0; i -= 1) {
      const j = crypto.getRandomValues(new Uint32Array(1))[0] % (i + 1);
      [letters[i], letters[j]] = [letters[j], letters[i]];
    }
    this.lineUp = letters.join("");
  }

  /**
   * What the board shows of the choice.
   * @param {boolean} isOpen whether it can be changed
   * @returns {import("./board.js").BoardState}
   */
  boardState(isOpen) {
    if (this.isLineUp) {
      const own = lineUpTiles(this.lineUp, this.colour);
      const other = lineUpTiles("________", this.colour === "w" ? "b" : "w");
      const hidden = Array.from({ length: 8 }, (_, x) => /** @type {const} */ (
        [`${this.colour === "w" ? "b" : "w"}_${x}`, { x, y: [...other.values()][0].y }]));
      const selected = this.selected === null ? undefined : this.colour + this.lineUp[this.selected];
      return { tiles: new Map([...own, ...hidden]), selected, own: isOpen ? new Set(own.keys()) : undefined };
    }
    const arrows = this.orders.map(({ tile, direction }, i) => ({ tile: this.colour + String(tile), direction, slot: i + 1 }));
    const own = new Set([...this.tiles.keys()].filter((tile) => tile[0] === this.colour));
    const selected = this.selected === null ? undefined : this.colour + String(this.selected);
    return { tiles: this.tiles, arrows, selected, picker: isOpen, own: isOpen ? own : undefined };
  }
}

/**
 * Chooses a square of the board for the choice.
 * @param {Planner} planner
 * @param {string} key
 * @returns {boolean} whether it meant something
 */
export function chooseSquare(planner, key) {
  const found = [...planner.boardState(true).tiles].find(([, point]) => keyOf(point) === key);
  if (found === undefined || found[0][0] !== planner.colour) {
    planner.selected = null;
    return false;
  }
  if (!planner.isLineUp) planner.select(Number(found[0][1]));
  else chooseFile(planner, found[1].x);
  return true;
}

/**
 * Chooses a file of the line-up: the first is kept, the second is exchanged with it.
 * @param {Planner} planner
 * @param {number} file
 */
export function chooseFile(planner, file) {
  if (planner.selected === null) planner.selected = file;
  else {
    planner.swap(planner.selected, file);
    planner.selected = null;
  }
}

/**
 * The name of a tile of the choice, for the live region.
 * @param {Planner} planner
 */
export function selectedName(planner) {
  if (planner.selected === null) return "";
  const tile = planner.isLineUp ? planner.lineUp[planner.selected] : String(planner.selected);
  return tileName(planner.colour + tile);
}

/**
 * A line-up or a plan that is being made, and the panel to make it with.
 * @module
 */

import { button, h } from "./dom.js";
import { tileName } from "./epigo-board.js";
import {
  DIRECTIONS, ORDERS, TILES, formatPlan, isOnBoard, keyOf, lineUpTiles, neighbour, orderOf, parseLineUp, parsePlan,
} from "./epigo-model.js";

/** @typedef {import("./epigo-model.js").Colour} Colour */
/** @typedef {import("./epigo-model.js").Direction} Direction */
/** @typedef {import("./epigo-model.js").Order} Order */
/** @typedef {import("./epigo-model.js").Tiles} Tiles */
/** @typedef {import("./types.js").Host} Host */

const FIRST_LINE_UP = "1357X642";
/** @type {Record<Direction, string>} */
export const ARROWS = { N: "↑", E: "→", S: "↓", W: "←" };

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
   * @returns {import("./epigo-board.js").BoardState}
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
 * The panel of a plan.
 * @param {Host} host
 * @param {Planner} planner
 * @param {(direction: Direction) => Direction} turn from the board to the screen
 * @returns {Node[]}
 */
export function planPanel(host, planner, turn) {
  const { t } = host;
  return [
    h("ol.epigo-slots", { "aria-label": t("epigo.plan") },
      Array.from({ length: ORDERS }, (_, i) => slotItem(host, planner, i, turn))),
    h("div.epigo-orders", { role: "group", "aria-label": t("epigo.tiles") },
      Array.from({ length: TILES }, (_, i) => tileButton(host, planner, i + 1))),
    h("div.epigo-compass", { role: "group", "aria-label": t("epigo.directions") },
      DIRECTIONS.map((direction) => compassButton(host, planner, direction, turn(direction)))),
  ];
}

/**
 * @param {Host} host
 * @param {Planner} planner
 * @param {number} i
 * @param {(direction: Direction) => Direction} turn
 */
function slotItem({ t }, planner, i, turn) {
  const order = planner.orders[i];
  if (order === undefined) {
    return h("li.epigo-slot.is-empty", {}, h("span.epigo-slot-number", {}, i + 1), h("span", {}, t("epigo.slot.empty")));
  }
  const { tile, direction } = order;
  const glyph = direction === "x" ? "×" : ARROWS[turn(direction)];
  return h("li.epigo-slot", { "data-key": `slot-${tile}` },
    h("span.epigo-slot-number", {}, i + 1),
    h("span.epigo-chip", { class: `owner-${planner.colour === "w" ? 1 : 2}` }, tile),
    h("span.epigo-slot-way", {}, h("span", { "aria-hidden": "true" }, `${glyph} `), t(`epigo.direction.${direction}`)),
    h("span.epigo-slot-tools", {},
      button("‹", "exchange", { "data-arg": i - 1, "aria-label": t("epigo.slot.earlier", { tile }), disabled: i === 0 }),
      button("›", "exchange", {
        "data-arg": i, "aria-label": t("epigo.slot.later", { tile }), disabled: i + 1 >= planner.orders.length,
      }),
      button("×", "remove", { "data-arg": i, "aria-label": t("epigo.slot.remove", { tile }) })));
}

/**
 * @param {Host} host
 * @param {Planner} planner
 * @param {number} tile
 */
function tileButton({ t }, planner, tile) {
  const slot = planner.slotOf(tile);
  const isLost = planner.isLost(tile);
  const label = [t("epigo.order.tile", { tile }), isLost ? t("epigo.lost") : "", slot > 0 ? t("epigo.slot", { slot }) : ""];
  return h("button.epigo-chip", {
    type: "button", "data-do": "tile", "data-arg": tile, "data-key": `tile-${tile}`,
    class: `owner-${planner.colour === "w" ? 1 : 2}${isLost ? " is-lost" : ""}`,
    "aria-pressed": String(planner.selected === tile),
    "aria-label": label.filter(Boolean).join(", "),
    "aria-disabled": slot === 0 && planner.orders.length === ORDERS ? "true" : null,
    "data-slot": slot > 0 ? slot : null,
  }, tile);
}

/**
 * @param {Host} host
 * @param {Planner} planner
 * @param {Direction} direction
 * @param {Direction} onScreen
 */
function compassButton({ t }, planner, direction, onScreen) {
  const point = planner.selected === null ? undefined : planner.tiles.get(planner.colour + String(planner.selected));
  const isOff = point !== undefined && !isOnBoard(neighbour(point, direction));
  const label = isOff ? t("epigo.direction.off", { direction: t(`epigo.direction.${direction}`) }) : t(`epigo.direction.${direction}`);
  return h("button.epigo-way", {
    type: "button", "data-do": "way", "data-arg": direction, class: `at-${onScreen}${isOff ? " is-off" : ""}`,
    "aria-label": label, title: label, "aria-disabled": point === undefined ? "true" : null,
  }, ARROWS[onScreen]);
}

/**
 * The panel of a line-up.
 * @param {Host} host
 * @param {Planner} planner
 * @param {boolean} turned whether file h is at the left
 * @returns {Node[]}
 */
export function lineUpPanel({ t }, planner, turned) {
  const owner = planner.colour === "w" ? 1 : 2;
  const chips = [...planner.lineUp].map((letter, i) => h("button.epigo-chip", {
    type: "button", "data-do": "file", "data-arg": i, "data-key": `file-${i}`, "aria-pressed": String(planner.selected === i),
    class: `owner-${owner}${letter === "X" ? " is-lost" : ""}`,
    "aria-label": t(letter === "X" ? "epigo.line-up.gap" : "epigo.line-up.tile", { file: "abcdefgh"[i], n: letter }),
  }, letter));
  return [
    h("div.epigo-line-up", { role: "group", "aria-label": t("epigo.line-up") }, turned ? chips.reverse() : chips),
    h("div.rooms-actions", {}, button(t("epigo.line-up.shuffle"), "shuffle", { class: "button" })),
  ];
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
 * @param {Host} host
 * @param {Planner} planner
 */
export function selectedName(host, planner) {
  if (planner.selected === null) return "";
  const tile = planner.isLineUp ? planner.lineUp[planner.selected] : String(planner.selected);
  return tileName(host, planner.colour + tile);
}

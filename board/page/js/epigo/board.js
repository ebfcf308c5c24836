// The board of Epigo: a grid of cells for keyboard and screen reader, tiles that move, and the arrows of a plan.

import { moveFocus } from "../board-keys.js";
import { t } from "../i18n.js";
import { svgEl } from "../dom.js";
import { settings } from "../settings.js";
import { play as sound } from "../sound.js";
import { listenToDrags } from "./drag.js";
import { arrows, ghosts, picker, squareMark } from "./drawing.js";
import { SQUARES, VECTORS, isOnBoard, keyOf, pointOf } from "./model.js";
import { orderName, tileName } from "./words.js";

/** @typedef {import("./model.js").Tiles} Tiles */
/** @typedef {import("./model.js").Point} Point */
/** @typedef {import("./model.js").Step} Step */
/** @typedef {import("./model.js").Direction} Direction */

/**
 * What a board shows.
 * @typedef {object} BoardState
 * @property {Tiles} tiles
 * @property {string} [selected] a tile
 * @property {boolean} [picker] whether the directions of the selected tile are offered
 * @property {{ tile: string, direction: string, slot: number }[]} [arrows]
 * @property {{ tile: string, point: Point }[]} [ghosts] where tiles of the plan would end
 * @property {Set<string>} [own] tiles that the player may take
 * @property {string[]} [marked] squares of the last step
 */

/**
 * @typedef {object} BoardEvents
 * @property {(key: string) => void} square a square was clicked, or chosen by Enter
 * @property {(direction: Direction) => void} direction a direction of the picker was clicked
 * @property {(tile: string, to: Point) => void} drag a tile was dragged to a square
 * @property {(event: KeyboardEvent, toScreen: Direction | null) => boolean} key whether a key had another meaning
 *   than to move the focus; the direction is the one on the board that an arrow key points to
 */

const CELL = 100;
const MARGIN = 62;
/** Cells that the pointer has to move to drag. */
const DRAG_DISTANCE = 0.35;
/** @type {Record<string, Direction>} */
const ARROW_KEYS = { ArrowUp: "N", ArrowRight: "E", ArrowDown: "S", ArrowLeft: "W" };
/** @type {Record<Direction, Direction>} */
const OPPOSITE = { N: "S", E: "W", S: "N", W: "E" };

export class EpigoBoard {
  /** @type {Map<string, SVGElement>} */
  #cells = new Map();
  /** @type {Map<string, SVGElement>} */
  #tiles = new Map();
  /** @type {Set<Animation>} */
  #running = new Set();
  /** @type {{ wasDrag: () => boolean }} */
  #drag = { wasDrag: () => false };
  /** @type {BoardState} */
  #state = { tiles: new Map() };
  #focused = "";

  /** Whether Black is at the bottom. */
  turned = false;
  #squares = svgEl("g.pt-cells", { role: "rowgroup" });
  #coordinates = svgEl("g.pt-coordinates", { "aria-hidden": "true" });
  #ring = svgEl("rect.mark.focus", { width: CELL - 8, height: CELL - 8, rx: 6, hidden: true });
  #layers = { below: svgEl("g.pt-marks"), tiles: svgEl("g.pt-pieces"), above: svgEl("g.pt-arrows") };

  /** @param {Partial<BoardEvents>} events */
  constructor(events) {
    this.events = events;
    const size = 8 * CELL + 2 * MARGIN;
    this.element = svgEl("svg.pt-board.epigo-board", {
      viewBox: `${-MARGIN} ${-MARGIN} ${size} ${size}`,
      role: "grid",
      "aria-label": t("epigo.board"),
    });
    this.element.append(this.#squares, this.#coordinates, this.#ring);
    for (const layer of Object.values(this.#layers)) {
      layer.setAttribute("aria-hidden", "true");
      this.element.append(layer);
    }
    this.#listen();
    this.#draw();
  }

  /** Turns the board so that a side is at the bottom; `show` follows. @param {boolean} turned */
  face(turned) {
    if (turned === this.turned) return;
    this.turned = turned;
    this.#draw();
  }

  #draw() {
    this.#drawCells();
    this.#drawCoordinates();
    this.#setFocus(this.turned ? "e5" : "d4", false);
  }

  /**
   * The direction on the board of a direction on the screen, and the other way round.
   * @param {Direction} direction
   * @returns {Direction}
   */
  turn(direction) {
    return this.turned ? OPPOSITE[direction] : direction;
  }

  /** @param {BoardState} state */
  show(state) {
    this.#finish();
    this.#state = state;
    this.#coordinates.toggleAttribute("hidden", !settings.coordinates);
    for (const [tile, element] of this.#tiles) {
      if (state.tiles.has(tile)) continue;
      element.remove();
      this.#tiles.delete(tile);
    }
    for (const [tile, point] of state.tiles) {
      const element = this.#tile(tile);
      element.setAttribute("transform", this.#translate(point));
      element.classList.toggle("is-selected", tile === state.selected);
      element.classList.toggle("is-own", state.own?.has(tile) === true);
    }
    this.#layers.below.replaceChildren(...(state.marked ?? []).map((key) => squareMark(this.#place, key)));
    this.#layers.above.replaceChildren(...ghosts(this.#place, state), ...arrows(this.#place, state), ...picker(this.#place, state));
    this.#label();
  }

  /**
   * Moves the tiles of a step. Resolves when they stand.
   * @param {Step} step
   * @param {Tiles} moved the places after it, captured tiles beside the board
   * @param {number} duration milliseconds
   * @returns {Promise<void>}
   */
  async play(step, moved, duration) {
    const before = this.#state.tiles;
    this.#layers.above.replaceChildren();
    this.#layers.below.replaceChildren(...(step.from ? [squareMark(this.#place, step.from)] : []));
    const acting = step.kind === "cancel" ? [`w${step.tile}`, `b${step.tile}`] : [step.tile];
    for (const tile of acting) this.#tiles.get(tile)?.classList.add("is-acting");
    /** @type {Promise<unknown>[]} */
    const motions = [];
    for (const [tile, to] of moved) {
      const from = before.get(tile);
      const element = this.#tiles.get(tile);
      if (from === undefined || element === undefined) continue;
      const frames = this.#frames(step, tile, from, to);
      if (frames !== null) motions.push(this.#animate(element, frames, duration));
    }
    if (motions.length === 0) motions.push(new Promise((resolve) => setTimeout(resolve, duration / 2)));
    await Promise.allSettled(motions);
    for (const tile of acting) this.#tiles.get(tile)?.classList.remove("is-acting");
  }

  /** Puts the focus on the board. */
  focus() {
    this.#cells.get(this.#focused)?.focus();
  }

  /**
   * @param {Step} step
   * @param {string} tile
   * @param {Point} from
   * @param {Point} to
   * @returns {Keyframe[] | null}
   */
  #frames(step, tile, from, to) {
    const start = this.#css(from);
    const isActing = tile === step.tile || (step.kind === "cancel" && tile[1] === step.tile);
    if (step.kind === "cancel" && isActing) {
      return [1, 1.18, 0.9, 1].map((scale) => ({ transform: `${start} scale(${scale})` }));
    }
    if (step.kind === "blocked" && isActing && step.direction !== "x" && step.direction !== "") {
      const vector = VECTORS[step.direction];
      const nudge = this.#css({ x: from.x + vector.x * 0.18, y: from.y + vector.y * 0.18 });
      return [start, nudge, start, nudge, start].map((transform) => ({ transform }));
    }
    if (from.x === to.x && from.y === to.y) return null;
    const end = this.#css(to);
    if (isOnBoard(to)) return [{ transform: start }, { transform: end }];
    return [
      { transform: start, opacity: 1 },
      { transform: `${end} scale(0.9)`, opacity: 1, offset: 0.6 },
      { transform: `${end} scale(0.2) rotate(40deg)`, opacity: 0 },
    ];
  }

  /**
   * @param {SVGElement} element
   * @param {Keyframe[]} frames
   * @param {number} duration
   */
  #animate(element, frames, duration) {
    const animation = element.animate(frames, { duration, easing: "cubic-bezier(.3,.1,.25,1)", fill: "forwards" });
    this.#running.add(animation);
    return animation.finished;
  }

  #finish() {
    for (const animation of this.#running) animation.cancel();
    this.#running.clear();
  }

  /**
   * The middle of a square on the screen.
   * @type {import("./drawing.js").Place}
   */
  #place = {
    middle: ({ x, y }) => {
      const place = this.turned ? { x: 7 - x, y: 7 - y } : { x, y };
      return { x: (place.x + 0.5) * CELL, y: (place.y + 0.5) * CELL };
    },
    turn: (direction) => this.turn(direction),
  };

  /**
   * @param {Point} point
   * @param {number} dx cells to the right on the screen
   * @param {number} dy cells down on the screen
   * @returns {Point}
   */
  #shift(point, dx, dy) {
    const sign = this.turned ? -1 : 1;
    return { x: point.x + dx * sign, y: point.y + dy * sign };
  }

  /** @param {Point} point */
  #translate(point) {
    const { x, y } = this.#place.middle(point);
    return `translate(${x} ${y})`;
  }

  /** @param {Point} point */
  #css(point) {
    const { x, y } = this.#place.middle(point);
    return `translate(${x}px, ${y}px)`;
  }

  #drawCells() {
    const rows = this.turned ? SQUARES.map((row) => [...row].reverse()).reverse() : SQUARES;
    this.#squares.replaceChildren(...rows.map((row) => svgEl("g.pt-row", { role: "row" }, row.map((point) => {
      const { x, y } = this.#place.middle(point);
      const shade = (point.x + point.y) % 2 === 0 ? "light" : "dark";
      const key = keyOf(point);
      const cell = svgEl(`g.pt-cell.shade-${shade}`, { role: "gridcell", "data-key": key, tabindex: -1 },
        svgEl("rect", { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL }));
      this.#cells.set(key, cell);
      return cell;
    }))));
  }

  #drawCoordinates() {
    const files = Array.from({ length: 8 }, (_, x) => ({ text: keyOf({ x, y: 0 })[0], x, y: this.turned ? -0.72 : 7.72 }));
    const ranks = Array.from({ length: 8 }, (_, y) => ({ text: String(8 - y), x: this.turned ? 7.72 : -0.72, y }));
    this.#coordinates.replaceChildren(...[...files, ...ranks].map(({ text, ...point }) => {
      const { x, y } = this.#place.middle(point);
      return svgEl("text", { x, y, dy: "0.35em" }, text);
    }));
  }

  /** @param {string} tile such as `w3`, `wX`, or `b_0` for one that is hidden */
  #tile(tile) {
    const known = this.#tiles.get(tile);
    if (known !== undefined) return known;
    const owner = tile[0] === "w" ? 1 : 2;
    const text = tile[1] === "_" ? "?" : tile[1];
    const element = svgEl(`g.pt-piece.kind-tile.owner-${owner}`, { "data-tile": tile, class: text === "X" ? "is-gap" : "" },
      svgEl("rect.epigo-tile-shadow", { x: -37, y: -33, width: 74, height: 74, rx: 14 }),
      svgEl("rect.epigo-tile-face", { x: -37, y: -37, width: 74, height: 74, rx: 14 }),
      svgEl("rect.epigo-tile-rim", { x: -30, y: -30, width: 60, height: 60, rx: 9 }),
      svgEl("text", { y: 0, dy: "0.35em" }, text));
    this.#tiles.set(tile, element);
    this.#layers.tiles.append(element);
    return element;
  }

  #label() {
    /** @type {Map<string, string>} */
    const byKey = new Map([...this.#state.tiles].map(([tile, point]) => [keyOf(point), tile]));
    for (const [key, cell] of this.#cells) {
      const tile = byKey.get(key);
      const words = [key];
      if (tile !== undefined) words.push(tileName(tile));
      const order = (this.#state.arrows ?? []).find((arrow) => arrow.tile === tile);
      if (order !== undefined) words.push(orderName(order.slot, order.direction));
      cell.setAttribute("aria-label", words.join(", "));
      const isSelected = tile !== undefined && tile === this.#state.selected;
      if (isSelected) cell.setAttribute("aria-selected", "true");
      else cell.removeAttribute("aria-selected");
    }
  }

  #listen() {
    this.element.addEventListener("click", (event) => {
      if (this.#drag.wasDrag()) return;
      const picked = /** @type {Element} */ (event.target).closest("[data-direction]")?.getAttribute("data-direction");
      if (picked) this.events.direction?.(/** @type {Direction} */ (picked));
      else this.#choose(this.#keyUnder(event));
    });
    // The focus goes to the square that is chosen, not to what a tile stands in.
    this.element.addEventListener("mousedown", (event) => event.preventDefault());
    this.element.addEventListener("keydown", (event) => this.#onKey(/** @type {KeyboardEvent} */ (event)));
    this.element.addEventListener("focusin", (event) => {
      const cell = /** @type {Element} */ (event.target);
      const key = cell.getAttribute("data-key");
      if (!key) return;
      this.#setFocus(key, false);
      if (cell.matches(":focus-visible")) this.#showRing(key);
    });
    this.element.addEventListener("focusout", () => this.#ring.setAttribute("hidden", ""));
    this.#drag = listenToDrags(this.element, {
      grip: (element) => {
        const tile = element.closest("[data-tile]")?.getAttribute("data-tile") ?? "";
        return this.#state.own?.has(tile) ? tile : null;
      },
      move: (tile, dx, dy) => {
        const point = this.#state.tiles.get(tile);
        if (point) this.#tile(tile).setAttribute("transform", this.#translate(this.#shift(point, dx, dy)));
      },
      drop: (tile, dx, dy) => {
        const point = this.#state.tiles.get(tile);
        if (!point) return;
        this.#tile(tile).setAttribute("transform", this.#translate(point));
        if (Math.hypot(dx, dy) < DRAG_DISTANCE) this.#choose(keyOf(point));
        else this.events.drag?.(tile, this.#shift(point, dx, dy));
      },
      cell: () => (this.element.getBoundingClientRect().width * CELL) / (8 * CELL + 2 * MARGIN),
    });
  }

  /** Shows where the keyboard is, above the neighbours of the square. @param {string} key */
  #showRing(key) {
    const { x, y } = this.#place.middle(pointOf(key));
    this.#ring.setAttribute("transform", `translate(${x - CELL / 2 + 4} ${y - CELL / 2 + 4})`);
    this.#ring.removeAttribute("hidden");
  }

  /** @param {string | null} key */
  #choose(key) {
    if (key === null) return;
    if (this.#cells.has(key)) this.#setFocus(key, true);
    this.events.square?.(key);
  }

  /** @param {Event} event */
  #keyUnder(event) {
    const target = /** @type {Element} */ (event.target);
    const cell = target.closest("[data-key]")?.getAttribute("data-key");
    if (cell) return cell;
    const point = this.#state.tiles.get(target.closest("[data-tile]")?.getAttribute("data-tile") ?? "");
    return point === undefined ? null : keyOf(point);
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const onScreen = ARROW_KEYS[event.key];
    const direction = onScreen === undefined ? null : this.turn(onScreen);
    if (this.events.key?.(event, direction)) {
      event.preventDefault();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#choose(this.#focused);
    } else {
      const next = moveFocus({ cells: this.#cells, centre: (key) => this.#place.middle(pointOf(key)) }, this.#focused, event.key);
      if (next === undefined) return;
      event.preventDefault();
      if (next === null) sound("edge");
      else this.#setFocus(next, true);
    }
  }

  /**
   * @param {string} key
   * @param {boolean} move whether the focus goes there
   */
  #setFocus(key, move) {
    this.#cells.get(this.#focused)?.setAttribute("tabindex", "-1");
    this.#focused = key;
    const cell = this.#cells.get(key);
    cell?.setAttribute("tabindex", "0");
    if (move) cell?.focus();
  }
}

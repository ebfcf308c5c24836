// The secret choice of one side of Epigo: a line-up or a plan, made by clicks or typed.

/** @typedef {import("./rules.js").Scene} Scene */
/** @typedef {"N" | "E" | "S" | "W" | "x"} Direction */
/** @typedef {{tile: string, direction: Direction}} Order */

const FILES = "abcdefgh";
const TILES = ["1", "2", "3", "4", "5", "6", "7"];
export const ORDERS = 3;

/** Steps to the next file and rank. @type {Record<string, [number, number]>} */
const STEPS = { N: [0, 1], E: [1, 0], S: [0, -1], W: [-1, 0] };

/** The cell in a direction. @param {string} key @param {string} direction */
export function beside(key, direction) {
  const [file = 0, rank = 0] = STEPS[direction] ?? [];
  return String.fromCharCode(key.charCodeAt(0) + file) + String(Number(key.slice(1)) + rank);
}

/** A line-up in the making. */
export class LineUp {
  /** @type {(string | null)[]} a tile or X for each file */
  places = Array.from(FILES, () => null);
  /** The tile that the next click places. */
  next = "1";

  /** @param {number} seat */
  constructor(seat) {
    this.seat = seat;
    this.rank = seat === 1 ? 4 : 5;
  }

  /** What has no place yet. */
  get left() {
    return [...TILES, "X"].filter((item) => !this.places.includes(item));
  }

  /** @param {string} key @returns {boolean} whether the cell is one of this line-up */
  press(key) {
    const file = FILES.indexOf(key[0] ?? "");
    if (file < 0 || key !== `${FILES[file]}${this.rank}`) return false;
    const before = this.places[file] ?? null;
    this.places[file] = before === null ? this.next : null;
    this.next = before ?? this.left[0] ?? "1";
    return true;
  }

  /** Gives the free places what is left, from file a on. */
  fill() {
    for (const item of this.left) this.places[this.places.indexOf(null)] = item;
  }

  /** The texts on the board by cell. @returns {[string, string][]} */
  texts() {
    return this.places.flatMap((item, file) => (item === null ? [] : [/** @type {[string, string]} */ ([`${FILES[file]}${this.rank}`, item])]));
  }

  /** The choice as the protocol writes it; null while it is incomplete. */
  word() {
    return this.places.includes(null) ? null : this.places.join("");
  }
}

/** A plan in the making. */
export class Plan {
  /** @type {Order[]} */
  orders = [];
  /** The tile that gets the next direction. @type {string | null} */
  tile = null;

  /** @param {number} seat @param {Scene} scene */
  constructor(seat, scene) {
    this.seat = seat;
    /** @type {Map<string, string>} the cells of the tiles on the board */
    this.cells = new Map(scene.pieces.flatMap((piece) => (piece.owner === seat && piece.at ? [[piece.label ?? "", piece.at]] : [])));
    this.captured = TILES.filter((tile) => !this.cells.has(tile));
  }

  /** @param {string} tile */
  choose(tile) {
    if (this.orders.length >= ORDERS || this.orders.some((order) => order.tile === tile)) return;
    if (this.captured.includes(tile)) this.orders.push({ tile, direction: "x" });
    else this.tile = this.tile === tile ? null : tile;
  }

  /** @param {Direction} direction */
  order(direction) {
    if (this.tile === null || this.orders.length >= ORDERS) return;
    this.orders.push({ tile: this.tile, direction });
    this.tile = null;
  }

  /** A click on a cell: an own tile, or the direction of the chosen one. @param {string} key */
  press(key) {
    const from = this.tile === null ? undefined : this.cells.get(this.tile);
    const direction = from === undefined ? undefined : ["N", "E", "S", "W"].find((name) => beside(from, name) === key);
    if (direction) {
      this.order(/** @type {Direction} */ (direction));
      return true;
    }
    const found = [...this.cells].find(([, cell]) => cell === key);
    if (found) this.choose(found[0]);
    else this.tile = null;
    return true;
  }

  word() {
    return this.orders.length < ORDERS ? null : this.orders.map((order) => order.tile + order.direction).join("-");
  }
}

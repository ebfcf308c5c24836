/**
 * The tables that this browser knows: the tokens of its seats, the links that it may pass on, and the own name.
 * @module
 */

/**
 * @typedef {object} KnownTable
 * @property {string} room
 * @property {string} variant
 * @property {string | null} token of the own seat
 * @property {(string | null)[]} links tokens of seats that were made here, by seat
 * @property {number} time when it was last open, in milliseconds
 */

const TABLES = "petteia.tables";
const NAME = "petteia.name";
const MOST_TABLES = 20;
/** Characters of a name that the server takes. */
export const LONGEST_NAME = 40;

/** @returns {KnownTable[]} the newest first */
export function tables() {
  try {
    const list = JSON.parse(localStorage.getItem(TABLES) ?? "[]");
    return Array.isArray(list) ? list.filter((table) => typeof table?.room === "string" && Array.isArray(table.links)) : [];
  } catch {
    return [];
  }
}

/** @param {string} room @returns {KnownTable | undefined} */
export function findTable(room) {
  return tables().find((table) => table.room === room);
}

/**
 * Keeps what is known of a table; what is not given stays.
 * @param {Partial<KnownTable> & { room: string }} change
 */
export function keepTable(change) {
  const old = findTable(change.room) ?? { room: change.room, variant: "", token: null, links: [], time: 0 };
  const others = tables().filter((table) => table.room !== change.room);
  write(localStorage, TABLES, JSON.stringify([{ ...old, ...change, time: Date.now() }, ...others].slice(0, MOST_TABLES)));
}

/** @param {string} room */
export function forgetTable(room) {
  write(localStorage, TABLES, JSON.stringify(tables().filter((table) => table.room !== room)));
}

/**
 * The token of the seat of this tab. Two tabs of a browser can have two seats.
 * @param {string} room
 * @returns {string | null}
 */
export function seatToken(room) {
  return read(sessionStorage, `petteia.seat.${room}`) ?? findTable(room)?.token ?? null;
}

/**
 * @param {string} room
 * @param {string} token
 */
export function keepSeatToken(room, token) {
  write(sessionStorage, `petteia.seat.${room}`, token);
  keepTable({ room, token });
}

export function ownName() {
  return read(localStorage, NAME) ?? "";
}

/** @param {string} name */
export function keepName(name) {
  write(localStorage, NAME, name.slice(0, LONGEST_NAME));
}

/**
 * @param {Storage} storage
 * @param {string} key
 */
function read(storage, key) {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
}

/**
 * A browser that stores nothing keeps its tables until the page closes.
 * @param {Storage} storage
 * @param {string} key
 * @param {string} value
 */
function write(storage, key, value) {
  try {
    storage.setItem(key, value);
  } catch {
    // The seat then needs its link again after a reload.
  }
}

/**
 * The address of a table. The token of a seat is behind the #, which browsers send to no server.
 * @param {string} room
 * @param {string | null} token of a seat; null watches
 * @param {string} [entry] the query of the page that a server with a token of its own needs
 */
export function tableLink(room, token, entry = "") {
  const url = new URL(location.href);
  if (entry !== "") url.search = entry;
  url.hash = token ? `/table/${room}/${token}` : `/table/${room}`;
  return url.href;
}

/**
 * The table and the seat that the path of an address names.
 * @param {string} path
 * @returns {{ room: string, token: string | null } | null}
 */
export function parseTablePath(path) {
  const match = /^([\w-]+)(?:\/([\w-]+))?\/?$/.exec(path);
  return match === null ? null : { room: match[1], token: match[2] ?? null };
}

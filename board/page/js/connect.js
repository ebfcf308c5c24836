// Where the engine is: in workers beside the page, or behind a server.

import { SocketPipe, WorkerPipe } from "./lines.js";
import { settings } from "./settings.js";

/**
 * @typedef {object} Config what the server of the page has
 * @property {boolean} server
 * @property {boolean} engine
 * @property {boolean} rooms
 * @property {number} [hash] the most MiB
 * @property {number} [threads] the most threads
 * @property {string[]} [variants] of tables
 * @property {number} [levels] of engines at tables
 * @property {{ cards: number } | null} [deck] the deck of the server for tables of Dixit
 * @property {string} [entry] the query, such as `?token=…`, that other visitors need to open the page
 */

/** @type {Config} */
const STATIC = { server: false, engine: false, rooms: false };

/** @type {Config} */
export let config = STATIC;

const BASE = new URL("../", import.meta.url);

export async function loadConfig() {
  try {
    const answer = await fetch(new URL("config.json", BASE));
    if (answer.ok) config = { ...STATIC, ...(await answer.json()) };
  } catch {
    config = STATIC;
  }
}

/** Whether searches run on the server. */
export function isRemote() {
  return config.server && config.engine && settings.place !== "browser";
}

/** @param {string} path @returns {URL} */
export function socketAddress(path) {
  const address = new URL(path, BASE);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  return address;
}

const MODULE = new URL("engine/petteia.js", BASE);

/** @returns {import("./lines.js").Pipe} lines that are answered at once */
export function openRules() {
  return config.server && settings.place !== "browser" ? new SocketPipe(socketAddress("rules")) : new WorkerPipe(MODULE, true);
}

/** @returns {import("./lines.js").Pipe} lines to an engine that searches */
export function openEngine() {
  return isRemote() ? new SocketPipe(socketAddress("engine")) : new WorkerPipe(MODULE, false);
}

/**
 * Reads or writes game files.
 * @param {import("./lines.js").Pipe} rules the pipe about rules, whose worker converts where there is no server
 * @param {import("./lines.js").ConvertRequest} request
 * @returns {Promise<string>}
 */
export async function convert(rules, request) {
  if (rules instanceof WorkerPipe) return rules.convert(request);
  const answer = await fetch(new URL("convert", BASE), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(request),
  });
  const body = await answer.json().catch(() => ({ error: `${answer.status} ${answer.statusText}` }));
  if (!answer.ok || typeof body.text !== "string") throw new Error(body.error ?? answer.statusText);
  return body.text;
}

// The games that the page offers. Their rules are in the engine; this table has names and forms only.

/**
 * @typedef {"rows" | "dvonn" | "reversi" | "pdn" | "sparta" | "epigo" | "none"} FenForm
 * @typedef {object} Game
 * @property {string} variant
 * @property {string} family the key of the name of the game
 * @property {"turns" | "orders" | "party"} kind moves one after another, orders at the same time, a party with hands
 * @property {"white" | "black"} first who moves first
 * @property {FenForm} form
 * @property {string} [size] shown after the name
 * @property {string} [network] the network of its evaluation, a file of the engine
 */

/** @type {Game[]} */
export const GAMES = [
  { variant: "dvonn", family: "dvonn", kind: "turns", first: "white", form: "dvonn", network: "dvonn" },
  { variant: "reversi", family: "reversi", kind: "turns", first: "black", form: "reversi", network: "reversi" },
  { variant: "reversi-6x6", family: "reversi", kind: "turns", first: "black", form: "reversi", size: "6×6" },
  { variant: "checkers", family: "checkers", kind: "turns", first: "black", form: "pdn", network: "checkers" },
  { variant: "draughts", family: "draughts", kind: "turns", first: "white", form: "pdn", network: "draughts" },
  { variant: "russian", family: "russian", kind: "turns", first: "white", form: "pdn", network: "russian" },
  { variant: "brazilian", family: "brazilian", kind: "turns", first: "white", form: "pdn", network: "russian" },
  { variant: "italian", family: "italian", kind: "turns", first: "white", form: "pdn" },
  { variant: "frisian", family: "frisian", kind: "turns", first: "white", form: "pdn", network: "frisian" },
  { variant: "killer", family: "killer", kind: "turns", first: "white", form: "pdn", network: "draughts" },
  { variant: "breakthrough", family: "breakthrough", kind: "turns", first: "white", form: "pdn" },
  { variant: "antidraughts", family: "antidraughts", kind: "turns", first: "white", form: "pdn" },
  { variant: "gonu", family: "gonu", kind: "turns", first: "white", form: "rows", network: "gonu" },
  { variant: "tablut", family: "tablut", kind: "turns", first: "black", form: "rows", network: "tablut" },
  { variant: "tablut-square", family: "tablut-square", kind: "turns", first: "black", form: "rows", network: "tablut" },
  { variant: "brandub", family: "brandub", kind: "turns", first: "black", form: "rows" },
  { variant: "copenhagen", family: "copenhagen", kind: "turns", first: "black", form: "rows" },
  { variant: "latrunculi", family: "latrunculi", kind: "turns", first: "white", form: "rows", size: "8×8", network: "latrunculi" },
  { variant: "latrunculi-8x7", family: "latrunculi", kind: "turns", first: "white", form: "rows", size: "8×7" },
  { variant: "latrunculi-12x8", family: "latrunculi", kind: "turns", first: "white", form: "rows", size: "12×8" },
  { variant: "latrunculi-12x9", family: "latrunculi", kind: "turns", first: "white", form: "rows", size: "12×9" },
  { variant: "latrunculi-19x11", family: "latrunculi", kind: "turns", first: "white", form: "rows", size: "19×11" },
  { variant: "latrunculi-conversion", family: "latrunculi-conversion", kind: "turns", first: "white", form: "rows" },
  { variant: "sparta", family: "sparta", kind: "turns", first: "white", form: "sparta", network: "sparta" },
  { variant: "epigo", family: "epigo", kind: "orders", first: "white", form: "epigo" },
  { variant: "dixit", family: "dixit", kind: "party", first: "white", form: "none" },
];

/** @param {string} variant @returns {Game | undefined} */
export function findGame(variant) {
  return GAMES.find((game) => game.variant === variant);
}

/** @param {string} variant @returns {Game} */
export function gameOf(variant) {
  return findGame(variant) ?? /** @type {Game} */ (GAMES[0]);
}

/** The colour of a player, 1 or 2. @param {string} variant @param {number} player */
export function colourOf(variant, player) {
  const first = gameOf(variant).first;
  return player === 1 ? first : first === "white" ? "black" : "white";
}

/** The player at the bottom of a board that is not turned. @param {string} variant */
export function bottomOf(variant) {
  return variant === "checkers" ? 2 : 1;
}

/** The highest level, full strength. */
export const FULL_LEVEL = 20;

/** The most nodes of a move, as `petteia play` has them. @param {string} variant */
export function mostNodes(variant) {
  return gameOf(variant).kind === "orders" ? 12_000_000 : 10_000_000;
}

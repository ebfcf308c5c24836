// Positions that a person sets up: pieces by cell, written as FEN.

import { colourOf, gameOf } from "./games.js";

/** @typedef {import("./rules.js").Scene} Scene */
/** @typedef {import("./rules.js").Piece} Piece */
/** Pieces as a FEN writes them, by cell. @typedef {Map<string, string>} Placement */
/** @typedef {{mover: number, phase: "p" | "s", tail: string}} Rest the side to move, the phase of DVONN, and what stands behind them */

/** The games with attackers, defenders and a king. */
const TAFL = ["tablut", "tablut-square", "brandub", "copenhagen"];

/** Letters of the games whose rows are written as in chess, by the kind of piece. @type {Record<string, [string, string]>} */
const LETTERS = {
  man: ["P", "p"],
  warrior: ["P", "p"],
  hero: ["H", "h"],
  dux: ["D", "d"],
  attacker: ["a", "a"],
  defender: ["D", "D"],
  king: ["K", "K"],
};

/** A piece of a scene as a FEN writes it. @param {string} variant @param {Piece} piece */
export function symbolOf(variant, piece) {
  const player = piece.owner ?? 1;
  const letter = colourOf(variant, player) === "white" ? "w" : "b";
  const height = piece.height > 1 ? String(piece.height) : "";
  switch (gameOf(variant).form) {
    case "dvonn":
      if (piece.kind === "red") return "r";
      return (piece.kind === "stack-with-red" ? letter.toUpperCase() : letter) + height;
    case "reversi":
      return player === 1 ? "X" : "O";
    case "pdn":
      return piece.kind === "king" ? letter.toUpperCase() : letter;
    case "epigo":
      return letter + (piece.label ?? "");
    default:
      return LETTERS[piece.kind]?.[player - 1] ?? "?";
  }
}

/** @param {Scene} scene @returns {Placement} */
export function placementOf(scene) {
  return new Map(scene.pieces.flatMap((piece) => (piece.at ? [[piece.at, symbolOf(scene.variant, piece)]] : [])));
}

/** The symbols that can be placed; DVONN's stacks are made by height. @param {string} variant */
export function palette(variant) {
  const { form } = gameOf(variant);
  if (form === "dvonn") return ["r", "w", "b", "W2", "B2"];
  if (form === "reversi") return ["X", "O"];
  if (form === "pdn") return ["w", "W", "b", "B"];
  if (form === "epigo") return ["w", "b"].flatMap((side) => [1, 2, 3, 4, 5, 6, 7].map((n) => `${side}${n}`));
  if (form === "sparta") return ["P", "H", "p", "h"];
  if (TAFL.includes(variant)) return ["a", "D", "K"];
  if (variant === "gonu" || variant === "latrunculi-conversion") return ["P", "p"];
  return ["P", "D", "p", "d"];
}

/** A position that shows every symbol of the palette, or null for the start position. @param {string} variant @param {string} symbol */
export function sampleFen(variant, symbol) {
  const { form } = gameOf(variant);
  if (form === "dvonn") return `${symbol}${symbol === "r" ? "." : "r"}......./........../.........../........../......... w s`;
  if (form === "pdn") return "W:W31,K32:B1,K2";
  if (form === "sparta") return "PpHh4/8/8/8/8/8/8/8 w w:a4,d5,e4,h5;b:a5,d4,e5,h4";
  if (form === "epigo") return "b7b6b5b4/..b3b2b1./......../......../......../......../.w1w2w3../w4w5w6w7 3";
  return null;
}

/** What stands behind the pieces in the FEN of a scene. @param {Scene} scene @returns {Rest} */
export function restOf(scene) {
  const words = scene.fen.split(" ");
  const { form } = gameOf(scene.variant);
  const tail = form === "sparta" ? (words[2] ?? "") : form === "epigo" ? (words[1] ?? "1") : "";
  return { mover: scene.turn[0] ?? 1, phase: words[2] === "p" ? "p" : "s", tail };
}

/** @param {Scene} scene whose cells are those of the board @param {Placement} placement @param {Rest} rest */
export function writeFen(scene, placement, rest) {
  const { form } = gameOf(scene.variant);
  const white = colourOf(scene.variant, rest.mover) === "white";
  const side = white ? "w" : "b";
  if (form === "pdn") return pdn(placement, white);
  const rows = rowsOf(scene).map((row) => row.map((key) => placement.get(key) ?? "."));
  if (form === "dvonn") return `${rows.map((row) => row.join("")).join("/")} ${side} ${rest.phase}`;
  if (form === "epigo") return `${rows.map((row) => row.join("")).join("/")} ${Math.max(1, Number(rest.tail) || 1)}`;
  const text = rows.map(runs).join("/");
  return [text, side, rest.tail].filter(Boolean).join(" ");
}

/** The cells of each row from the top. @param {Scene} scene */
function rowsOf(scene) {
  /** @type {Map<number, import("./rules.js").Cell[]>} */
  const rows = new Map();
  for (const cell of scene.cells) rows.set(cell.y, [...(rows.get(cell.y) ?? []), cell]);
  const sorted = [...rows].sort(([a], [b]) => a - b);
  return sorted.map(([, cells]) => cells.sort((a, b) => a.x - b.x).map((cell) => cell.key ?? ""));
}

/** Empty cells as numbers. @param {string[]} row */
function runs(row) {
  return row.join(",").replace(/\.(,\.)*/g, (empty) => String((empty.length + 1) / 2)).replaceAll(",", "");
}

/** @param {Placement} placement @param {boolean} white */
function pdn(placement, white) {
  const squares = (/** @type {string} */ letter) =>
    [...placement]
      .filter(([, symbol]) => symbol.toLowerCase() === letter)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([key, symbol]) => (symbol === letter ? key : `K${key}`))
      .join(",");
  return `${white ? "W" : "B"}:W${squares("w")}:B${squares("b")}`;
}

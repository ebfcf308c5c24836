// A turn of Epigo, step by step on the board.

import { slotEffect } from "./effects.js";
import { list, t } from "./i18n.js";

/** @typedef {import("./effects.js").Effect} Effect */
/** @typedef {import("./effects.js").SlotEffect} SlotEffect */
/** @typedef {import("./board.js").Board} Board */

const STEP = 450;
const PAUSE = 350;

/** @param {string} tile `w3` */
export function tileName(tile) {
  const side = t(tile.startsWith("w") ? "side.white" : "side.black");
  return `${side} ${tile.slice(1)}`;
}

/** @param {SlotEffect} step */
export function stepWords(step) {
  if (step.kind === "cancel") return t("slot.cancel", { tile: step.tile });
  return t(`slot.${step.kind}`, {
    tile: step.tile ? tileName(step.tile) : "",
    from: step.from,
    to: step.to,
    row: list(step.row.map(tileName)),
    by: step.by ? t(step.by === "w" ? "side.white" : "side.black") : "",
  });
}

/** The steps of the effects of a turn. @param {Effect[]} effects */
export function steps(effects) {
  return effects.flatMap((effect) => slotEffect(effect) ?? []);
}

/** The cell beside a cell in the direction from one cell to another. @param {string} cell @param {string} from @param {string} to */
function shifted(cell, from, to) {
  const part = (/** @type {string} */ key) => /** @type {[number, number]} */ ([key.charCodeAt(0), Number(key.slice(1))]);
  const [[file, rank], [a, b], [c, d]] = [part(cell), part(from), part(to)];
  return String.fromCharCode(file + Math.sign(c - a)) + String(rank + Math.sign(d - b));
}

/** @param {number} milliseconds */
const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/**
 * Moves the tiles that a board shows, one step after another.
 * @param {Board} board @param {SlotEffect[]} turn
 * @param {{onStep: (step: SlotEffect) => void, isOver: () => boolean, animated: boolean}} how
 */
export async function replay(board, turn, how) {
  const drawing = board.drawing;
  if (!drawing) return;
  /** @type {Map<string, {key: string, element: SVGGElement | null}>} */
  const tiles = new Map();
  for (const [key, piece] of drawing.pieces()) {
    tiles.set(`${piece.owner === 1 ? "w" : "b"}${piece.label ?? ""}`, { key, element: drawing.piece(key) });
  }
  for (const step of turn) {
    if (how.isOver()) return;
    how.onStep(step);
    if (!how.animated) continue;
    const moved = [step.tile, ...step.row];
    if (step.kind === "slide" || step.kind === "super" || step.kind === "push") {
      for (const name of moved) move(drawing, tiles.get(name), step);
    } else if (step.kind === "off" || step.kind === "capture") {
      tiles.get(step.tile)?.element?.animate([{ opacity: 1 }, { opacity: 0 }], { duration: STEP, fill: "forwards" });
    } else if (step.kind === "blocked") {
      shake(drawing, tiles.get(step.tile));
    }
    await wait(STEP + PAUSE);
  }
}

/** @param {import("./drawing.js").Drawing} drawing @param {{key: string, element: SVGGElement | null} | undefined} tile @param {SlotEffect} step */
function move(drawing, tile, step) {
  if (!tile) return;
  const target = tile.key === step.from ? step.to : shifted(tile.key, step.from, step.to);
  const [from, to] = [drawing.centre(tile.key), drawing.centre(target)];
  tile.key = target;
  if (!from || !to || !tile.element) return;
  const at = (/** @type {{x: number, y: number}} */ point) => ({ transform: `translate(${point.x}px, ${point.y}px)` });
  tile.element.animate([at(from), at(to)], { duration: STEP, easing: "ease-in-out", fill: "forwards" });
}

/** @param {import("./drawing.js").Drawing} drawing @param {{key: string, element: SVGGElement | null} | undefined} tile */
function shake(drawing, tile) {
  const centre = tile ? drawing.centre(tile.key) : null;
  if (!tile?.element || !centre) return;
  const at = (/** @type {number} */ shift) => ({ transform: `translate(${centre.x + shift}px, ${centre.y}px)` });
  tile.element.animate([at(0), at(-8), at(8), at(0)], { duration: STEP / 2 });
}

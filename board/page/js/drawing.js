// The drawing of a position: where its cells are, and groups of our own in it.

import { svgEl } from "./dom.js";

/** @typedef {import("./rules.js").Scene} Scene */
/** @typedef {import("./rules.js").Cell} Cell */
/** @typedef {{x: number, y: number}} Point */

const CELL = 100;
/** How far from its centre a cell is hit, in units of the drawing. */
const REACH = 62;

export class Drawing {
  /** @param {SVGSVGElement} svg @param {Scene} scene */
  constructor(svg, scene) {
    this.svg = svg;
    this.scene = scene;
    const [x = 0, y = 0] = (svg.dataset["origin"] ?? "").split(" ").map(Number);
    this.origin = { x, y };
    this.turned = svg.dataset["turned"] === "true";
    /** @type {Map<string, Cell>} */
    this.cells = new Map(scene.cells.flatMap((cell) => (cell.key === null ? [] : [[cell.key, cell]])));
    this.under = this.#group("pt-marks", "pt-page-under");
    this.over = svgEl("g", { class: "pt-page", "aria-hidden": "true" });
    svg.append(this.over);
  }

  /** @param {string} name @param {string} own */
  #group(name, own) {
    const group = svgEl("g", { class: own, "aria-hidden": "true" });
    const pieces = this.svg.querySelector("g.pt-pieces");
    if (pieces) pieces.before(group);
    else (this.svg.querySelector(`g.${name}`) ?? this.svg).append(group);
    return group;
  }

  /** The centre of a cell in units of the drawing. @param {string} key @returns {Point | null} */
  centre(key) {
    const cell = this.cells.get(key);
    return cell ? this.place(cell.x, cell.y) : null;
  }

  /** @param {number} x @param {number} y in widths of a cell @returns {Point} */
  place(x, y) {
    const sign = this.turned ? -CELL : CELL;
    return { x: this.origin.x + sign * x, y: this.origin.y + sign * y };
  }

  /** The cell at a place of the screen. @param {number} clientX @param {number} clientY @returns {string | null} */
  keyAt(clientX, clientY) {
    const point = this.toDrawing(clientX, clientY);
    let best = null;
    let least = REACH;
    for (const key of this.cells.keys()) {
      const centre = this.centre(key);
      if (!centre) continue;
      const distance = Math.hypot(centre.x - point.x, centre.y - point.y);
      if (distance < least) [best, least] = [key, distance];
    }
    return best;
  }

  /** @param {number} clientX @param {number} clientY @returns {Point} */
  toDrawing(clientX, clientY) {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { x: -Infinity, y: -Infinity };
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  /** @param {string} key @returns {SVGGElement | null} */
  cell(key) {
    return this.svg.querySelector(`g.pt-cell[data-key="${CSS.escape(key)}"]`);
  }

  /** The shape of a cell, to be drawn again as a mark. @param {string} key @returns {SVGElement | null} */
  outline(key) {
    const shape = this.cell(key)?.querySelector("path, rect, polygon, circle");
    if (!(shape instanceof SVGElement)) return null;
    const copy = /** @type {SVGElement} */ (shape.cloneNode(false));
    for (const name of ["id", "fill", "stroke", "class"]) copy.removeAttribute(name);
    return copy;
  }

  /** @param {string} key @returns {SVGGElement | null} */
  piece(key) {
    return this.svg.querySelector(`g.pt-pieces > g.pt-piece[data-at="${CSS.escape(key)}"]`);
  }

  /** What stands on each cell. */
  pieces() {
    return new Map(this.scene.pieces.flatMap((piece) => (piece.at ? [[piece.at, piece]] : [])));
  }
}

/** Reads a drawing of the engine. @param {string} text @returns {SVGSVGElement | null} */
export function parseDrawing(text) {
  const parsed = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  if (parsed.namespaceURI !== "http://www.w3.org/2000/svg" || parsed.nodeName !== "svg") return null;
  for (const element of parsed.querySelectorAll("script, foreignObject")) element.remove();
  return /** @type {SVGSVGElement} */ (/** @type {unknown} */ (document.importNode(parsed, true)));
}

// Marks and arrows that the page draws on a board.

import { svgEl } from "./dom.js";

/** @typedef {import("./drawing.js").Drawing} Drawing */
/**
 * @typedef {object} Arrow
 * @property {string | null} from null marks the cell only
 * @property {string} to
 * @property {"best" | "other" | "hint" | "user"} kind
 * @property {number} [rank] from 1; later ones are fainter
 * @property {string} [label]
 */

/** The outline of a cell with a class. @param {Drawing} drawing @param {string} key @param {string} name */
export function cellMark(drawing, key, name) {
  const outline = drawing.outline(key);
  if (!outline || drawing.scene.grid === "points") {
    const centre = drawing.centre(key);
    return centre ? svgEl("circle", { cx: centre.x, cy: centre.y, r: 46, class: `mark ${name}` }) : null;
  }
  outline.setAttribute("class", `mark ${name}`);
  return outline;
}

/** Radius and classes of the circles of a target, from below: the white edge is seen on every colour of a board. */
const TARGETS = {
  free: [{ r: 15, class: "mark target-dot" }],
  piece: [{ r: 44, class: "mark target-edge" }, { r: 44, class: "mark target-ring" }],
  place: [{ r: 10, class: "mark target-place" }],
};

/**
 * A dot on a free target, a ring around a piece, a small dot where a piece can be placed.
 * @param {Drawing} drawing @param {string} key @param {keyof typeof TARGETS} kind
 */
export function targetMark(drawing, key, kind) {
  const centre = drawing.centre(key);
  if (!centre) return null;
  return svgEl("g", {}, ...TARGETS[kind].map((circle) => svgEl("circle", { cx: centre.x, cy: centre.y, ...circle })));
}

/** Shapes of effects around the centre of a cell. */
const EFFECT_PATHS = {
  captured: "M-26-26L26 26M26-26L-26 26",
  removed: "M-26-26L26 26M26-26L-26 26",
  flipped: "M-24-6A25 25 0 0 1 22-12M22-26V-10H6M24 6A25 25 0 0 1-22 12M-22 26V10H-6",
  converted: "M-24-6A25 25 0 0 1 22-12M22-26V-10H6M24 6A25 25 0 0 1-22 12M-22 26V10H-6",
  promoted: "M-24 12L0-14L24 12M-24 28L0 2L24 28",
  city: "M-22 24V-6L0-24L22-6V24Z",
};

/** The mark of an effect on a cell. @param {Drawing} drawing @param {string} key @param {string} effect */
export function effectMark(drawing, key, effect) {
  const centre = drawing.centre(key);
  const path = /** @type {Record<string, string>} */ (EFFECT_PATHS)[effect];
  if (!centre || !path) return null;
  const transform = `translate(${centre.x} ${centre.y})`;
  return svgEl(
    "g",
    { class: `mark effect effect-${effect}`, transform },
    svgEl("circle", { r: 42, class: "effect-field" }),
    svgEl("path", { d: path, class: "effect-edge" }),
    svgEl("path", { d: path, class: "effect-line" }),
  );
}

/** A short text on a cell. @param {Drawing} drawing @param {string} key @param {string} text @param {string} name */
export function textMark(drawing, key, text, name) {
  const centre = drawing.centre(key);
  if (!centre) return null;
  const width = 14 * text.length + 18;
  return svgEl(
    "g",
    { class: `mark value ${name}`, transform: `translate(${centre.x} ${centre.y + 26})` },
    svgEl("rect", { x: -width / 2, y: -16, width, height: 32, rx: 8 }),
    svgEl("text", { "text-anchor": "middle", y: 8 }, text),
  );
}

const HEAD = 34;

/** @param {Drawing} drawing @param {Arrow} arrow */
export function arrowMark(drawing, arrow) {
  const to = drawing.centre(arrow.to);
  const from = arrow.from === null ? null : drawing.centre(arrow.from);
  if (!to) return null;
  const name = `arrow arrow-${arrow.kind} rank-${Math.min(arrow.rank ?? 1, 5)}`;
  if (!from || (from.x === to.x && from.y === to.y)) {
    return svgEl("g", { class: name }, svgEl("circle", { cx: to.x, cy: to.y, r: 42, class: "arrow-ring" }));
  }
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const end = { x: to.x - dx * HEAD, y: to.y - dy * HEAD };
  const start = { x: from.x + dx * 22, y: from.y + dy * 22 };
  const side = { x: -dy * 17, y: dx * 17 };
  const head = `M${to.x - dx * 4} ${to.y - dy * 4}L${end.x + side.x} ${end.y + side.y}L${end.x - side.x} ${end.y - side.y}Z`;
  return svgEl(
    "g",
    { class: name },
    svgEl("path", { d: `M${start.x} ${start.y}L${end.x} ${end.y}`, class: "arrow-line" }),
    svgEl("path", { d: head, class: "arrow-head" }),
  );
}

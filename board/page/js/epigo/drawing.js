// What is drawn over the squares of Epigo: the arrows of a plan, where its tiles would end, and marks.

import { svgEl } from "../dom.js";
import { DIRECTIONS, VECTORS, isOnBoard, keyOf, neighbour, pointOf } from "./model.js";

/** @typedef {import("./model.js").Direction} Direction */
/** @typedef {import("./model.js").Point} Point */
/** @typedef {import("./board.js").BoardState} BoardState */
/**
 * Where squares and directions are on the screen.
 * @typedef {{ middle: (point: Point) => Point, turn: (direction: Direction) => Direction }} Place
 */

/**
 * @param {Place} place
 * @param {string} key
 */
export function squareMark(place, key) {
  const { x, y } = place.middle(pointOf(key));
  return svgEl("rect.epigo-mark", { x: x - 48, y: y - 48, width: 96, height: 96, rx: 6 });
}

/**
 * @param {Place} place
 * @param {BoardState} state
 */
export function arrows(place, state) {
  return (state.arrows ?? []).flatMap(({ tile, direction, slot }) => {
    const point = state.tiles.get(tile);
    if (point === undefined || direction === "x") return [];
    const vector = VECTORS[place.turn(/** @type {Direction} */ (direction))];
    const from = place.middle(point);
    /** @param {number} along @param {number} [aside] */
    const at = (along, aside = 0) =>
      `${from.x + vector.x * along - vector.y * aside} ${from.y + vector.y * along + vector.x * aside}`;
    const [cx, cy] = at(42).split(" ");
    return [svgEl("g.epigo-arrow", {},
      svgEl("path.epigo-arrow-line", { d: `M${at(42)}L${at(76)}` }),
      svgEl("path.epigo-arrow-head", { d: `M${at(100)}L${at(72, 20)}L${at(72, -20)}Z` }),
      svgEl("circle", { cx, cy, r: 17 }),
      svgEl("text", { x: cx, y: cy, dy: "0.35em" }, slot))];
  });
}

/**
 * @param {Place} place
 * @param {BoardState} state
 */
export function ghosts(place, state) {
  const taken = new Set([...state.tiles.values()].map(keyOf));
  return (state.ghosts ?? []).map(({ tile, point }) => {
    const { x, y } = place.middle(point);
    return svgEl(`g.epigo-ghost.owner-${tile[0] === "w" ? 1 : 2}`,
      { transform: `translate(${x} ${y})`, class: isOnBoard(point) ? "" : "is-off" },
      svgEl("rect", { x: -37, y: -37, width: 74, height: 74, rx: 14 }),
      taken.has(keyOf(point)) ? null : svgEl("text", { x: 0, y: 0, dy: "0.35em" }, tile[1]));
  });
}

/**
 * The four directions of the selected tile, to be clicked.
 * @param {Place} place
 * @param {BoardState} state
 */
export function picker(place, state) {
  const point = state.selected === undefined ? undefined : state.tiles.get(state.selected);
  if (!state.picker || point === undefined) return [];
  return DIRECTIONS.map((direction) => {
    const target = neighbour(point, direction);
    const { x, y } = place.middle(target);
    const angle = { N: 0, E: 90, S: 180, W: 270 }[place.turn(direction)];
    return svgEl("g.epigo-direction",
      { transform: `translate(${x} ${y})`, "data-direction": direction, class: isOnBoard(target) ? "" : "is-off" },
      svgEl("circle", { r: 36 }), svgEl("path", { d: "M0 -22L20 4H8V22H-8V4H-20Z", transform: `rotate(${angle})` }));
  });
}

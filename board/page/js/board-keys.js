// Neighbours of a cell for the keyboard.

/** @typedef {import("./drawing.js").Drawing} Drawing */
/**
 * Cells with their centres on the screen, in hundredths of the width of a cell.
 * @typedef {{ cells: Map<string, unknown>, centre: (key: string) => { x: number, y: number } | null }} Grid
 */

/** Directions on the screen: columns to the right, rows down. A row without column is the nearest cell of that row. */
const DIRECTIONS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  a: [-1, 0],
  d: [1, 0],
  q: [-1, -1],
  w: [1, -1],
  z: [-1, 1],
  x: [1, 1],
};

const NEAR = 0.01;

/**
 * The next cell for a key: null at the edge, undefined if the key is no direction.
 * Up and down go to the next row, `q w z x` to the one beside it, left and right stay in the row.
 * @param {Grid} drawing @param {string | null} from @param {string} key
 * @returns {string | null | undefined}
 */
export function moveFocus(drawing, from, key) {
  if (key === "Home" || key === "End") return rowEnd(drawing, from, key === "Home" ? -1 : 1);
  const direction = /** @type {Record<string, number[]>} */ (DIRECTIONS)[key];
  if (!direction) return undefined;
  const here = from === null ? null : drawing.centre(from);
  if (!here) return drawing.cells.keys().next().value ?? null;
  const [across = 0, down = 0] = direction;
  const cells = [...drawing.cells.keys()].flatMap((name) => {
    const centre = drawing.centre(name);
    return centre ? [{ name, x: (centre.x - here.x) / 100, y: (centre.y - here.y) / 100 }] : [];
  });
  const ahead = cells.filter((cell) => (down === 0 ? Math.abs(cell.y) < NEAR : cell.y * down > NEAR));
  const row = Math.min(...ahead.map((cell) => Math.abs(cell.y)));
  const fit = ahead.filter((cell) => Math.abs(cell.y) < row + NEAR && (across === 0 || cell.x * across > NEAR));
  fit.sort((a, b) => Math.abs(a.x) - Math.abs(b.x) || b.x - a.x);
  return fit[0]?.name ?? null;
}

/** @param {Grid} drawing @param {string | null} from @param {number} side */
function rowEnd(drawing, from, side) {
  const here = from === null ? null : drawing.centre(from);
  if (!here) return null;
  const row = [...drawing.cells.keys()].filter((name) => Math.abs((drawing.centre(name)?.y ?? -1) - here.y) < 1);
  row.sort((a, b) => side * ((drawing.centre(b)?.x ?? 0) - (drawing.centre(a)?.x ?? 0)));
  return row[0] ?? null;
}

/** The next own piece after a cell, in reading order. @param {Drawing} drawing @param {string | null} from @param {number} owner */
export function nextPiece(drawing, from, owner) {
  const keys = drawing.scene.pieces.filter((piece) => piece.owner === owner && piece.at).map((piece) => piece.at ?? "");
  keys.sort((a, b) => {
    const [p, q] = [drawing.centre(a), drawing.centre(b)];
    return p && q ? p.y - q.y || p.x - q.x : 0;
  });
  if (keys.length === 0) return null;
  return keys[(keys.indexOf(from ?? "") + 1) % keys.length] ?? null;
}

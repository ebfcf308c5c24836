// Moves pieces on the screen from one drawing to the next.

/** @typedef {import("./drawing.js").Drawing} Drawing */
/** @typedef {import("./rules.js").Piece} Piece */
/** @typedef {{from: string | null, to: string | null}} Hop */

const DURATION = 220;

/** @param {Piece | undefined} a @param {Piece | undefined} b */
function isEqual(a, b) {
  return a?.owner === b?.owner && a?.kind === b?.kind && a?.height === b?.height && a?.label === b?.label;
}

/**
 * Pairs the cells that a piece has left with those where one has arrived: first by the move, in either direction,
 * then by equal pieces.
 * @param {Map<string, Piece>} before @param {Map<string, Piece>} after @param {Hop} hop
 * @returns {{slides: {from: string, to: string}[], gone: string[], come: string[]}}
 */
export function difference(before, after, hop) {
  const gone = [...before].filter(([key, piece]) => !isEqual(piece, after.get(key))).map(([key]) => key);
  const come = [...after].filter(([key, piece]) => !isEqual(piece, before.get(key))).map(([key]) => key);
  /** @type {{from: string, to: string}[]} */
  const slides = [];
  const pair = (/** @type {string} */ from, /** @type {string} */ to) => {
    if (gone.includes(from) && come.includes(to) && !after.has(from)) {
      gone.splice(gone.indexOf(from), 1);
      come.splice(come.indexOf(to), 1);
      slides.push({ from, to });
    }
  };
  if (hop.from !== null && hop.to !== null) {
    pair(hop.from, hop.to);
    if (slides.length === 0) pair(hop.to, hop.from);
  }
  for (const to of [...come]) {
    const from = gone.find((key) => isEqual(before.get(key), after.get(to)));
    if (from !== undefined && !before.has(to)) pair(from, to);
  }
  return { slides, gone, come };
}

/**
 * Animates from an old drawing to a new one that is shown already.
 * @param {Drawing} old @param {Drawing} shown @param {Hop} hop
 */
export function animate(old, shown, hop) {
  const { slides, gone, come } = difference(old.pieces(), shown.pieces(), hop);
  const pieces = shown.svg.querySelector("g.pt-pieces");
  if (!pieces || slides.length + gone.length + come.length > 60) return;
  const options = { duration: DURATION, easing: "ease-in-out" };
  for (const key of [...gone, ...slides.map((slide) => slide.to)]) {
    const ghost = old.piece(key)?.cloneNode(true);
    if (!(ghost instanceof SVGElement)) continue;
    ghost.removeAttribute("id");
    ghost.classList.add("is-ghost");
    pieces.prepend(ghost);
    ghost.animate([{ opacity: 1 }, { opacity: 1, offset: 0.5 }, { opacity: 0 }], options).finished.finally(() => ghost.remove());
  }
  for (const key of come) shown.piece(key)?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.3 }, { opacity: 1 }], options);
  for (const { from, to } of slides) slide(shown, from, to, options);
}

/** @param {Drawing} drawing @param {string} from @param {string} to @param {KeyframeAnimationOptions} options */
function slide(drawing, from, to, options) {
  const piece = drawing.piece(to);
  const [start, end] = [drawing.centre(from), drawing.centre(to)];
  if (!piece || !start || !end) return;
  piece.parentElement?.append(piece);
  const at = (/** @type {{x: number, y: number}} */ point) => ({ transform: `translate(${point.x}px, ${point.y}px)` });
  piece.animate([at(start), at(end)], options);
}

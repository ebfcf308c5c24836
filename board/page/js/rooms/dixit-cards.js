/**
 * Cards: a picture, a title, and what the deck says about it. A card without an image has a pattern of its own, which
 * depends on its number only.
 * @module
 */

import { el, svgEl } from "../dom.js";

/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {() => number} Random numbers in [0, 1) */
/** @typedef {{ sky: string, far: string, near: string, light: string }} Palette */

const WIDTH = 200;
const HEIGHT = 150;
const HUES = [8, 28, 46, 96, 150, 176, 200, 222, 256, 288, 322, 346];

/**
 * A small generator of random numbers (mulberry32), so that a card looks the same everywhere.
 * @param {number} seed
 * @returns {Random}
 */
function generator(seed) {
  let state = Math.imul(seed + 1, 0x9e3779b1);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), 1 | state);
    word = (word + Math.imul(word ^ (word >>> 7), 61 | word)) ^ word;
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param {Random} random
 * @param {number} number
 * @returns {Palette}
 */
function palette(random, number) {
  const hue = HUES[(number * 5) % HUES.length];
  const other = hue + (random() < 0.5 ? 150 : -40) + random() * 20;
  const isNight = random() < 0.45;
  return {
    sky: `hsl(${hue} ${isNight ? 38 : 52}% ${isNight ? 20 : 82}%)`,
    far: `hsl(${other} 34% ${isNight ? 34 : 64}%)`,
    near: `hsl(${other + 18} 42% ${isNight ? 13 : 36}%)`,
    light: `hsl(${hue + 30} ${isNight ? 78 : 85}% ${isNight ? 78 : 58}%)`,
  };
}

/**
 * A hill line across the picture.
 * @param {Random} random
 * @param {number} base
 * @param {number} swing
 */
function hill(random, base, swing) {
  let path = `M0 ${HEIGHT}V${base.toFixed(1)}`;
  const count = 3 + Math.floor(random() * 3);
  for (let i = 1; i <= count; i += 1) {
    const x = (WIDTH * i) / count;
    const top = base + (random() - 0.5) * 2 * swing;
    path += `S${(x - WIDTH / count / 2).toFixed(1)} ${top.toFixed(1)} ${x.toFixed(1)} ${(base + (random() - 0.5) * swing).toFixed(1)}`;
  }
  return `${path}V${HEIGHT}Z`;
}

/** @type {((random: Random, colours: Palette) => SVGElement[])[]} */
const MOTIFS = [
  // Hills below a sun or moon.
  (random, { far, near, light }) => [
    svgEl("circle", { cx: 40 + random() * 120, cy: 34 + random() * 34, r: 14 + random() * 16, fill: light }),
    svgEl("path", { d: hill(random, 92, 26), fill: far }),
    svgEl("path", { d: hill(random, 120, 16), fill: near }),
  ],
  // Waves with a sail.
  (random, { far, near, light }) => [
    svgEl("path", { d: `M${90 + random() * 30} 40l28 58h-42z`, fill: light }),
    ...[88, 106, 124].map((y, i) => svgEl("path", { d: hill(random, y, 9), fill: i % 2 === 0 ? far : near, opacity: 0.9 })),
  ],
  // A town.
  (random, { far, near, light }) => Array.from({ length: 9 }, (_, i) => {
    const height = 34 + random() * 84;
    const x = i * 23 - 4;
    return svgEl("g", {}, svgEl("rect", { x, y: HEIGHT - height, width: 25, height, fill: i % 2 === 0 ? near : far }),
      svgEl("rect", { x: x + 6, y: HEIGHT - height + 10 + random() * 18, width: 6, height: 8, fill: light }));
  }),
  // Rings.
  (random, { far, near, light }) => {
    const cx = 50 + random() * 100;
    const cy = 40 + random() * 70;
    return [96, 72, 50, 30, 12].map((r, i) => svgEl("circle", { cx, cy, r, fill: [near, far, near, far, light][i] }));
  },
  // A tree.
  (random, { far, near, light }) => [
    svgEl("path", { d: hill(random, 128, 8), fill: near }),
    svgEl("path", { d: "M94 132C98 108 98 92 96 70h8C102 92 103 108 108 132z", fill: near }),
    ...Array.from({ length: 11 }, (_, i) => svgEl("circle", {
      cx: 100 + (random() - 0.5) * 86, cy: 56 + (random() - 0.5) * 54, r: 9 + random() * 14, fill: i % 4 === 0 ? light : far, opacity: 0.92,
    })),
  ],
  // A night of stars above a path.
  (random, { far, near, light }) => [
    ...Array.from({ length: 22 }, () => svgEl("circle", {
      cx: random() * WIDTH, cy: random() * 90, r: 0.8 + random() * 2.2, fill: light,
    })),
    svgEl("path", { d: hill(random, 104, 18), fill: far }),
    svgEl("path", { d: `M${70 + random() * 20} 150C90 128 ${96 + random() * 20} 120 100 104h6C108 124 120 132 136 150Z`, fill: light, opacity: 0.8 }),
    svgEl("path", { d: hill(random, 136, 6), fill: near }),
  ],
  // A door in a wall of tiles.
  (random, { far, near, light }) => [
    ...Array.from({ length: 24 }, (_, i) => svgEl("rect", {
      x: (i % 6) * 34 - 2, y: Math.floor(i / 6) * 38 - 2, width: 31, height: 35, rx: 4, fill: random() < 0.3 ? near : far,
      opacity: 0.35 + random() * 0.6,
    })),
    svgEl("path", { d: "M76 150V84a24 24 0 0 1 48 0v66z", fill: near }),
    svgEl("circle", { cx: 114, cy: 112, r: 3.4, fill: light }),
  ],
  // A fan of beams.
  (random, { far, near, light }) => {
    const x = 60 + random() * 80;
    const beams = Array.from({ length: 9 }, (_, i) => {
      const left = i * 50 - 120;
      return svgEl("path", { d: `M${x} 150L${left} -10H${left + 26}Z`, fill: i % 3 === 1 ? light : far, opacity: 0.85 });
    });
    return [...beams, svgEl("circle", { cx: x, cy: 150, r: 34, fill: near }), svgEl("circle", { cx: x, cy: 150, r: 16, fill: light })];
  },
  // A mountain and its reflection.
  (random, { far, near, light }) => {
    const x = 70 + random() * 60;
    return [
      svgEl("circle", { cx: x + 48, cy: 34, r: 15, fill: light }),
      svgEl("path", { d: `M${x - 70} 90L${x} 22L${x + 78} 90Z`, fill: near }),
      svgEl("path", { d: `M${x - 17} 38L${x} 22L${x + 18} 38L${x + 6} 36L${x} 44L${x - 7} 36Z`, fill: light }),
      svgEl("rect", { y: 90, width: WIDTH, height: 60, fill: far }),
      svgEl("path", { d: `M${x - 58} 90L${x} 138L${x + 64} 90Z`, fill: near, opacity: 0.35 }),
    ];
  },
  // Kites or birds.
  (random, { far, near, light }) => [
    svgEl("path", { d: hill(random, 126, 14), fill: near }),
    ...Array.from({ length: 6 }, (_, i) => {
      const x = 20 + random() * 160;
      const y = 18 + random() * 76;
      const size = 9 + random() * 15;
      return svgEl("path", { d: `M${x} ${y - size}L${x + size * 0.7} ${y}L${x} ${y + size * 1.3}L${x - size * 0.7} ${y}Z`, fill: i % 3 === 0 ? light : far });
    }),
  ],
];

/**
 * The pattern of a card.
 * @param {number} number
 * @returns {SVGElement}
 */
export function pattern(number) {
  const random = generator(number);
  const colours = palette(random, number);
  const motif = MOTIFS[Math.floor(random() * MOTIFS.length)];
  return svgEl("svg.dixit-pattern", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "xMidYMid slice", "aria-hidden": "true", "data-own": "" },
    svgEl("rect", { width: WIDTH, height: HEIGHT, fill: colours.sky }), motif(random, colours));
}

/**
 * The face of a card. All text of the deck is text.
 * @param {Piece} piece
 * @param {{ badge?: string, note?: string }} [extra]
 * @returns {HTMLElement}
 */
export function cardFace(piece, { badge, note } = {}) {
  const number = Number(piece.label) || 0;
  const caption = piece.caption || piece.alt;
  const hasImage = typeof piece.image === "string" && /^(data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]|\/(?!\/))/.test(piece.image);
  return el("span.dixit-face", { "data-key": `face-${piece.label ?? ""}` },
    el("span.dixit-art", {}, hasImage
      ? el("img", { src: piece.image, alt: piece.alt ?? "", loading: "lazy", draggable: "false" })
      : pattern(number)),
    el("span.dixit-number", { "aria-hidden": "true" }, piece.label ?? ""),
    badge !== undefined && el("span.dixit-badge", {}, badge),
    el("span.dixit-words", {},
      el("span.dixit-title", {}, piece.title ?? piece.label ?? ""),
      !hasImage && caption ? el("span.dixit-caption", {}, caption) : null,
      piece.tags && piece.tags.length > 0 ? el("span.dixit-tags", {}, piece.tags.slice(0, 6).join(" · ")) : null,
      note ? el("span.dixit-note", {}, note) : null));
}

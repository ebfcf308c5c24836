// Settings of the visitor, kept in the storage of the browser.

import { Emitter } from "./emitter.js";

/**
 * @typedef {object} Settings
 * @property {"system" | "light" | "dark"} theme
 * @property {"system" | "more"} contrast
 * @property {string} language "" follows the browser
 * @property {"system" | "on" | "off"} animation
 * @property {boolean} sound
 * @property {boolean} coordinates
 * @property {boolean} targets whether legal targets are shown
 * @property {boolean} preview whether the effects of a move are shown before it
 * @property {boolean} passes whether a forced pass is played at once
 * @property {"auto" | "browser" | "server"} place where the engine runs
 * @property {number} hash MiB
 * @property {number} threads
 * @property {number} lines
 * @property {boolean} arrows
 * @property {boolean} values whether every legal move shows its value
 * @property {string} game
 * @property {number} level
 * @property {"1" | "2" | "both" | "none"} side
 * @property {number} minutes 0 plays without clocks
 * @property {number} increment seconds
 */

/** @type {Settings} */
const DEFAULTS = {
  theme: "system",
  contrast: "system",
  language: "",
  animation: "system",
  sound: false,
  coordinates: true,
  targets: true,
  preview: true,
  passes: true,
  place: "auto",
  hash: 32,
  threads: 1,
  lines: 3,
  arrows: true,
  values: false,
  game: "dvonn",
  level: 8,
  side: "1",
  minutes: 0,
  increment: 5,
};

const KEY = "petteia.settings";

/** @type {Emitter<{change: keyof Settings}>} */
export const changes = new Emitter();

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...stored() };

/** @returns {Partial<Settings>} the stored values that have the type of their default */
function stored() {
  try {
    const values = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    const known = Object.entries(DEFAULTS).filter(([name, value]) => typeof values[name] === typeof value);
    return Object.fromEntries(known.map(([name]) => [name, values[name]]));
  } catch {
    return {};
  }
}

/**
 * @template {keyof Settings} K
 * @param {K} name
 * @param {Settings[K]} value
 */
export function change(name, value) {
  if (settings[name] === value) return;
  settings[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that stores nothing keeps the settings until the page closes.
  }
  changes.emit("change", name);
}

/** Whether pieces move on the screen or appear at once. */
export function isAnimated() {
  if (settings.animation !== "system") return settings.animation === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The words of `d svg`. @param {string} prefix of the ids @param {boolean} turned */
export function drawingWords(prefix, turned) {
  return ["interactive", "prefix", prefix, "theme", drawingTheme(), turned ? "turned" : "", settings.coordinates ? "" : "plain"].filter(Boolean).join(" ");
}

/** @returns {"light" | "dark" | "contrast"} the theme of the drawing */
export function drawingTheme() {
  if (settings.contrast === "more" || matchMedia("(prefers-contrast: more)").matches) return "contrast";
  if (settings.theme !== "system") return settings.theme;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

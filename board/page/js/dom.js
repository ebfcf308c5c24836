// Elements from descriptions. Text goes into text nodes and attributes only, so what a person wrote never becomes markup.

/** @typedef {Node | string | number | null | undefined | false | Child[]} Child */
/** @typedef {string | number | boolean | null | undefined} Value */
/**
 * Attributes; `true` is one without a value, and `false`, `null` and `undefined` are left out. `on` has listeners by
 * the name of their event.
 * @typedef {{ [name: string]: Value | Record<string, (event: any) => void> }} Properties
 */
/**
 * The element of a tag that may end in `.class`.
 * @template {string} T
 * @typedef {T extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[T] : T extends `${infer N}.${string}` ? ElementOf<N> : HTMLElement} ElementOf
 */
/**
 * The same for SVG.
 * @template {string} T
 * @typedef {T extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[T] : T extends `${infer N}.${string}` ? SvgOf<N> : SVGElement} SvgOf
 */

/**
 * Makes an element.
 * @template {string} T
 * @param {T} tag may end in `.class`
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {ElementOf<T>}
 */
export function el(tag, properties = {}, ...children) {
  const [name = "", ...classes] = tag.split(".");
  return /** @type {ElementOf<T>} */ (fill(document.createElement(name), classes, properties, children));
}

/**
 * Makes an element of SVG.
 * @template {string} T
 * @param {T} tag may end in `.class`
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {SvgOf<T>}
 */
export function svgEl(tag, properties = {}, ...children) {
  const [name = "", ...classes] = tag.split(".");
  return /** @type {SvgOf<T>} */ (fill(document.createElementNS("http://www.w3.org/2000/svg", name), classes, properties, children));
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {string[]} classes
 * @param {Properties} properties
 * @param {Child[]} children
 */
function fill(element, classes, properties, children) {
  const { on = {}, class: more = "", ...attributes } = properties;
  const names = [...classes, more].filter(Boolean).join(" ").trim();
  if (names) element.setAttribute("class", names);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== false && value !== null && value !== undefined) element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const [name, listener] of Object.entries(on ?? {})) element.addEventListener(name, listener);
  append(element, children);
  return element;
}

/**
 * @param {Element} parent
 * @param {Child[]} children
 */
export function append(parent, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(parent, child);
    else if (child !== null && child !== undefined && child !== false) parent.append(typeof child === "number" ? String(child) : child);
  }
}

/**
 * A button with a text, and an icon before it where one is named.
 * @param {string} text
 * @param {string | (() => void)} press what it does, or the name of an action for `listen`
 * @param {Properties & { icon?: string, bare?: boolean }} [options] attributes; `bare` shows the icon only, and the text is
 *   then the label
 */
export function button(text, press, options = {}) {
  const { icon: name, bare = false, class: more = "", ...attributes } = options;
  const label = bare ? { "aria-label": text, title: text } : {};
  const meaning = typeof press === "string" ? { "data-do": press } : { on: { click: press } };
  return el(
    "button.button",
    { type: "button", class: `${bare ? "bare " : ""}${more}`, ...label, ...meaning, ...attributes },
    name ? icon(name) : null,
    bare ? null : el("span", {}, text),
  );
}

/** Paths of the icons on a field of 24 x 24. */
const ICONS = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  previous: "M16 5l-9 7 9 7z",
  next: "M8 5l9 7-9 7z",
  last: "M18 5v14M5 5l9 7-9 7z",
  undo: "M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3",
  redo: "M15 5l5 5-5 5M20 10H10a6 6 0 0 0 0 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 1 3.5 10.9V16h-7v-2.1A6 6 0 0 1 12 3z",
  flip: "M7 4v16M7 20l-4-4M7 20l4-4M17 20V4M17 4l-4 4M17 4l4 4",
  flag: "M5 21V4M5 5h13l-3 4 3 4H5",
  plus: "M12 5v14M5 12h14",
  stop: "M7 7h10v10H7z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  gear: "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M5.3 18.7l2.1-2.1M16.6 7.4l2.1-2.1",
  share: "M12 15V3M12 3L8 7M12 3l4 4M5 12v8h14v-8",
  chart: "M4 20V4M4 20h16M8 16l4-5 3 3 5-7",
  setup: "M4 20l1-5L16 4l4 4L9 19z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  terminal: "M4 5h16v14H4zM7 9l3 3-3 3M12 15h5",
  close: "M6 6l12 12M18 6L6 18",
  help: "M9 9a3 3 0 1 1 4 3c-1 .5-1 1-1 2M12 17.5v.5",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13",
  up: "M12 19V5M6 11l6-6 6 6",
  comment: "M4 5h16v11H10l-4 4v-4H4z",
  table: "M4 9h16M6 9v10M18 9v10M8 5h8",
  deeper: "M12 4v13M6 12l6 6 6-6M5 21h14",
};

/** @param {string} name */
export function icon(name) {
  const path = /** @type {Record<string, string>} */ (ICONS)[name] ?? "";
  return svgEl("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true", focusable: "false" }, svgEl("path", { d: path }));
}

/**
 * @template {Element} T
 * @param {ParentNode} parent
 * @param {string} selector
 * @param {new (...args: any[]) => T} type
 * @returns {T}
 */
export function find(parent, selector, type) {
  const element = parent.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`expected ${selector} in the page, found none`);
  return element;
}

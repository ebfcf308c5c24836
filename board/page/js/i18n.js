// Texts of the page: one catalogue a language, plural forms by Intl.

/** @typedef {string | Record<string, string>} Message a text, or a text for each plural form */
/** @typedef {Record<string, Message>} Catalogue */

/** Languages with a file in `messages/`, by their own names. */
export const LANGUAGES = { en: "English", ko: "한국어" };

/** @type {Catalogue} */
let english = {};
/** @type {Catalogue} */
let catalogue = {};
let language = "en";
let plurals = new Intl.PluralRules("en");

/**
 * Sets the texts of a language. What is missing in them is shown in English.
 * @param {string} name
 * @param {Catalogue} texts
 * @param {Catalogue} fallback
 */
export function setCatalogue(name, texts, fallback) {
  language = name;
  catalogue = texts;
  english = fallback;
  plurals = new Intl.PluralRules(name);
}

/**
 * Loads a language, or what the browser asks for.
 * @param {string} wanted
 */
export async function loadLanguage(wanted) {
  const name = choose(wanted ? [wanted] : navigator.languages);
  const [texts, fallback] = await Promise.all([read(name), read("en")]);
  setCatalogue(name, texts, fallback);
  document.documentElement.lang = name;
}

/** @param {readonly string[]} wanted */
export function choose(wanted) {
  for (const tag of wanted) {
    const name = tag.split("-")[0]?.toLowerCase() ?? "";
    if (name in LANGUAGES) return name;
  }
  return "en";
}

/** @param {string} name @returns {Promise<Catalogue>} the texts of the page and those of its tables */
async function read(name) {
  const files = [`${name}.json`, `rooms.${name}.json`];
  const answers = await Promise.all(files.map((file) => fetch(new URL(`../messages/${file}`, import.meta.url))));
  return Object.assign({}, ...(await Promise.all(answers.map((answer) => answer.json()))));
}

/**
 * The text of a key. `{name}` in it is replaced by the argument of this name; `n` chooses the plural form.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  const message = catalogue[key] ?? english[key];
  if (message === undefined) return key;
  return fill(form(message, values), values);
}

/** @param {string} key */
export function has(key) {
  return key in catalogue || key in english;
}

/** @param {Message} message @param {Record<string, string | number>} values */
function form(message, values) {
  if (typeof message === "string") return message;
  const name = plurals.select(Number(values["n"] ?? 0));
  return message[name] ?? message["other"] ?? "";
}

/** @param {string} text @param {Record<string, string | number>} values */
function fill(text, values) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? number(value) : value;
  });
}

/** @param {number} value */
export function number(value) {
  return new Intl.NumberFormat(language).format(value);
}

/** A number in few characters, such as 1.5M. @param {number} value */
export function compact(value) {
  return new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 }).format(value);
}

/** @param {string[]} words a list such as "c5, d5 and e5" */
export function list(words) {
  return new Intl.ListFormat(language, { type: "conjunction", style: "short" }).format(words);
}

/** Sets the text of each element below `root` that names a message. @param {ParentNode} root */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-t]")) {
    element.textContent = t(element.getAttribute("data-t") ?? "");
  }
  for (const element of root.querySelectorAll("[data-t-label]")) {
    const text = t(element.getAttribute("data-t-label") ?? "");
    element.setAttribute("aria-label", text);
    if (element instanceof HTMLButtonElement) element.title = text;
  }
}

// The one live region of the page.

/** @type {HTMLElement | null} */
let region = null;
let last = "";

/** @param {HTMLElement} element a polite live region */
export function useRegion(element) {
  region = element;
}

/**
 * Lets a screen reader say a text. A repeated text gets a blank, so that it is read again.
 * @param {string} text
 */
export function say(text) {
  if (!region || !text) return;
  last = text === last ? `${text}\u00a0` : text;
  region.textContent = last;
}

/** Milliseconds in which texts join those before them. */
const TOGETHER = 60;

/** @type {string[]} */
let waiting = [];

/** Lets a screen reader say a text after those that come at the same time. @param {string} text */
export function announce(text) {
  waiting.push(text);
  if (waiting.length > 1) return;
  setTimeout(() => {
    say(waiting.join(" "));
    waiting = [];
  }, TOGETHER);
}

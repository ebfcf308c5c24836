// The views of the page. A module adds its view with `register`; main.js shows one at a time.

/**
 * @typedef {object} Context what a view works with
 * @property {import("./session.js").Session} session
 * @property {import("./stage.js").Stage} stage the board with what stands around it
 * @property {HTMLElement} panel the place beside the board, empty
 * @property {HTMLElement} main the place of a view without the board, empty
 * @property {(view: string) => void} open shows another view
 * @property {Record<string, string>} rest what the address has for this view
 */
/**
 * @typedef {object} View
 * @property {string} id as in the address
 * @property {string} icon
 * @property {boolean} board whether the view uses the board and the game of the page
 * @property {boolean} [hidden] whether it is left out of the navigation
 * @property {() => boolean} [available]
 * @property {(context: Context) => () => void} mount returns what removes the view again
 */

/** @type {View[]} */
export const views = [];

/** @param {View} view */
export function register(view) {
  views.push(view);
}

/** @param {string} id */
export function findView(id) {
  return views.find((view) => view.id === id && (view.available?.() ?? true));
}

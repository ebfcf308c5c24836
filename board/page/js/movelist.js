// The list of moves with its variations.

import { button, el } from "./dom.js";
import { t } from "./i18n.js";
import { moveNumber } from "./words.js";
import { scoreText } from "./scores.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./session.js").Session} Session */

/** From this loss on, in hundredths of a piece, a move is marked. */
const INACCURACY = 50;
const MISTAKE = 100;
const BLUNDER = 200;

/** The sign of a mistake. @param {number | null} loss */
export function mistakeSign(loss) {
  if (loss === null || loss < INACCURACY) return "";
  return loss < MISTAKE ? "?!" : loss < BLUNDER ? "?" : "??";
}

export class MoveList {
  /** @param {Session} session @param {{scores?: boolean, onOpen?: (node: Node) => void}} [options] */
  constructor(session, options = {}) {
    this.session = session;
    this.options = options;
    this.host = el("div", { class: "moves", role: "group", "aria-label": t("moves.label"), tabindex: "-1" });
    this.steps = this.#steps();
    new ResizeObserver(() => this.#keep()).observe(this.host);
    this.draw();
  }

  /** Redraws the list, and keeps the move that is shown in sight. */
  draw() {
    const { tree } = this.session;
    this.#buttons.clear();
    const main = el("ol", { class: "main-line" });
    this.#line(tree.root, main, true);
    this.host.replaceChildren(main);
    if (!tree.root.children[0]) this.host.append(el("p", { class: "quiet" }, t("moves.none")));
    this.mark();
  }

  /** Marks the move that is shown. */
  mark() {
    for (const shown of this.host.querySelectorAll("[aria-current]")) shown.removeAttribute("aria-current");
    const { node } = this.session;
    const current = this.#buttons.get(node);
    current?.setAttribute("aria-current", "true");
    this.#keep();
    const [first, previous, next, last] = this.steps.querySelectorAll("button");
    for (const step of [first, previous]) step?.toggleAttribute("disabled", !node.parent);
    for (const step of [next, last]) step?.toggleAttribute("disabled", !node.children[0]);
  }

  #keep() {
    const current = this.#buttons.get(this.session.node);
    if (current) keepInSight(this.host, current);
  }

  /** @type {Map<Node, HTMLElement>} */
  #buttons = new Map();

  /** Adds the main continuation of a node, with the variations of each move behind it. @param {Node} node @param {HTMLElement} host @param {boolean} main */
  #line(node, host, main) {
    let isFirst = true;
    for (let at = node; at.children[0]; at = at.children[0]) {
      const [next, ...variations] = at.children;
      if (!next) return;
      if (main && (next.ply % 2 === 1 || isFirst)) host.append(this.#number(next));
      if (!main && (next.ply % 2 === 1 || isFirst)) host.append(el("span", { class: "number" }, `${moveNumber(next.ply)}${next.ply % 2 ? "." : "…"}`));
      if (main && isFirst && next.ply % 2 === 0) host.append(el("li", { class: "empty", "aria-hidden": "true" }));
      host.append(main ? el("li", {}, this.#move(next)) : this.#move(next));
      isFirst = false;
      const hasBlock = next.comment !== "" || variations.length > 0;
      if (!hasBlock) continue;
      const block = el(main ? "li" : "span", { class: "block" });
      if (next.comment) block.append(el("p", { class: "comment" }, next.comment));
      for (const variation of variations) block.append(this.#variation(variation));
      host.append(block);
      isFirst = true;
      if (main && next.ply % 2 === 1 && next.children[0]) continue;
    }
  }

  /** @param {Node} node */
  #number(node) {
    return el("li", { class: "number", "aria-hidden": "true" }, `${moveNumber(node.ply)}`);
  }

  /** @param {Node} node the first move of the variation */
  #variation(node) {
    const line = el("div", { class: "variation" });
    line.append(el("span", { class: "number" }, `${moveNumber(node.ply)}${node.ply % 2 ? "." : "…"}`), this.#move(node));
    if (node.comment) line.append(el("span", { class: "comment" }, node.comment));
    this.#line(node, line, false);
    return line;
  }

  /** @param {Node} node */
  #move(node) {
    const sign = mistakeSign(node.loss);
    const score = this.options.scores && node.score ? scoreText(node.score) : "";
    const shown = el(
      "button",
      { class: `move ${sign ? `mistake mistake-${sign.length + (sign === "?!" ? 0 : 1)}` : ""}`, type: "button", on: { click: () => this.#open(node) } },
      el("span", {}, node.move + sign),
      score ? el("span", { class: "score" }, score) : null,
    );
    this.#buttons.set(node, shown);
    return shown;
  }

  /** @param {Node} node */
  #open(node) {
    this.options.onOpen?.(node);
    void this.session.walk(node);
  }

  #steps() {
    const { session } = this;
    const step = (/** @type {string} */ name, /** @type {() => Node | null | undefined} */ to) =>
      button(t(`step.${name}`), () => void session.walk(to() ?? session.node), { icon: name, bare: true });
    return el(
      "div",
      { class: "steps", role: "group", "aria-label": t("step.label") },
      step("first", () => session.tree.root),
      step("previous", () => session.node.parent),
      step("next", () => session.node.children[0]),
      step("last", () => session.node.end()),
    );
  }
}

/** Scrolls the list, but never the page. @param {HTMLElement} list @param {HTMLElement} entry */
function keepInSight(list, entry) {
  const [outer, inner] = [list.getBoundingClientRect(), entry.getBoundingClientRect()];
  if (inner.top < outer.top) list.scrollTop -= outer.top - inner.top + 8;
  else if (inner.bottom > outer.bottom) list.scrollTop += inner.bottom - outer.bottom + 8;
}

// The scores of the line that is shown, as a graph.

import { el, svgEl } from "./dom.js";
import { t } from "./i18n.js";
import { share } from "./scores.js";

const WIDTH = 600;
const HEIGHT = 110;

export class Graph {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.host = el("div", { class: "graph", on: { click: (/** @type {MouseEvent} */ event) => this.#click(event) } });
    this.draw();
  }

  #nodes() {
    return this.session.node.end().path();
  }

  draw() {
    const nodes = this.#nodes();
    const known = nodes.filter((node) => node.score !== null);
    this.host.hidden = known.length < 2;
    if (this.host.hidden) return;
    const svg = svgEl("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": t("graph.label", { n: known.length }) });
    const points = nodes.flatMap((node, i) => (node.score ? [[this.#x(i, nodes.length), HEIGHT * (1 - share(node.score))]] : []));
    const line = points.map(([x = 0, y = 0]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L");
    const [first = [0], last = [0]] = [points[0], points[points.length - 1]];
    svg.append(
      svgEl("path", { class: "graph-area", d: `M${first[0]} ${HEIGHT}L${line}L${last[0]} ${HEIGHT}Z` }),
      svgEl("path", { class: "graph-middle", d: `M0 ${HEIGHT / 2}H${WIDTH}` }),
      svgEl("path", { class: "graph-line", d: `M${line}` }),
      ...nodes.flatMap((node, i) => this.#mistake(node, i, nodes.length)),
      svgEl("path", { class: "graph-here", d: "" }),
    );
    this.host.replaceChildren(svg);
    this.mark();
  }

  /** @param {import("./tree.js").Node} node @param {number} i @param {number} count */
  #mistake(node, i, count) {
    if (node.loss === null || node.loss < 100 || !node.score) return [];
    return [svgEl("path", { class: "graph-mistake", d: `M${this.#x(i, count)} ${HEIGHT * (1 - share(node.score))}h0` })];
  }

  /** @param {number} i @param {number} count */
  #x(i, count) {
    return count > 1 ? (WIDTH * i) / (count - 1) : 0;
  }

  mark() {
    const nodes = this.#nodes();
    const x = this.#x(nodes.indexOf(this.session.node), nodes.length);
    this.host.querySelector(".graph-here")?.setAttribute("d", `M${x.toFixed(1)} 0V${HEIGHT}`);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const nodes = this.#nodes();
    const box = this.host.getBoundingClientRect();
    const node = nodes[Math.round(((event.clientX - box.left) / box.width) * (nodes.length - 1))];
    if (node) void this.session.walk(node);
  }
}

// The report of a whole game: what each move cost, as `petteia analyse` counts it.

import { field, select } from "./dialogs.js";
import { button, el } from "./dom.js";
import { number, t } from "./i18n.js";
import { say } from "./live.js";
import { mistakeSign } from "./movelist.js";
import { positionLines } from "./rules.js";
import { atEnd, forFirst, lossOf, reversed } from "./scores.js";
import { sideName } from "./words.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./scores.js").Score} Score */
/** @typedef {{score: Score, best: string | null, mover: number}} Judged a position: its score for the side to move */
/** @typedef {{node: Node, player: number, move: string, loss: number, better: string | null}} Loss what a move or a choice cost */

/** Nodes of a position, and joint turns where both sides choose at once. */
const NODES = [10_000, 50_000, 200_000, 1_000_000];
const JOINT_TURNS = [100_000, 400_000, 2_000_000];
/** Positions in one question to the rules. */
const CHUNK = 30;
const WORST = 3;

export class Report {
  #running = false;
  /** @type {import("./client.js").Search | null} */
  #search = null;
  nodes = 50_000;

  /** @param {import("./session.js").Session} session @param {import("./engine-lines.js").EngineLines} lines @param {() => void} onChange */
  constructor(session, lines, onChange) {
    this.session = session;
    this.lines = lines;
    this.onChange = onChange;
    this.limit = el("div", {});
    this.start = button(t("report.start"), () => void this.#toggle(), { icon: "chart" });
    this.progress = el("progress", { hidden: true, "aria-label": t("report.title") });
    this.result = el("div", { class: "report" });
    this.host = el(
      "details",
      {},
      el("summary", {}, t("report.title")),
      el("div", { class: "stack" }, el("div", { class: "row" }, this.limit, this.start), this.progress, this.result),
    );
    session.on("going", (why) => why === "game" && (this.stop(), this.result.replaceChildren(), this.#limits()));
    this.#limits();
  }

  get #isOfTurns() {
    return this.session.game.kind === "orders";
  }

  /** Offers the limits of a search in this game. */
  #limits() {
    const limits = this.#isOfTurns ? JOINT_TURNS : NODES;
    this.nodes = limits[1] ?? 0;
    /** @type {[string, string][]} */
    const choices = limits.map((n) => [String(n), t("report.nodes", { n })]);
    this.limit.replaceChildren(field(t("report.limit"), select(choices, String(this.nodes), (value) => (this.nodes = Number(value)))));
  }

  async #toggle() {
    if (this.#running) {
      this.stop();
      return;
    }
    const nodes = this.session.node.end().path();
    if (nodes.length < 2) {
      this.result.replaceChildren(el("p", { class: "quiet" }, t("report.empty")));
      return;
    }
    this.#running = true;
    this.#label();
    // The lines of the engine belong to games of moves.
    const hasLines = !this.#isOfTurns;
    if (hasLines) this.lines.pause();
    try {
      this.progress.max = nodes.length;
      const losses = await (this.#isOfTurns ? this.#judgeTurns(nodes) : this.#judge(nodes));
      this.onChange();
      if (losses) this.#show(losses);
    } catch (error) {
      this.result.replaceChildren(el("p", { class: "error" }, error instanceof Error ? error.message : String(error)));
    }
    this.#running = false;
    this.#label();
    if (hasLines) this.lines.resume();
  }

  #label() {
    this.progress.hidden = !this.#running;
    const text = this.start.querySelector("span");
    if (text) text.textContent = t(this.#running ? "report.stop" : "report.start");
  }

  stop() {
    this.#running = false;
    this.#search?.stop();
  }

  /**
   * Searches the positions from the last to the first, so that the table knows the later ones when it comes to the
   * earlier ones. @param {Node[]} nodes @returns {Promise<Loss[] | null>}
   */
  async #judge(nodes) {
    const { movers, results } = await this.#states(nodes);
    /** @type {Judged | null} */
    let after = null;
    for (let i = nodes.length - 1; i >= 0; i -= 1) {
      const [node, next] = [nodes[i], nodes[i + 1]];
      this.progress.value = nodes.length - 1 - i;
      if (!node) return null;
      const judged = await this.#position(node, movers[i] ?? 1, next === undefined);
      if (!this.#running || !judged) return null;
      judged.score = atEnd(judged.score, judged.mover, results[i] ?? null);
      if (after && next) this.#compare(judged, next, after);
      after = judged;
      node.score = forFirst(judged.score, judged.mover);
      if (i % 4 === 0) this.onChange();
    }
    return nodes.slice(1).map((node, i) => ({ node, player: movers[i] ?? 1, move: node.move, loss: node.loss ?? 0, better: node.better }));
  }

  /** Judges turns in which both sides choose at once. @param {Node[]} nodes @returns {Promise<Loss[] | null>} */
  async #judgeTurns(nodes) {
    /** @type {Loss[]} */
    const losses = [];
    for (const [i, next] of nodes.slice(1).entries()) {
      const node = nodes[i];
      if (!node) return null;
      this.progress.value = i;
      const turn = await this.#turn(node, next.move);
      if (!this.#running) return null;
      if (!turn) continue;
      node.score = { kind: "cp", value: turn.value, proved: false };
      next.loss = Math.max(...turn.losses);
      next.better = turn.best;
      const [moves, better] = [next.move.split("/"), turn.best.split("/")];
      turn.losses.forEach((loss, side) => losses.push({ node: next, player: side + 1, move: moves[side] ?? "", loss, better: better[side] ?? null }));
      if (i % 4 === 0) this.onChange();
    }
    return losses;
  }

  /** What the choices of a turn cost. @param {Node} node the position before it @param {string} move */
  async #turn(node, move) {
    const { session } = this;
    /** @type {{value: number, losses: number[]} | null} */
    let found = null;
    const search = session.engine.search({
      setup: session.setup({ node }),
      go: `judge ${move} nodes ${this.nodes}`,
      onText: (text) => {
        const words = /^value (-?\d+) losses (\d+) (\d+)/.exec(text);
        if (words) found = { value: Number(words[1]), losses: [Number(words[2]), Number(words[3])] };
      },
    });
    this.#search = search;
    const result = await search.done;
    if (result.error) throw result.error;
    const judged = /** @type {{value: number, losses: number[]} | null} */ (found);
    return judged && result.best ? { ...judged, best: result.best } : null;
  }

  /** @param {Judged} before @param {Node} node @param {Judged} after */
  #compare(before, node, after) {
    const score = after.mover === before.mover ? after.score : reversed(after.score);
    node.loss = before.best === node.move ? 0 : lossOf(before.score, score);
    node.better = before.best;
  }

  /** Who is to move in each position, and whether it ends the game. @param {Node[]} nodes */
  async #states(nodes) {
    const answers = [];
    for (let i = 0; i < nodes.length; i += CHUNK) {
      const lines = nodes.slice(i, i + CHUNK).flatMap((node) => [...positionLines(this.session.position(node)), "query p1turn", "query result"]);
      answers.push(...(await this.session.rules.ask(lines)));
    }
    const words = answers.filter((line) => line.startsWith("response ")).map((line) => line.slice("response ".length));
    return {
      movers: words.filter((_, i) => i % 2 === 0).map((word) => (word === "true" ? 1 : 2)),
      results: words.filter((_, i) => i % 2 === 1),
    };
  }

  /** @param {Node} node @param {number} mover @param {boolean} cleared whether the table is cleared first @returns {Promise<Judged | null>} */
  async #position(node, mover, cleared) {
    /** @type {Score} */
    let score = { kind: "cp", value: 0, proved: false };
    const { session } = this;
    const search = session.engine.search({
      setup: [...(cleared ? ["setoption name Clear Hash"] : []), ...session.setup({ node })],
      go: `nodes ${this.nodes}`,
      onInfo: (info) => {
        if (info.line === 1 && info.score) score = info.score;
      },
    });
    this.#search = search;
    const result = await search.done;
    if (result.error) throw result.error;
    return this.#running ? { score, best: result.best, mover } : null;
  }

  /** @param {Loss[]} moves */
  #show(moves) {
    const rows = [1, 2].map((player) => {
      const own = moves.filter((move) => move.player === player);
      const count = (/** @type {string} */ sign) => own.filter((move) => mistakeSign(move.loss) === sign).length;
      const average = own.length > 0 ? own.reduce((sum, move) => sum + move.loss, 0) / own.length / 100 : 0;
      const cells = [own.length, average.toFixed(2), count("?!"), count("?"), count("??")];
      return el("tr", {}, el("th", { scope: "row" }, sideName(this.session.variant, player)), ...cells.map((cell) => el("td", {}, typeof cell === "number" ? number(cell) : cell)));
    });
    const heads = ["side", "moves", "average", "inaccuracies", "mistakes", "blunders"].map((name) => el("th", { scope: "col" }, t(`report.${name}`)));
    const worst = [...moves].filter((move) => move.loss > 0).sort((a, b) => b.loss - a.loss).slice(0, WORST);
    const items = worst.map(({ node, move, loss, better }) =>
      el("li", {}, button(t("report.worst", { n: node.ply, move, loss: (loss / 100).toFixed(2), best: better ?? "–" }), () => void this.session.walk(node), { class: "quiet-button" })),
    );
    this.result.replaceChildren(
      el("table", {}, el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)),
      items.length > 0 ? el("h3", {}, t("report.worstTitle")) : "",
      el("ol", { class: "worst" }, ...items),
    );
    say(t("report.done"));
  }
}

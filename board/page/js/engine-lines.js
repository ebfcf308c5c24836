// The lines of the engine for the position that is shown.

import { checkbox, notify, select } from "./dialogs.js";
import { button, el } from "./dom.js";
import { compact, t } from "./i18n.js";
import { parseMove } from "./moves.js";
import { atEnd, forFirst, scoreText, scoreWords } from "./scores.js";
import { change, settings } from "./settings.js";
import { engineWords, keysOf, moveWords, queueWords, sideName } from "./words.js";

/** @typedef {import("./scores.js").Info} Info */
/** @typedef {import("./client.js").Search} Search */

const TIME = 15_000;
const MOST_VALUES = 128;
const SHOWN_MOVES = 12;

export class EngineLines {
  /** @type {Search | null} */
  #search = null;
  /** @type {Map<number, Info>} */
  #infos = new Map();
  #on = true;
  #scheduled = false;
  #queued = "";
  /** Whether something else, such as the report, has the engine. */
  #paused = false;

  /** @param {import("./views.js").Context} context @param {() => void} onScore */
  constructor(context, onScore) {
    this.session = context.session;
    this.stage = context.stage;
    this.onScore = onScore;
    this.evaluation = el("strong", { class: "evaluation" }, "–");
    this.figures = el("span", { class: "figures" });
    this.list = el("ol", { class: "lines" });
    this.toggle = button(t("analysis.engine"), () => this.#switch(), { icon: "pause", bare: true, "aria-pressed": "true" });
    this.deeper = button(t("analysis.deeper"), () => this.#start("infinite"), { icon: "deeper", bare: true });
    this.host = el(
      "section",
      { class: "engine", "aria-label": t("analysis.engine") },
      el("div", { class: "engine-head" }, this.evaluation, this.figures, this.deeper, this.toggle),
      this.list,
      this.#options(),
    );
  }

  #options() {
    /** @type {[string, string][]} */
    const counts = [1, 2, 3, 4, 5].map((n) => [String(n), t("analysis.lines", { n })]);
    const lines = select(counts, String(settings.lines), (value) => (change("lines", Number(value)), this.shown()));
    lines.setAttribute("aria-label", t("analysis.lineCount"));
    return el(
      "div",
      { class: "row engine-options" },
      lines,
      checkbox(t("analysis.arrows"), settings.arrows, (value) => (change("arrows", value), this.#draw())),
      checkbox(t("analysis.values"), settings.values, (value) => (change("values", value), this.shown())),
    );
  }

  #switch() {
    this.#on = !this.#on;
    this.toggle.setAttribute("aria-pressed", String(this.#on));
    if (this.#on) this.shown();
    else this.stop();
    this.#draw();
  }

  /** Lets go of the engine until `resume`. */
  pause() {
    this.#paused = true;
    this.stop();
  }

  resume() {
    this.#paused = false;
    this.shown();
  }

  stop() {
    this.#search?.stop();
    this.#search = null;
  }

  /** The engine has loaded something, or has been lost. */
  changed() {
    if (this.#infos.size === 0) this.#draw();
  }

  /** The position that is shown has changed. */
  shown() {
    this.stop();
    this.#infos.clear();
    if (this.session.look?.scene.turn.length === 1 && this.#on && !this.#paused) this.#start(`movetime ${TIME}`);
    this.#draw();
  }

  /** @param {string} go */
  #start(go) {
    const { session } = this;
    if (!session.look || this.#paused) return;
    this.stop();
    this.#on = true;
    this.toggle.setAttribute("aria-pressed", "true");
    const lines = settings.values ? Math.min(MOST_VALUES, Math.max(settings.lines, session.look.moves.length)) : settings.lines;
    const node = session.node;
    this.#queued = "";
    const search = session.engine.search({
      setup: session.setup({ lines: Math.max(1, lines) }),
      go,
      onInfo: (info) => this.#info(search, info),
      onText: (text) => this.#text(search, text),
    });
    this.#search = search;
    void search.done.then((result) => {
      if (this.#search !== search) return;
      this.#search = null;
      if (result.error && node === session.node) this.#failed(result.error.message);
      this.#draw();
    });
    this.#draw();
  }

  /** @param {string} text */
  #failed(text) {
    const press = () => {
      if (this.session.engine.state === "failed") this.session.engine.retry();
      this.shown();
    };
    notify(t("engine.failed", { text }), { kind: "error", action: { text: t("engine.retry"), press } });
  }

  /** @param {Search} search @param {Info} info */
  #info(search, info) {
    if (search !== this.#search) return;
    this.#queued = "";
    if (info.score) info.score = atEnd(info.score, this.session.mover, this.session.look?.scene.result ?? null);
    this.#infos.set(info.line, info);
    if (info.line === 1 && info.score && info.bound === "exact") {
      this.session.node.score = forFirst(info.score, this.session.mover);
    }
    if (this.#scheduled) return;
    this.#scheduled = true;
    requestAnimationFrame(() => {
      this.#scheduled = false;
      if (this.#search === null && this.#infos.size === 0) return;
      this.#draw();
      this.onScore();
    });
  }

  /** @param {Search} search @param {string} text */
  #text(search, text) {
    const queued = queueWords(text);
    if (search !== this.#search || queued === null) return;
    this.#queued = queued;
    this.#draw();
  }

  #draw() {
    const first = this.#infos.get(1);
    const score = first?.score ? forFirst(first.score, this.session.mover) : null;
    this.evaluation.textContent = score ? scoreText(score) : "–";
    this.evaluation.classList.toggle("proved", score?.proved ?? false);
    this.evaluation.title = score ? scoreWords(score, sideName(this.session.variant, 1)) : "";
    this.figures.textContent = this.#figures(first);
    this.deeper.hidden = this.#search !== null && this.#search.request.go === "infinite";
    this.stage.setBar(score, this.#on && this.session.game.kind === "turns");
    this.#lines();
    this.#arrows();
    this.showValues();
  }

  /** @param {Info | undefined} first */
  #figures(first) {
    if (this.#queued) return this.#queued;
    if (!this.#on) return t("analysis.off");
    if (!first) return this.#search ? engineWords(this.session) : "";
    const figures = { depth: first.depth, nodes: compact(first.nodes), speed: compact(first.nps) };
    const text = t("analysis.figures", figures);
    return this.#search ? `${text} …` : text;
  }

  #lines() {
    const { session } = this;
    const scene = session.look?.scene;
    if (!scene) return;
    const hadFocus = this.list.contains(document.activeElement);
    const shown = [...this.#infos.values()].filter((info) => info.line <= settings.lines && info.pv.length > 0);
    shown.sort((a, b) => a.line - b.line);
    const rows = shown.map((info) => {
      const score = info.score ? forFirst(info.score, session.mover) : null;
      const label = score ? scoreWords(score, sideName(session.variant, 1)) : "";
      const play = (/** @type {number} */ count) => void this.#play(info.pv.slice(0, count));
      return el(
        "li",
        {},
        el("span", { class: `line-score ${score?.proved ? "proved" : ""}`, title: label }, score ? scoreText(score) : ""),
        el(
          "span",
          { class: "line-moves" },
          ...info.pv.slice(0, SHOWN_MOVES).map((word, i) => el("button", { class: "line-move", type: "button", on: { click: () => play(i + 1) } }, word)),
        ),
      );
    });
    for (let missing = rows.length; missing < settings.lines && this.#on; missing += 1) rows.push(el("li", { class: "missing" }, el("span", {}, "\u00a0")));
    const focused = hadFocus ? [...this.list.querySelectorAll("button")].indexOf(/** @type {HTMLButtonElement} */ (document.activeElement)) : -1;
    this.list.replaceChildren(...rows);
    if (focused >= 0) this.list.querySelectorAll("button")[focused]?.focus({ preventScroll: true });
  }

  /** Adds the moves of a line to the tree. @param {string[]} moves */
  #play(moves) {
    const { session } = this;
    const node = session.tree.addLine(session.node, moves);
    session.emit("tree", null);
    return session.walk(node);
  }

  #arrows() {
    const scene = this.session.look?.scene;
    if (!scene) return;
    const keys = keysOf(scene);
    const shown = settings.arrows && this.#on ? [...this.#infos.values()].filter((info) => info.line <= settings.lines) : [];
    const arrows = shown.flatMap((info) => {
      const move = parseMove(info.pv[0] ?? "", keys);
      return move.to === null ? [] : [{ from: move.from, to: move.to, kind: /** @type {"best" | "other"} */ (info.line === 1 ? "best" : "other"), rank: info.line }];
    });
    this.stage.board.setArrows(arrows);
  }

  /** The value of each legal move: on its target, or on the pieces that can move while none is chosen. */
  showValues() {
    const scene = this.session.look?.scene;
    /** @type {Map<string, {text: string, name: string, value: number}>} */
    const values = new Map();
    const { selected } = this.stage.board;
    if (scene && settings.values && this.#on) {
      const keys = keysOf(scene);
      for (const info of [...this.#infos.values()].sort((a, b) => a.line - b.line)) {
        const move = parseMove(info.pv[0] ?? "", keys);
        if (!info.score || (move.from !== null && selected !== null && move.from !== selected)) continue;
        const key = move.from === null || selected !== null ? move.to : move.from;
        if (key === null || values.has(key)) continue;
        const score = forFirst(info.score, this.session.mover);
        values.set(key, { text: scoreText(score), name: info.line === 1 ? "best" : "", value: info.score.value });
      }
    }
    this.stage.board.setValues(values);
  }

  evaluationWords() {
    const score = this.session.node.score;
    return score ? scoreWords(score, sideName(this.session.variant, 1)) : t("analysis.unknown");
  }

  bestWords() {
    const word = this.#infos.get(1)?.pv[0];
    const scene = this.session.look?.scene;
    return word && scene ? t("play.hinted", { move: moveWords(word, scene) }) : t("analysis.unknown");
  }
}

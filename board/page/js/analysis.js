// The view to analyse in: the engine's lines, the tree of moves, the report, files and the console.

import { Comments } from "./comments.js";
import { Console } from "./console.js";
import { notify } from "./dialogs.js";
import { button, el } from "./dom.js";
import { EngineLines } from "./engine-lines.js";
import { parseFen } from "./epigo/model.js";
import { Mix } from "./epigo/mix.js";
import { turnName } from "./epigo/words.js";
import { Files } from "./files.js";
import { colourOf } from "./games.js";
import { Graph } from "./graph.js";
import { t } from "./i18n.js";
import { say } from "./live.js";
import { MoveList } from "./movelist.js";
import { newGame } from "./newgame.js";
import { Report } from "./report.js";
import { register } from "./views.js";
import { gameName, sideName } from "./words.js";

/** @typedef {import("./views.js").Context} Context */

class Analysis {
  /** @type {(() => void)[]} */
  #off = [];

  /** @param {Context} context */
  constructor(context) {
    const { session, stage, panel } = context;
    this.context = context;
    this.session = session;
    this.stage = stage;
    this.title = el("h1", {});
    this.status = el("p", { class: "status" });
    this.list = new MoveList(session, { scores: true });
    this.graph = new Graph(session);
    this.lines = new EngineLines(context, () => this.#scored());
    this.mix = new Mix(context);
    this.report = new Report(session, this.lines, () => this.#redraw());
    this.comments = new Comments(session);
    this.files = new Files(context);
    this.console = new Console(session);
    panel.append(
      el("header", { class: "panel-head" }, this.title, this.status),
      this.lines.host,
      this.mix.host,
      this.graph.host,
      this.list.host,
      this.list.steps,
      this.comments.host,
      this.#actions(),
      this.report.host,
      this.files.host,
      this.console.host,
    );
    stage.use({
      allowed: () => (session.look?.scene.turn.length === 1 ? session.look.moves : []),
      onMove: (word) => void this.#move(word),
      onLetter: (letter) => this.#letter(letter),
      onSelect: () => this.lines.showValues(),
      hint: () => session.look?.moves[0] ?? "",
    });
    this.#off.push(
      session.on("look", () => this.#shown()),
      session.on("going", () => this.#going()),
      session.on("tree", () => this.#redraw()),
      session.on("engine", () => this.lines.changed()),
    );
    this.#shown();
  }

  /** Plays a move, in Epigo the orders of both sides. @param {string} word */
  async #move(word) {
    try {
      if (this.session.game.kind !== "turns") await this.session.check(word);
      await this.session.play(word);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { kind: "error" });
    }
  }

  #going() {
    this.lines.stop();
    this.mix.stop();
  }

  #shown() {
    const { session, stage } = this;
    if (!session.look) return;
    const hasOrders = session.game.kind !== "turns";
    this.title.textContent = gameName(session.variant);
    this.status.textContent = stage.resultText() || (hasOrders ? turnName(parseFen(session.look.scene.fen).turn) : t("play.toMove", { side: stage.sideToMove() }));
    this.lines.host.hidden = hasOrders;
    this.mix.host.hidden = !hasOrders;
    this.report.host.hidden = session.game.kind === "party";
    this.list.draw();
    this.graph.draw();
    this.comments.shown();
    this.files.shown();
    stage.players((player) => this.#strip(player));
    if (hasOrders) this.mix.shown();
    else this.lines.shown();
  }

  /** A better score of the position is known. */
  #scored() {
    this.graph.draw();
  }

  #redraw() {
    this.list.draw();
    this.graph.draw();
  }

  /** @param {number} player */
  #strip(player) {
    const { session } = this;
    const points = session.look?.scene.score[player - 1];
    return el(
      "div",
      { class: `strip ${session.mover === player && !session.result ? "acts" : ""}` },
      el("span", { class: `swatch ${colourOf(session.variant, player)}`, "aria-hidden": "true" }),
      el("span", { class: "who" }, el("strong", {}, sideName(session.variant, player))),
      points === undefined ? null : el("span", { class: "points", title: t("play.score") }, String(points)),
    );
  }

  #actions() {
    const { session } = this;
    return el(
      "div",
      { class: "actions" },
      button(t("play.flip"), () => ((session.turned = !session.turned), void session.refresh()), { icon: "flip" }),
      button(t("analysis.share"), () => void this.#share(), { icon: "share" }),
      button(t("nav.setup"), () => this.context.open("setup"), { icon: "setup" }),
      button(t("analysis.playHere"), () => newGame(this.context, "here"), { icon: "play" }),
    );
  }

  async #share() {
    try {
      await navigator.clipboard.writeText(location.href);
      notify(t("analysis.copied"));
    } catch {
      notify(location.href);
    }
  }

  /** @param {string} letter */
  #letter(letter) {
    if (letter === "v") say(this.lines.evaluationWords());
    else if (letter === "g") say(this.lines.bestWords());
    else return false;
    return true;
  }

  unmount() {
    this.lines.stop();
    this.mix.stop();
    this.report.stop();
    this.console.close();
    for (const off of this.#off) off();
  }
}

register({
  id: "analysis",
  icon: "chart",
  board: true,
  mount(context) {
    const view = new Analysis(context);
    return () => view.unmount();
  },
});

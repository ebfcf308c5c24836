// Epigo on one device: keeps the choices of both sides until both have one, and plays the turn.

import { openDialog } from "../dialogs.js";
import { button, el } from "../dom.js";
import { mostNodes } from "../games.js";
import { t } from "../i18n.js";
import { positionLines } from "../rules.js";
import { settings } from "../settings.js";
import { sideName } from "../words.js";
import { EpigoGame } from "./game.js";
import { parseFen } from "./model.js";
import { turnName } from "./words.js";

/** @typedef {import("../views.js").Context} Context */
/** @typedef {"idle" | "cover" | "plan" | "wait" | "reveal" | "replay"} Phase */

export class Referee {
  /** @type {Phase} */
  phase = "idle";
  /** Who plans at this device; null for nobody. @type {number | null} */
  #seat = null;
  /** @type {(string | null)[]} the finished choices of both sides */
  #choices = [null, null];
  /** The turn that has just been carried out. @type {import("./lines.js").Turn | null} */
  #last = null;
  /** @type {import("../client.js").Search | null} */
  #search = null;
  /** @type {HTMLDialogElement | null} */
  #cover = null;
  /** @type {import("../tree.js").Node | null} the position of the present turn */
  #node = null;

  /** @param {Context} context @param {() => number[]} persons @param {() => void} changed called when the status is another */
  constructor(context, persons, changed) {
    this.session = context.session;
    this.stage = context.stage;
    this.persons = () => (persons().length > 0 ? persons() : [1, 2]);
    this.changed = changed;
    this.game = new EpigoGame({
      rules: () => this.session.rules,
      send: (choice) => this.#send(choice),
      onReplayed: () => this.phase === "replay" && this.#begin(),
    });
    this.notes = el("div", { class: "stack" });
    this.host = el("div", { class: "stack", hidden: true }, this.notes, this.game.panel);
  }

  /** The position on the page has changed, or how it is shown. */
  shown() {
    const { node, game, result } = this.session;
    const active = game.kind === "orders";
    if (active === this.host.hidden) this.stage.replaceBoard(active ? this.game.board : null);
    this.host.hidden = !active;
    if (!active) this.#leave();
    else if (node === this.#node && !(result && this.#choosing)) this.#show();
    else if (this.phase === "reveal" && node.parent === this.#node && node.move === this.#last?.move) this.#replay();
    else this.#begin();
  }

  /** Whether a turn is under way that nobody has seen yet. */
  get #choosing() {
    return this.phase !== "idle" && this.phase !== "replay";
  }

  /** Begins a turn. */
  #begin() {
    const { session } = this;
    this.#drop();
    this.#last = session.node === this.#node ? this.#last : null;
    this.#node = session.node;
    if (session.node.children.length > 0 || session.result) this.#show();
    else this.#start();
  }

  /** Forgets the choices of a turn, and ends what runs for it. */
  #drop() {
    this.#search?.stop();
    this.#search = null;
    const cover = this.#cover;
    this.#cover = null;
    cover?.close();
    this.#choices = [null, null];
    this.#seat = null;
    this.phase = "idle";
    this.notes.replaceChildren();
  }

  /** Lets both sides plan. */
  #start() {
    const [first, second] = this.persons();
    if (first === undefined) return;
    if (second === undefined) {
      this.#think(3 - first);
      this.#plan(first);
    } else this.#hide(first);
  }

  /** The engine plans at once, before the person has chosen. @param {number} seat */
  #think(seat) {
    const { session } = this;
    const search = session.engine.search({ setup: session.setup({ level: settings.level }), go: `seat ${seat} nodes ${mostNodes(session.variant)}` });
    this.#search = search;
    void search.done.then((result) => {
      if (this.#search !== search) return;
      this.#search = null;
      if (result.best === null) this.#failed(seat, result.error?.message ?? t("engine.noMove"));
      else this.#choices[seat - 1] = result.best;
      this.#show();
      void this.#reveal();
    });
  }

  /** @param {number} seat @param {string} text */
  #failed(seat, text) {
    const retry = () => {
      this.notes.replaceChildren();
      if (this.session.engine.state === "failed") this.session.engine.retry();
      this.#think(seat);
      this.#show();
    };
    const message = el("p", { class: "error", role: "alert" }, t("engine.failed", { text }));
    this.notes.replaceChildren(message, button(t("engine.retry"), retry));
  }

  /** Covers the screen until the next person is there. @param {number} seat */
  #hide(seat) {
    this.phase = "cover";
    this.#seat = null;
    this.#show();
    const side = sideName(this.session.variant, seat);
    const begin = () => {
      if (this.#cover !== dialog) return;
      this.#cover = null;
      this.#plan(seat);
    };
    // The event of a closed dialog comes later than what the person does next.
    const show = button(t("orders.show", { side }), () => (dialog.close(), begin()), { class: "primary" });
    const dialog = openDialog(t("orders.plans", { side }), [el("p", {}, t("orders.cover", { side })), show], { class: "cover", onClose: begin });
    this.#cover = dialog;
    show.focus();
  }

  /** @param {number} seat */
  #plan(seat) {
    this.phase = "plan";
    this.#seat = seat;
    this.#show();
  }

  /** @param {string} choice */
  async #send(choice) {
    const { session } = this;
    const [node, seat] = [session.node, this.#seat];
    const answer = await session.rules.ask([...positionLines(session.position()), `legal seat ${seat} ${choice}`]);
    if (!answer.includes("response true")) throw new Error(t("typed.unknown", { move: choice }));
    if (session.node !== node || this.#seat !== seat || seat === null) return;
    this.#choices[seat - 1] = choice;
    this.phase = "wait";
    const next = this.persons().find((other) => this.#choices[other - 1] === null);
    if (next !== undefined) this.#hide(next);
    else this.#show();
    void this.#reveal();
  }

  /** Plays the turn when both sides have chosen. */
  async #reveal() {
    const [first, second] = this.#choices;
    if (!first || !second || this.phase !== "wait") return;
    const { session } = this;
    const node = session.node;
    const move = `${first}/${second}`;
    this.phase = "reveal";
    if (this.persons().length === 2) this.#seat = null;
    this.#show();
    const effects = await session.effects(move);
    if (session.node !== node) return;
    this.#last = { n: node.ply + 1, move, effects: effects?.list.map(({ text }) => text) ?? [] };
    await session.play(move);
  }

  #replay() {
    this.phase = "replay";
    this.#node = this.session.node;
    this.#show();
  }

  /** Shows the state of the turn. */
  #show() {
    const { session, phase } = this;
    if (!session.look) return;
    if (phase === "idle") {
      const canPlan = !session.result;
      this.notes.replaceChildren(...(canPlan ? [button(t("orders.here"), () => this.#start(), { icon: "play", class: "primary" })] : []));
    } else if (this.#search) this.notes.replaceChildren();
    this.game.show({
      fen: session.look.scene.fen,
      seat: this.#seat,
      turned: session.bottom === 2,
      canAct: phase === "plan" || (phase === "replay" && !session.result),
      mine: phase === "wait" || phase === "reveal" ? (this.#choices[(this.#seat ?? 0) - 1] ?? null) : null,
      waiting: phase === "wait" ? t("engine.thinking") : "",
      last: this.#last,
      start: session.fen,
      line: session.node.moves(),
    });
    this.changed();
  }

  status() {
    const { session } = this;
    if (this.phase === "plan" || this.phase === "cover") {
      return t("orders.plans", { side: sideName(session.variant, this.#seat ?? this.persons().find((seat) => this.#choices[seat - 1] === null) ?? 1) });
    }
    if (this.phase === "reveal" || this.phase === "replay") return t("orders.replayed");
    if (this.phase === "wait") return t("engine.thinking");
    return turnName(parseFen(session.look?.scene.fen ?? "- 0").turn);
  }

  #leave() {
    this.#drop();
    this.#node = null;
  }

  unmount() {
    this.#leave();
    this.game.close();
  }
}

// Local play of Epigo: each side plans in secret, then the turn is replayed slot by slot.

import { button, el } from "./dom.js";
import { openDialog } from "./dialogs.js";
import { levelNodes } from "./games.js";
import { t } from "./i18n.js";
import { say } from "./live.js";
import { LineUp, ORDERS, Plan, beside } from "./plan.js";
import { replay, stepWords, steps } from "./replay.js";
import { effectsOf, look, positionLines } from "./rules.js";
import { isAnimated, settings } from "./settings.js";
import { sideName } from "./words.js";

/** @typedef {import("./views.js").Context} Context */
/** @typedef {"idle" | "cover" | "plan" | "wait" | "replay"} Phase */

export class Orders {
  /** @type {Phase} */
  phase = "idle";
  seat = 1;
  /** @type {LineUp | Plan | null} */
  plan = null;
  /** @type {(string | null)[]} the finished choices of both sides */
  #choices = [null, null];
  /** @type {import("./client.js").Search | null} */
  #search = null;
  /** @type {HTMLDialogElement | null} */
  #cover = null;
  /** @type {import("./tree.js").Node | null} the position of the present turn */
  #node = null;
  #error = "";

  /** @param {Context} context @param {() => number[]} persons */
  constructor(context, persons) {
    this.context = context;
    this.session = context.session;
    this.stage = context.stage;
    this.persons = () => (persons().length > 0 ? persons() : [1, 2]);
    this.planner = el("div", { class: "stack planner" });
    this.log = el("ol", { class: "slots" });
    this.host = el("section", { class: "stack orders", attr: { "aria-label": t("orders.label"), hidden: true } }, this.planner, this.log);
  }

  /** The position on the page has changed. */
  shown() {
    const { session } = this;
    const active = session.game.kind === "orders";
    this.host.hidden = !active;
    if (!active) return;
    if (session.node === this.#node && this.phase !== "replay") {
      this.#draw();
      return;
    }
    this.#begin();
  }

  /** Begins a turn. */
  #begin() {
    const { session } = this;
    this.#drop();
    this.#node = session.node;
    this.#choices = [null, null];
    if (session.node.children.length > 0 || session.result) {
      this.phase = "idle";
      this.plan = null;
      this.#draw();
      return;
    }
    this.#start();
  }

  /** Lets both sides plan. */
  #start() {
    const people = this.persons();
    const engine = [1, 2].find((seat) => !people.includes(seat));
    if (engine) this.#think(engine);
    const [first] = people;
    if (first === undefined) return;
    if (people.length === 2) this.#hide(first);
    else this.#plan(first);
  }

  #drop() {
    this.#search?.stop();
    this.#search = null;
    this.#cover?.close();
    this.#cover = null;
    this.#error = "";
  }

  /** The engine plans at once, before the person has chosen. @param {number} seat */
  #think(seat) {
    const { session } = this;
    const node = session.node;
    const search = session.engine.search({ setup: session.setup(), go: `seat ${seat} nodes ${levelNodes(session.variant, settings.level)}` });
    this.#search = search;
    void search.done.then((result) => {
      if (this.#search !== search || session.node !== node) return;
      this.#search = null;
      if (result.best === null) {
        this.#error = t("engine.failed", { text: result.error?.message ?? t("engine.noMove") });
        this.#draw();
        return;
      }
      this.#choices[seat - 1] = result.best;
      this.#draw();
      void this.#reveal();
    });
  }

  /** Covers the screen until the next person is there. @param {number} seat */
  #hide(seat) {
    this.phase = "cover";
    this.seat = seat;
    this.plan = null;
    this.#draw();
    const name = sideName(this.session.variant, seat);
    const begin = () => {
      if (this.#cover !== dialog) return;
      this.#cover = null;
      this.#plan(seat);
    };
    // The event of a closed dialog comes later than what the person does next.
    const show = button(t("orders.show", { side: name }), () => (dialog.close(), begin()), { class: "primary" });
    const dialog = openDialog(t("orders.coverTitle", { side: name }), [el("p", { text: t("orders.cover", { side: name }) }), show], {
      class: "cover",
      onClose: begin,
    });
    this.#cover = dialog;
    show.focus();
  }

  /** @param {number} seat */
  #plan(seat) {
    const scene = this.session.look?.scene;
    if (!scene) return;
    this.phase = "plan";
    this.seat = seat;
    this.plan = scene.fen.startsWith("-") ? new LineUp(seat) : new Plan(seat, scene);
    this.#draw();
  }

  /** A click on a cell; true if it belongs to a plan. @param {string} key */
  press(key) {
    if (this.phase !== "plan" || !this.plan) return false;
    this.plan.press(key);
    this.#draw();
    return true;
  }

  /** A choice that was typed. @param {string} word */
  async typed(word) {
    if (this.phase === "plan") await this.#ready(word);
  }

  /** @param {string} word */
  async #ready(word) {
    const { session } = this;
    const answer = await session.rules.ask([...positionLines(session.position()), `legal seat ${this.seat} ${word}`]).catch(() => [""]);
    if (!answer.includes("response true")) {
      this.#error = t("typed.unknown", { move: word });
      this.#draw();
      return;
    }
    this.#error = "";
    this.#choices[this.seat - 1] = word;
    this.plan = null;
    this.phase = "wait";
    const next = this.persons().find((seat) => this.#choices[seat - 1] === null);
    if (next) this.#hide(next);
    else this.#draw();
    await this.#reveal();
  }

  /** Plays the turn when both sides have chosen. */
  async #reveal() {
    const [first, second] = this.#choices;
    if (!first || !second || this.phase === "replay" || this.phase === "plan") return;
    const { session, stage } = this;
    const node = session.node;
    const word = `${first}/${second}`;
    this.phase = "replay";
    this.stage.board.setArrows([]);
    this.stage.board.setValues(new Map());
    const effects = await session.effects(word);
    if (session.node !== node) return;
    this.log.replaceChildren(el("li", { class: "both", text: `${first} · ${second}` }));
    this.planner.replaceChildren();
    await replay(stage.board, steps(effects?.list ?? []), { onStep: (step) => this.#step(step), isOver: () => session.node !== node, animated: isAnimated() });
    if (session.node === node) await session.play(word);
  }

  /** @param {import("./effects.js").SlotEffect} step */
  #step(step) {
    const text = stepWords(step);
    this.log.append(el("li", { text: step.slot === 0 ? text : t("slot.line", { n: step.slot, text }) }));
    say(text);
  }

  /** Shows the last turn again. */
  async #again() {
    const { session, stage } = this;
    const node = session.node;
    const parent = node.parent;
    if (!parent || this.phase === "replay") return;
    const before = await look(session.rules, session.position(parent), session.words());
    const effects = await effectsOf(session.rules, session.position(parent), node.move).catch(() => null);
    if (session.node !== node || !effects) return;
    stage.board.show({ ...before, moves: [] });
    this.log.replaceChildren();
    await replay(stage.board, steps(effects.list), { onStep: (step) => this.#step(step), isOver: () => session.node !== node, animated: isAnimated() });
    if (session.node === node) await session.refresh();
  }

  #draw() {
    const { board } = this.stage;
    const focused = this.planner.contains(document.activeElement) ? document.activeElement?.getAttribute("data-name") : null;
    if (this.plan instanceof LineUp) this.#lineUp(this.plan);
    else if (this.plan instanceof Plan) this.#orders(this.plan);
    else {
      board.setArrows([]);
      board.setValues(new Map());
      const again = this.session.node.parent && this.phase !== "wait" ? button(t("orders.again"), () => void this.#again(), { icon: "redo" }) : null;
      const here = this.phase === "idle" && !this.session.result ? button(t("orders.here"), () => this.#start(), { icon: "play", class: "primary" }) : null;
      this.planner.replaceChildren(...[here, again, this.phase === "wait" ? el("p", { class: "quiet", text: this.status() }) : null].filter((item) => item !== null));
    }
    if (this.#error) this.planner.append(el("p", { class: "error", text: this.#error, attr: { role: "alert" } }));
    const again = focused ? this.planner.querySelector(`[data-name="${focused}"]:not(:disabled)`) : null;
    if (again instanceof HTMLElement) again.focus();
  }

  /** @param {LineUp} plan */
  #lineUp(plan) {
    const { left } = plan;
    const items = left.map((item) =>
      button(item, () => ((plan.next = item), this.#draw()), { attr: { "aria-pressed": String(plan.next === item), "data-name": item } }),
    );
    const word = plan.word();
    this.planner.replaceChildren(
      el("p", { text: t("orders.lineUp", { rank: plan.rank }) }),
      el("div", { class: "row", attr: { role: "group", "aria-label": t("orders.tiles") } }, ...items),
      el(
        "div",
        { class: "row" },
        button(t("orders.fill"), () => (plan.fill(), this.#draw()), { attr: { disabled: word !== null, "data-name": "fill" } }),
        button(t("orders.reset"), () => this.#plan(plan.seat), { attr: { "data-name": "reset" } }),
        this.#readyButton(word),
      ),
    );
    const texts = plan.texts();
    const cells = new Map(texts.map(([key, text]) => [key, { text, name: "tile" }]));
    for (const file of "abcdefgh") if (!cells.has(`${file}${plan.rank}`)) cells.set(`${file}${plan.rank}`, { text: "·", name: "" });
    this.stage.board.setValues(cells);
  }

  /** @param {Plan} plan */
  #orders(plan) {
    const tiles = [...plan.cells.keys(), ...plan.captured].sort().map((tile) => {
      const used = plan.orders.some((order) => order.tile === tile) || plan.orders.length >= ORDERS;
      const text = plan.captured.includes(tile) ? `${tile}×` : tile;
      return button(text, () => (plan.choose(tile), this.#draw()), { attr: { disabled: used, "aria-pressed": String(plan.tile === tile), "data-name": `tile-${tile}` } });
    });
    const directions = /** @type {import("./plan.js").Direction[]} */ (["N", "W", "E", "S"]).map((direction) =>
      button(t(`direction.${direction}`), () => (plan.order(direction), this.#draw()), { class: `direction-${direction}`, attr: { disabled: plan.tile === null, "data-name": direction } }),
    );
    const slots = plan.orders.map((order, i) =>
      el("li", {}, button(t("orders.slot", { n: i + 1, tile: order.tile, direction: t(`direction.${order.direction}`) }), () => (plan.orders.splice(i, 1), this.#draw()), { icon: "close" })),
    );
    const word = plan.word();
    this.planner.replaceChildren(
      el("p", { text: t("orders.plan") }),
      el("div", { class: "row", attr: { role: "group", "aria-label": t("orders.tiles") } }, ...tiles),
      el("div", { class: "directions", attr: { role: "group", "aria-label": t("orders.directions") } }, ...directions),
      el("ol", { class: "slots" }, ...slots),
      el("div", { class: "row" }, button(t("orders.reset"), () => this.#plan(plan.seat), { attr: { "data-name": "reset" } }), this.#readyButton(word)),
    );
    this.#arrows(plan);
    if (word !== null) void this.#preview(plan, word);
  }

  /** @param {string | null} word */
  #readyButton(word) {
    return button(t("orders.ready"), () => word !== null && void this.#ready(word), { class: "primary", attr: { disabled: word === null, "data-name": "ready" } });
  }

  /** @param {Plan} plan */
  #arrows(plan) {
    const { board } = this.stage;
    const arrows = plan.orders.flatMap((order, i) => {
      const from = plan.cells.get(order.tile);
      if (from === undefined) return [];
      const to = beside(from, order.direction);
      const onBoard = board.drawing?.cells.has(to) ?? false;
      return [{ from: onBoard ? from : null, to: onBoard ? to : from, kind: /** @type {const} */ ("hint"), rank: i + 1 }];
    });
    const chosen = plan.tile === null ? undefined : plan.cells.get(plan.tile);
    board.setArrows(chosen === undefined ? arrows : [...arrows, { from: null, to: chosen, kind: "best" }]);
    board.setValues(new Map());
  }

  /** What the plan would do if the other side did nothing. @param {Plan} plan @param {string} word */
  async #preview(plan, word) {
    const effects = await effectsOf(this.session.rules, this.session.position(), word, plan.seat).catch(() => null);
    if (!effects || this.plan !== plan || plan.word() !== word) return;
    const items = steps(effects.list).map((step) => el("li", { text: t("slot.line", { n: step.slot, text: stepWords(step) }) }));
    this.planner.append(el("p", { class: "quiet", text: t("orders.alone") }), el("ol", { class: "slots quiet" }, ...items));
  }

  status() {
    const { session } = this;
    if (this.phase === "plan" || this.phase === "cover") return t("orders.plans", { side: sideName(session.variant, this.seat) });
    if (this.phase === "replay") return t("orders.replayed");
    if (this.phase === "wait") return this.#search ? t("engine.thinking") : t("orders.waits");
    return t("orders.turn", { n: session.node.ply });
  }

  example() {
    return this.session.look?.scene.fen.startsWith("-") ? "1234X567" : "3N-7E-1W";
  }

  unmount() {
    this.#drop();
    this.#node = null;
    this.phase = "idle";
  }
}

// The view to play in: persons and the engine.

import { Clock, clockText } from "./clock.js";
import { confirm, notify } from "./dialogs.js";
import { button, el } from "./dom.js";
import { Referee } from "./epigo/referee.js";
import { colourOf, mostNodes } from "./games.js";
import { t } from "./i18n.js";
import { say } from "./live.js";
import { MoveList } from "./movelist.js";
import { parseMove } from "./moves.js";
import { newGame } from "./newgame.js";
import { settings } from "./settings.js";
import { positionLines } from "./rules.js";
import { play as sound } from "./sound.js";
import { register } from "./views.js";
import { engineWords, gameName, keysOf, moveWords, queueWords, sideName } from "./words.js";

/** @typedef {import("./views.js").Context} Context */
/** @typedef {import("./client.js").Search} Search */

const HINT_NODES = 25_000;
const PASS_PAUSE = 600;

/** The state of the play, which stays while other views are open. */
const state = {
  /** Whether the engine answers: false while somebody looks through the game. */
  live: true,
  /** @type {Clock | null} */
  clock: null,
};

/** The players that people have. @returns {number[]} */
export function persons() {
  if (settings.side === "none") return [];
  return settings.side === "both" ? [1, 2] : [Number(settings.side)];
}

class Play {
  /** @type {Search | null} */
  #search = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {(() => void)[]} */
  #off = [];
  #hinting = false;
  #queued = "";

  /** @param {Context} context */
  constructor(context) {
    const { session, stage } = context;
    this.context = context;
    this.session = session;
    this.stage = stage;
    this.list = new MoveList(session);
    this.status = el("p", { class: "status" });
    this.actions = el("div", { class: "actions" });
    this.referee = new Referee(context, persons, () => this.#status());
    context.panel.append(this.#head(), this.referee.host, this.list.host, this.list.steps, this.actions);
    stage.use({
      allowed: () => this.#allowed(),
      onMove: (word) => this.#move(word),
      onLetter: (letter) => this.#letter(letter),
      hint: () => session.look?.moves[0] ?? "",
    });
    this.#off.push(
      session.on("look", ({ why }) => this.#shown(why)),
      session.on("going", (why) => this.#going(why)),
      session.on("tree", () => this.list.draw()),
      session.on("engine", () => this.#strips()),
    );
    this.#clock();
    if (session.look) this.#shown("view");
  }

  #head() {
    this.title = el("h1", {});
    return el("header", { class: "panel-head" }, this.title, this.status);
  }

  /** @returns {string[]} */
  #allowed() {
    const { session } = this;
    if (session.result || !persons().includes(session.mover)) return [];
    return session.look?.moves ?? [];
  }

  /** @param {string} word */
  #move(word) {
    state.live = true;
    this.#advance(word);
  }

  /** Plays a move of a person or of the engine. @param {string} word */
  #advance(word) {
    state.clock?.turn(state.clock.running, true);
    void this.session.play(word);
  }

  /** @param {import("./session.js").Why} why */
  #going(why) {
    clearTimeout(this.#timer);
    this.#search?.stop();
    this.#search = null;
    if (why === "game") {
      state.live = true;
      state.clock?.turn(0);
      state.clock = null;
      this.#clock();
    } else if (why === "walk") {
      state.live = false;
    }
  }

  /** Makes the clocks of a new game, or takes over those that another view has left. */
  #clock() {
    const { clock } = state;
    const [tick, flag] = [() => this.#strips(), (/** @type {number} */ player) => this.#flag(player)];
    if (clock) [clock.onTick, clock.onFlag] = [tick, flag];
    else if (settings.minutes > 0) state.clock = new Clock(settings.minutes, settings.increment, tick, flag);
  }

  /** @param {import("./session.js").Why} why */
  #shown(why) {
    const { session } = this;
    if (this.title) this.title.textContent = gameName(session.variant);
    this.list.mark();
    this.referee.shown();
    const over = session.result !== null;
    if (over) {
      state.clock?.turn(0);
      if (why === "move") sound("end");
    } else if (state.clock && why !== "view" && session.node.parent && state.live) {
      state.clock.turn(session.mover);
    }
    this.#strips();
    if (over || !state.live || session.game.kind !== "turns") return;
    if (!persons().includes(session.mover)) this.#think();
    else if (session.look?.moves.length === 1 && session.look.moves[0] === "pass" && settings.passes) {
      this.#timer = setTimeout(() => this.#move("pass"), PASS_PAUSE);
    }
  }

  #think() {
    const { session } = this;
    this.#queued = "";
    const clocks = state.clock ? ` ${state.clock.limits()}` : "";
    const node = session.node;
    const search = session.engine.search({ setup: session.setup({ level: settings.level }), go: `nodes ${mostNodes(session.variant)}${clocks}`, onText: (text) => this.#text(text) });
    this.#search = search;
    this.#strips();
    void search.done.then((result) => {
      if (this.#search !== search || session.node !== node) return;
      this.#search = null;
      if (result.best !== null) this.#advance(result.best);
      else this.#failed(result.error?.message ?? t("engine.noMove"));
      this.#strips();
    });
  }

  /** @param {string} text */
  #text(text) {
    this.#queued = queueWords(text) ?? this.#queued;
    this.#status();
  }

  /** @param {string} text */
  #failed(text) {
    state.live = false;
    const press = () => {
      state.live = true;
      if (this.session.engine.state === "failed") this.session.engine.retry();
      this.#think();
    };
    notify(t("engine.failed", { text }), { kind: "error", action: { text: t("engine.retry"), press } });
  }

  async #hint() {
    const { session } = this;
    if (this.#search) return;
    const node = session.node;
    this.#hinting = true;
    const search = session.engine.search({ setup: session.setup(), go: `nodes ${HINT_NODES}` });
    this.#search = search;
    this.#strips();
    const result = await search.done;
    this.#hinting = false;
    if (this.#search === search) this.#search = null;
    if (session.node !== node || !session.look) return;
    this.#strips();
    if (result.best === null) return this.#failed(result.error?.message ?? t("engine.noMove"));
    const move = parseMove(result.best, keysOf(session.look.scene));
    if (move.to !== null) this.stage.board.setArrows([{ from: move.from, to: move.to, kind: "hint" }]);
    const text = t("play.hinted", { move: moveWords(result.best, session.look.scene) });
    this.status.textContent = text;
    say(text);
  }

  /** Takes back the last move of a person, and the answers to it. */
  #undo() {
    const { session } = this;
    session.agreed = null;
    const path = session.node.path().slice(0, -1).reverse();
    const people = persons();
    const isOwn = (/** @type {import("./tree.js").Node} */ node) => this.#moverAt(node).then((mover) => mover === 0 || people.includes(mover));
    void (async () => {
      for (const node of path) {
        if (people.length === 0 || (await isOwn(node))) {
          await session.walk(node);
          state.live = people.length > 0;
          this.#strips();
          return;
        }
      }
    })();
  }

  /** @param {import("./tree.js").Node} node */
  async #moverAt(node) {
    const { session } = this;
    const answer = await session.rules.ask([...positionLines(session.position(node)), "query p1turn"]);
    if (session.game.kind !== "turns") return 0;
    return answer.includes("response true") ? 1 : 2;
  }

  async #resign() {
    const { session } = this;
    const player = persons().includes(session.mover) ? session.mover : (persons()[0] ?? session.mover);
    const yes = await confirm(t("play.resign"), t("play.resignQuestion", { side: sideName(session.variant, player) }), t("play.resign"));
    if (!yes || session.result) return;
    this.#end(player === 1 ? "p2win" : "p1win", "resigned");
  }

  /** @param {number} player */
  #flag(player) {
    this.#end(player === 1 ? "p2win" : "p1win", "time");
  }

  /** Ends the game by what the rules do not know. @param {string} result @param {string} reason */
  #end(result, reason) {
    this.#search?.stop();
    this.#search = null;
    state.clock?.turn(0);
    this.session.agreed = { result, reason };
    sound("end");
    say(this.stage.resultText());
    this.stage.allow();
    this.referee.shown();
    this.#strips();
  }

  #strips() {
    this.stage.players((player) => this.#strip(player));
    this.#status();
    this.#controls();
  }

  /** @param {number} player */
  #strip(player) {
    const { session } = this;
    const isPerson = persons().includes(player);
    const thinks = !this.#hinting && this.#search !== null && session.mover === player;
    const score = session.look?.scene.score[player - 1];
    const name = isPerson ? t(persons().length === 2 ? "play.person" : "play.you") : t("play.engine", { n: settings.level });
    const acts = session.mover === player && !session.result;
    return el(
      "div",
      { class: `strip ${acts ? "acts" : ""}` },
      el("span", { class: `swatch ${colourOf(session.variant, player)}`, "aria-hidden": "true" }),
      el("span", { class: "who" }, el("strong", {}, sideName(session.variant, player)), el("span", {}, name)),
      thinks ? el("span", { class: "thinking", role: "img", "aria-label": t("engine.thinking") }, el("i"), el("i"), el("i")) : null,
      score === undefined ? null : el("span", { class: "points", title: t("play.score") }, String(score)),
      state.clock ? el("span", { class: `clock ${state.clock.running === player ? "runs" : ""}`, role: "timer" }, clockText(state.clock.of(player))) : null,
    );
  }

  #status() {
    const { session } = this;
    const result = this.stage.resultText();
    if (result) this.status.textContent = result;
    else if (!session.look) this.status.textContent = t("engine.loading");
    else if (session.game.kind === "orders") this.status.textContent = this.referee.status();
    else if (this.#hinting || this.#search) this.status.textContent = this.#queued || engineWords(session);
    else this.status.textContent = t("play.toMove", { side: this.stage.sideToMove() });
    this.status.classList.toggle("is-over", result !== "");
  }

  /** The buttons that make sense now; rebuilt only when that changes, so that the focus stays. */
  #controls() {
    const { session } = this;
    const kinds = session.game.kind;
    const over = session.result !== null;
    const own = !over && persons().includes(session.mover);
    const passes = own && session.look?.moves.length === 1 && session.look.moves[0] === "pass";
    const waits = !over && kinds === "turns" && !own && !this.#search && session.look !== null;
    const busy = this.#search !== null && !this.#hinting;
    const name = [session.variant, over, own, passes, waits, busy, this.#hinting, session.node.parent !== null, session.node.children.length > 0].join();
    if (this.actions.dataset["state"] === name) return;
    const hadFocus = this.actions.contains(document.activeElement) ? document.activeElement?.getAttribute("data-action") : null;
    this.actions.dataset["state"] = name;
    const action = (/** @type {string} */ key, /** @type {string} */ icon, /** @type {() => void} */ press, disabled = false, style = "") =>
      button(t(`play.${key}`), press, { icon, class: style, "data-action": key, disabled });
    const shown = [
      passes ? action("pass", "next", () => this.#move("pass"), false, "primary") : null,
      busy ? action("now", "stop", () => this.#search?.stop(), false, "primary") : null,
      waits ? action("go", "play", () => ((state.live = true), this.#think()), false, "primary") : null,
      action("undo", "undo", () => this.#undo(), session.node.parent === null),
      action("redo", "redo", () => void session.walk(session.node.children[0] ?? session.node), session.node.children.length === 0),
      kinds === "turns" ? action("hint", "hint", () => void this.#hint(), !own || this.#hinting) : null,
      action("flip", "flip", () => ((session.turned = !session.turned), void session.refresh())),
      action("resign", "flag", () => void this.#resign(), over || persons().length === 0),
      action("analyse", "chart", () => this.context.open("analysis")),
      action("newGame", "plus", () => newGame(this.context), false, over ? "primary" : ""),
    ];
    this.actions.replaceChildren(...shown.filter((item) => item !== null));
    if (hadFocus) {
      const target = this.actions.querySelector(`[data-action="${hadFocus}"]:not([disabled])`) ?? this.actions.querySelector("button:not([disabled])");
      if (target instanceof HTMLElement) target.focus();
    }
  }

  /** @param {string} letter */
  #letter(letter) {
    if (letter === "t" && state.clock) {
      const words = [1, 2].map((player) => `${sideName(this.session.variant, player)} ${clockText(state.clock?.of(player) ?? 0)}`);
      say(words.join(", "));
      return true;
    }
    if (letter !== "g" || !persons().includes(this.session.mover)) return false;
    void this.#hint();
    return true;
  }

  unmount() {
    clearTimeout(this.#timer);
    this.#search?.stop();
    this.#search = null;
    this.referee.unmount();
    for (const off of this.#off) off();
  }
}

register({
  id: "play",
  icon: "play",
  board: true,
  mount(context) {
    const view = new Play(context);
    return () => view.unmount();
  },
});

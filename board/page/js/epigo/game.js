// Epigo for one side: planning in secret, waiting, and the replay of each turn. The plans go to whoever keeps them: the
// server of a table, or the referee of a game on one device.

import { showHelp } from "../help.js";
import { t } from "../i18n.js";
import { announce } from "../live.js";
import { el } from "../dom.js";
import { listen, update } from "../update.js";
import { isAnimated } from "../settings.js";
import { EpigoBoard } from "./board.js";
import { loadTurn, previewOf } from "./lines.js";
import { colourOf, formatPlan, parseFen } from "./model.js";
import { commitNodes, headingNode, historyNode, openNodes, sentNodes, waitingNode } from "./panel.js";
import { Planner, chooseFile, chooseSquare, selectedName } from "./planner.js";
import { Replay } from "./replay.js";
import { replayEnd, replayPanel } from "./replay-panel.js";

/** @typedef {import("./model.js").Direction} Direction */
/** @typedef {import("./model.js").Tiles} Tiles */
/** @typedef {import("./lines.js").Turn} Turn */

/**
 * What a side knows of the game.
 * @typedef {object} EpigoView
 * @property {string} fen
 * @property {number | null} seat the side that plans here; null watches
 * @property {boolean} turned whether Black is at the bottom
 * @property {boolean} canAct whether the own side may plan, or change its plan
 * @property {string | null} mine the plan that was sent, while the other side has none
 * @property {string} waiting whom the game waits for, in words; empty if for nobody
 * @property {Turn | null} last the turn that led here; one that is new is replayed
 * @property {string | null} start the position before the first move, null for that of the game
 * @property {string[]} line
 */

/**
 * @typedef {object} EpigoOptions
 * @property {() => import("../client.js").RulesClient} rules
 * @property {(choice: string) => Promise<void>} send rejects with what the player should read
 * @property {() => void} [onReplayed] the replay of a new turn is over
 */

/** The board and the panel of a game; the caller places both. */
export class EpigoGame {
  /** @type {EpigoView | null} */
  #view = null;
  /** @type {Planner | null} */
  #planner = null;
  /** @type {Replay | null} */
  #replay = null;
  #isChanging = false;
  #isSending = false;
  #error = "";
  /** @type {import("./lines.js").Preview | null} */
  #preview = null;
  #abort = new AbortController();

  /** @param {EpigoOptions} options */
  constructor(options) {
    this.options = options;
    this.board = new EpigoBoard({
      square: (key) => this.#onSquare(key),
      direction: (direction) => this.#onDirection(direction),
      drag: (tile, to) => this.#onDrag(tile, to),
      key: (event, direction) => this.#onKey(event, direction),
    });
    this.panel = el("section.epigo-panel", { "aria-label": t("epigo.panel") });
    listen(this.panel, this.#actions(), this.#abort.signal);
  }

  /** Shows a newer state of the game, and replays the turn that led to it. @param {EpigoView} view */
  show(view) {
    const old = this.#view;
    this.#view = view;
    const isNewPosition = old?.fen !== view.fen;
    if (isNewPosition || !view.canAct) this.#isChanging = false;
    if (isNewPosition || old?.seat !== view.seat) {
      this.#error = "";
      this.#preview = null;
      this.#planner = view.seat === null ? null : new Planner(colourOf(view.seat), parseFen(view.fen).tiles);
    }
    if (view.mine !== null && !this.#isChanging) this.#planner?.read(view.mine);
    this.board.face(view.turned);
    const { last } = view;
    const isNewTurn = last !== null && old !== null && last.n > (old.last?.n ?? 0);
    if (isNewPosition && !isNewTurn) {
      this.#replay?.stop();
      this.#replay = null;
    }
    if (isNewTurn && last.n === old.line.length + 1) this.#begin({ ...last, start: parseFen(old.fen).tiles });
    else if (isNewTurn) void this.#load(last.n - 1);
    else if (this.#replay && old?.turned !== view.turned) this.#replay.pause();
    else this.#render();
  }

  /** Ends all that runs. */
  close() {
    this.#abort.abort();
    this.#replay?.stop();
  }

  /** Whether the plan can be changed now. */
  get #isOpen() {
    const view = this.#view;
    return view !== null && this.#planner !== null && view.canAct && (view.mine === null || this.#isChanging) && !this.#isSending;
  }

  /** @param {Turn & { start: import("./model.js").Tiles }} turn */
  #begin(turn) {
    const replay = new Replay(this.board, turn, () => this.#render());
    this.#replay?.stop();
    this.#replay = replay;
    announce([t("epigo.reveal", { move: turn.move }), ...replay.sentences].join(" "));
    if (isAnimated()) void this.#play(replay);
    else replay.jump(replay.steps.length);
  }

  /** @param {Replay} replay */
  async #play(replay) {
    await replay.play();
    if (this.#replay === replay && replay.isOver && this.#view?.canAct) this.#endReplay();
  }

  #endReplay() {
    this.#replay = null;
    this.#render();
    this.options.onReplayed?.();
  }

  /** Replays a turn of the past. @param {number} index from 0 */
  async #load(index) {
    const view = this.#view;
    if (view === null) return;
    const turn = await loadTurn(this.options.rules(), view.start, view.line, index).catch(() => null);
    if (turn !== null && this.#view?.fen === view.fen && !this.#abort.signal.aborted) this.#begin(turn);
  }

  #render() {
    const view = this.#view;
    if (view === null) return;
    if (this.#replay === null) this.#showBoard(view);
    const turn = this.#replay;
    update(this.panel, turn === null ? this.#planningPanel(view) : [replayPanel(turn, view.start), replayEnd(view.canAct)],
      historyNode(view, turn?.n ?? null));
  }

  /** @param {EpigoView} view */
  #showBoard(view) {
    const planner = this.#planner;
    const { tiles } = parseFen(view.fen);
    if (planner === null || (!view.canAct && view.mine === null)) {
      this.board.show({ tiles });
      return;
    }
    const state = planner.boardState(this.#isOpen);
    this.board.show({ ...state, ghosts: this.#preview?.text === planner.text ? this.#preview.ghosts : [] });
  }

  /** @param {EpigoView} view */
  #planningPanel(view) {
    const planner = this.#planner;
    if (planner === null || (!view.canAct && view.mine === null)) return [waitingNode(view.waiting)];
    const open = this.#isOpen;
    return [
      headingNode(planner, parseFen(view.fen).turn),
      open ? [
        openNodes(planner, { turned: view.turned, turn: (d) => this.board.turn(d), preview: this.#preview }),
        this.#error !== "" && el("p.error", { role: "alert", "data-key": "error" }, this.#error),
        commitNodes(planner, this.#isChanging),
      ] : sentNodes(planner, { isSending: this.#isSending, canChange: view.canAct }),
      waitingNode(view.waiting),
    ];
  }

  /** @returns {Parameters<typeof listen>[1]} */
  #actions() {
    /** @param {(planner: Planner, argument: string) => void} change @returns {(argument: string) => void} */
    const planning = (change) => (argument) => {
      if (this.#planner === null || !this.#isOpen) return;
      change(this.#planner, argument);
      this.#changed();
    };
    return {
      tile: planning((planner, argument) => this.#select(planner, Number(argument))),
      way: planning((planner, argument) => this.#order(planner, /** @type {Direction} */ (argument))),
      exchange: planning((planner, argument) => planner.exchange(Number(argument))),
      remove: planning((planner, argument) => planner.remove(Number(argument))),
      file: planning((planner, argument) => chooseFile(planner, Number(argument))),
      shuffle: planning((planner) => planner.shuffle()),
      typed: (_, form) => this.#onTyped(/** @type {HTMLFormElement} */ (form)),
      commit: () => void this.#commit(),
      change: () => this.#change(true),
      keep: () => this.#change(false),
      load: (argument) => void this.#load(Number(argument)),
      "replay-first": () => this.#replay?.jump(0),
      "replay-back": () => this.#replay?.jump(this.#replay.index - 1),
      "replay-step": () => void this.#stepReplay(),
      "replay-last": () => this.#replay?.jump(this.#replay.steps.length),
      "replay-play": () => this.#replay !== null && void this.#replay.play(),
      "replay-pause": () => this.#replay?.pause(),
      "replay-to": (argument) => this.#replay?.jump(Number(argument)),
      "replay-end": () => this.#closeReplay(),
    };
  }

  async #stepReplay() {
    const turn = this.#replay;
    if (turn === null || turn.isOver) return;
    announce(turn.sentences[turn.index]);
    await turn.step();
  }

  #closeReplay() {
    this.#replay?.stop();
    this.#endReplay();
    this.board.focus();
  }

  /** @param {boolean} isChanging */
  #change(isChanging) {
    this.#isChanging = isChanging;
    if (!isChanging && this.#view?.mine) this.#planner?.read(this.#view.mine);
    this.#changed();
  }

  /** Shows a changed plan, and asks what a whole one would do. */
  #changed() {
    this.#error = "";
    this.#render();
    const planner = this.#planner;
    if (planner !== null && planner.isComplete && !planner.isLineUp && this.#preview?.text !== planner.text) {
      void this.#loadPreview(planner);
    }
  }

  /** @param {Planner} planner */
  async #loadPreview(planner) {
    const text = planner.text;
    const preview = await previewOf(this.options.rules(), this.#view?.fen ?? "", planner).catch(() => null);
    if (preview === null || planner !== this.#planner || planner.text !== text) return;
    this.#preview = preview;
    if (this.#replay === null) this.#render();
  }

  async #commit() {
    const planner = this.#planner;
    if (planner === null || !planner.isComplete || !this.#isOpen) return;
    this.#isSending = true;
    planner.selected = null;
    this.#render();
    try {
      await this.options.send(planner.text);
      this.#isChanging = false;
      announce(t("epigo.sent"));
    } catch (error) {
      this.#error = error instanceof Error ? error.message : String(error);
    }
    this.#isSending = false;
    this.#render();
  }

  /** @param {HTMLFormElement} form */
  #onTyped(form) {
    const planner = this.#planner;
    const input = form.querySelector("input");
    if (planner === null || input === null || !this.#isOpen) return;
    if (planner.read(input.value)) {
      input.value = "";
      this.#changed();
      announce(t("epigo.typed", { text: planner.text }));
    } else {
      this.#error = t(planner.isLineUp ? "epigo.line-up.wrong" : "epigo.plan.wrong", { text: input.value });
      this.#render();
    }
  }

  /**
   * @param {Planner} planner
   * @param {number} tile
   */
  #select(planner, tile) {
    planner.select(tile);
    if (planner.selected !== null) announce(t("epigo.hint.direction", { tile }));
    else this.#announcePlan(planner);
  }

  /**
   * @param {Planner} planner
   * @param {Direction} direction
   */
  #order(planner, direction) {
    planner.order(direction);
    this.#announcePlan(planner);
  }

  /** @param {Planner} planner */
  #announcePlan(planner) {
    if (planner.orders.length > 0) announce(t("epigo.typed", { text: formatPlan(planner.orders) }));
  }

  /** @param {string} key */
  #onSquare(key) {
    const planner = this.#planner;
    if (planner === null || !this.#isOpen || this.#replay !== null) return;
    const before = planner.lineUp;
    chooseSquare(planner, key);
    if (planner.selected !== null) {
      const text = planner.isLineUp ? "epigo.hint.swap" : "epigo.hint.direction";
      announce(t(text, { tile: planner.isLineUp ? selectedName(planner) : planner.selected }));
    } else if (planner.lineUp !== before) announce(t("epigo.typed", { text: planner.lineUp }));
    this.#changed();
  }

  /** @param {Direction} direction */
  #onDirection(direction) {
    if (this.#planner === null || !this.#isOpen) return;
    this.#order(this.#planner, direction);
    this.#changed();
  }

  /**
   * @param {string} tile
   * @param {import("./model.js").Point} to
   */
  #onDrag(tile, to) {
    const planner = this.#planner;
    if (planner === null || !this.#isOpen || this.#replay !== null) return;
    const state = planner.boardState(true);
    const from = state.tiles.get(tile);
    if (from === undefined) return;
    if (planner.isLineUp) {
      const file = Math.max(0, Math.min(7, Math.round(to.x)));
      planner.swap(from.x, file);
      planner.selected = null;
    } else {
      const dx = to.x - from.x;
      const dy = to.y - from.y;
      planner.selected = Number(tile[1]);
      this.#order(planner, Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "E" : "W") : dy > 0 ? "S" : "N");
    }
    this.#changed();
  }

  /**
   * @param {KeyboardEvent} event
   * @param {Direction | null} direction
   * @returns {boolean}
   */
  #onKey(event, direction) {
    if (event.key === "?") {
      showHelp();
      return true;
    }
    const planner = this.#planner;
    if (planner === null || !this.#isOpen || this.#replay !== null) return false;
    if (!planner.isLineUp && planner.selected !== null && direction !== null) this.#order(planner, direction);
    else if (!planner.isLineUp && /^[1-7]$/.test(event.key)) this.#select(planner, Number(event.key));
    else if (event.key === "Escape" && planner.selected !== null) planner.selected = null;
    else if (event.key === "Backspace" && planner.orders.length > 0) {
      planner.remove(planner.orders.length - 1);
      this.#announcePlan(planner);
    } else return false;
    this.#changed();
    return true;
  }
}

/**
 * Epigo for one side: planning in secret, waiting, and the replay of each turn. The plans go to whoever keeps them: the
 * server of a table, or the referee of a game on one device.
 * @module
 */

import { h, listen, update } from "./dom.js";
import { EpigoBoard, tileName } from "./epigo-board.js";
import { loadTurn, previewOf } from "./epigo-lines.js";
import { colourOf, formatPlan, lostTiles, parseFen } from "./epigo-model.js";
import { commitNodes, headingNode, historyNode, openNodes, replayEnd, sentNodes, waitingNode } from "./epigo-panel.js";
import { Planner, chooseFile, chooseSquare, selectedName } from "./epigo-planner.js";
import { Replay, replayPanel } from "./epigo-replay.js";
import { errorText } from "./errors.js";

/** @typedef {import("./epigo-model.js").Direction} Direction */
/** @typedef {import("./epigo-model.js").Tiles} Tiles */
/** @typedef {import("./types.js").Host} Host */
/** @typedef {import("./types.js").LastMove} LastMove */

/**
 * What a side knows of the game.
 * @typedef {object} EpigoView
 * @property {string} fen
 * @property {boolean} canAct whether the own side may plan, or change its plan
 * @property {string | null} mine the plan that was sent, while the other side has none
 * @property {string} waiting whom the game waits for, in words; empty if for nobody
 * @property {LastMove | null} last
 * @property {string | null} start
 * @property {string[] | null} line
 */

/**
 * @typedef {object} EpigoOptions
 * @property {number | null} seat the own seat; null watches
 * @property {boolean} turned whether Black is at the bottom
 * @property {(choice: string) => Promise<void>} send
 */

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
  /** @type {import("./epigo-lines.js").Preview | null} */
  #preview = null;
  #abort = new AbortController();

  /**
   * @param {HTMLElement} root
   * @param {Host} host
   * @param {EpigoOptions} options
   */
  constructor(root, host, options) {
    this.root = root;
    this.host = host;
    this.options = options;
    this.colour = colourOf(options.seat ?? 1);
    this.board = new EpigoBoard(host, { turned: options.turned, label: host.t("epigo.board") }, {
      square: (key) => this.#onSquare(key),
      direction: (direction) => this.#onDirection(direction),
      drag: (tile, to) => this.#onDrag(tile, to),
      key: (event, direction) => this.#onKey(event, direction),
    });
    this.panel = h("section.epigo-panel", { "aria-label": host.t("epigo.panel") });
    root.replaceChildren(h("div.epigo", {}, h("div.epigo-board-holder", {}, this.board.element), this.panel));
    listen(this.panel, this.#actions(), this.#abort.signal);
  }

  /** Shows a newer state of the game, and replays the turn that led to it. @param {EpigoView} view */
  show(view) {
    const old = this.#view;
    this.#view = view;
    const isNewPosition = old?.fen !== view.fen;
    if (isNewPosition || !view.canAct) this.#isChanging = false;
    if (isNewPosition) {
      this.#error = "";
      this.#preview = null;
      this.#planner = this.options.seat === null ? null : new Planner(this.colour, parseFen(view.fen).tiles);
    }
    if (view.mine !== null && !this.#isChanging) this.#planner?.read(view.mine);
    const isNewTurn = view.last !== null && old !== null && view.last.n > (old.last?.n ?? 0);
    if (isNewPosition && !isNewTurn) {
      this.#replay?.stop();
      this.#replay = null;
    }
    const isNext = view.last?.n === (old?.last?.n ?? 0) + 1;
    if (isNewTurn && isNext && view.last !== null) this.#begin(view.last, parseFen(old.fen).tiles);
    else if (isNewTurn && view.last !== null) void this.#load(view.last.n - 1);
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

  /**
   * @param {LastMove} last
   * @param {Tiles} start
   */
  #begin(last, start) {
    const turn = new Replay(this.host, this.board, { n: last.n, move: last.move, start, effects: last.effects }, () => this.#render());
    this.#replay?.stop();
    this.#replay = turn;
    this.host.announce([this.host.t("epigo.reveal", { move: last.move }), ...turn.sentences].join(" "));
    if (this.host.animations()) void this.#play(turn);
    else turn.jump(turn.steps.length);
  }

  /** @param {Replay} turn */
  async #play(turn) {
    await turn.play();
    if (this.#replay === turn && turn.isOver && this.#view?.canAct) this.#endReplay();
  }

  #endReplay() {
    this.#replay = null;
    this.#render();
  }

  /** Replays a turn of the past. @param {number} index from 0 */
  async #load(index) {
    const { line, start } = this.#view ?? {};
    const turn = line ? await loadTurn(this.host.rules, start ?? null, line, index).catch(() => null) : null;
    if (turn !== null && !this.#abort.signal.aborted) this.#begin(turn, turn.start);
  }

  #render() {
    const view = this.#view;
    if (view === null) return;
    if (this.#replay === null) this.#showBoard(view);
    const turn = this.#replay;
    update(this.panel, turn === null ? this.#planningPanel(view) : [replayPanel(turn), replayEnd(this.host, view.canAct)],
      historyNode(this.host, view.line ?? [], turn?.n ?? null));
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
      headingNode(this.host, planner, parseFen(view.fen).turn),
      open ? [
        openNodes(this.host, planner, { turned: this.options.turned, turn: (d) => this.board.turn(d), preview: this.#preview }),
        this.#error !== "" && h("p.rooms-error", { role: "alert", "data-key": "error" }, this.#error),
        commitNodes(this.host, planner, this.#isChanging),
      ] : sentNodes(this.host, planner, { isSending: this.#isSending, canChange: view.canAct }),
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
    this.host.announce(turn.sentences[turn.index]);
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
    const preview = await previewOf(this.host, this.#view?.fen ?? "", planner).catch(() => null);
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
      this.host.announce(this.host.t("epigo.sent"));
    } catch (error) {
      this.#error = errorText(this.host, error);
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
      this.host.announce(this.host.t("epigo.typed", { text: planner.text }));
    } else {
      this.#error = this.host.t(planner.isLineUp ? "epigo.line-up.wrong" : "epigo.plan.wrong", { text: input.value });
      this.#render();
    }
  }

  /**
   * @param {Planner} planner
   * @param {number} tile
   */
  #select(planner, tile) {
    planner.select(tile);
    if (planner.selected !== null) this.host.announce(this.host.t("epigo.hint.direction", { tile }));
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
    if (planner.orders.length > 0) this.host.announce(this.host.t("epigo.typed", { text: formatPlan(planner.orders) }));
  }

  /** @param {string} key */
  #onSquare(key) {
    const planner = this.#planner;
    if (planner === null || !this.#isOpen || this.#replay !== null) return;
    const before = planner.lineUp;
    chooseSquare(planner, key);
    if (planner.selected !== null) {
      const text = planner.isLineUp ? "epigo.hint.swap" : "epigo.hint.direction";
      this.host.announce(this.host.t(text, { tile: planner.isLineUp ? selectedName(this.host, planner) : planner.selected }));
    } else if (planner.lineUp !== before) this.host.announce(this.host.t("epigo.typed", { text: planner.lineUp }));
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
   * @param {import("./epigo-model.js").Point} to
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

/**
 * The captured tiles of a side, as the opponent shows them.
 * @param {Host} host
 * @param {string} fen
 * @param {number} seat whose tiles are off the board
 */
export function lostStrip(host, fen, seat) {
  const colour = colourOf(seat);
  const lost = lostTiles(parseFen(fen).tiles, colour);
  return h("span.epigo-lost", { role: "img", "aria-label": host.t("epigo.lost.list", {
    tiles: lost.map((tile) => tileName(host, colour + String(tile))).join(", ") || host.t("epigo.lost.none"),
  }) }, [0, 1, 2].map((i) => h("span.epigo-chip", { class: lost[i] === undefined ? "is-empty" : `owner-${seat}` }, lost[i] ?? "")));
}

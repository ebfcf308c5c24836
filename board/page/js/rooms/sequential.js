/**
 * A game of moves one after another between two devices, on the board of the page.
 * @module
 */

import { boardCommand, boardLetter } from "../board-letters.js";
import { Board } from "../board.js";
import { choose } from "../dialogs.js";
import { button, el } from "../dom.js";
import { t } from "../i18n.js";
import { announce } from "../live.js";
import { parseMove, typed } from "../moves.js";
import { effectsOf, look } from "../rules.js";
import { drawingWords, isAnimated } from "../settings.js";
import { play as sound } from "../sound.js";
import { listen, update } from "../update.js";
import { announcement, keysOf, moveWords } from "../words.js";
import { errorText } from "./errors.js";
import { seatName } from "./seats.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("../rules.js").Scene} Scene */
/** @typedef {import("../moves.js").Move} Move */

export class SequentialGame {
  /** @type {View | null} */
  #view = null;
  /** @type {Scene | null} */
  #scene = null;
  /** Moves before the position that is shown; null for the newest. @type {number | null} */
  #ply = null;
  #error = "";
  #isSending = false;
  #drawing = 0;
  #abort = new AbortController();

  /**
   * @param {HTMLElement} root
   * @param {{ rules: () => import("../client.js").RulesClient, send: (move: string) => Promise<void>, state: () => string }} options
   *   `state` has the clocks or the result in words
   */
  constructor(root, options) {
    this.options = options;
    this.holder = el("div.rooms-board");
    this.below = el("div.rooms-below");
    this.list = el("section.rooms-moves", { "aria-label": t("rooms.moves") });
    root.replaceChildren(el("div.rooms-sequential", {}, this.holder, this.below, this.list));
    this.board = new Board(this.holder, {
      onMove: (word) => void this.#send(word),
      choose: (moves) => this.#choose(moves),
      effects: (word) => this.#effects(word),
      onEdge: () => sound("edge"),
      onKey: (event, key) => boardLetter(this.#subject, event, key),
    });
    listen(root, {
      ply: (ply) => void this.#walk(Number(ply)),
      now: () => void this.#walk(null),
      word: (word) => void this.#send(word),
      typed: (_, form) => this.#onTyped(/** @type {HTMLFormElement} */ (form)),
    }, this.#abort.signal);
  }

  /** @param {View} view */
  show(view) {
    const old = this.#view;
    this.#view = view;
    const isNew = old === null || old.v !== view.v || old.seat !== view.seat;
    if (isNew) {
      this.#error = "";
      this.#ply = null;
      void this.#draw(old);
    } else {
      this.board.allow(this.#allowed());
    }
    this.#render();
  }

  close() {
    this.#abort.abort();
    this.#drawing += 1;
  }

  /** @param {number} ply */
  #position(ply) {
    const view = this.#view;
    return { variant: view?.variant ?? "", fen: view?.start ?? null, moves: view?.line?.slice(0, ply) ?? [] };
  }

  get #length() {
    return this.#view?.line?.length ?? 0;
  }

  #allowed() {
    const view = this.#view;
    if (view === null || view.state !== "playing" || this.#ply !== null || this.#isSending) return [];
    return view.legal ?? [];
  }

  /** @param {View | null} old the view before, if this one is new */
  async #draw(old) {
    const turn = ++this.#drawing;
    const view = this.#view;
    const before = this.#scene;
    const ply = this.#ply ?? this.#length;
    const words = drawingWords("r", view?.seat === 2);
    try {
      const found = await look(this.options.rules(), this.#position(ply), words);
      if (turn !== this.#drawing) return;
      this.#scene = found.scene;
      const word = this.#view?.line?.[ply - 1] ?? "";
      const move = parseMove(word, keysOf(found.scene));
      const isStep = before !== null && isAnimated();
      this.board.show({ svg: found.svg, scene: found.scene, moves: this.#allowed() }, { animated: isStep, hop: move });
      this.#render();
      if (old !== null && before !== null && view !== null) await this.#announce(view, old, before);
    } catch (error) {
      if (turn === this.#drawing) this.#fail(error);
    }
  }

  /**
   * @param {View} view
   * @param {View} old
   * @param {Scene} before
   */
  async #announce(view, old, before) {
    const length = view.line?.length ?? 0;
    const word = view.line?.[length - 1];
    if (word === undefined || length !== (old.line?.length ?? 0) + 1) return;
    const effects = await effectsOf(this.options.rules(), this.#position(length - 1), word).catch(() => null);
    const player = before.turn[0] ?? 1;
    announce(announcement(before, player, word, effects));
    sound(effects !== null && effects.list.length > 0 ? "capture" : "move");
  }

  /** @param {string} word */
  #effects(word) {
    return effectsOf(this.options.rules(), this.#position(this.#length), word).catch(() => null);
  }

  /** @param {Move[]} moves */
  #choose(moves) {
    return choose(t("choice.title"), moves.map((move) => ({
      text: move.captures.length > 0 ? t("choice.captures", { cells: move.captures.join(", ") }) : move.word,
      value: move.word,
    })));
  }

  #render() {
    const view = this.#view;
    if (view === null) return;
    const others = this.board.moves.filter((move) => move.to === null);
    const canMove = this.#allowed().length > 0;
    update(this.below,
      this.#error !== "" && el("p.rooms-error", { role: "alert", "data-key": "error" }, this.#error),
      el("p.rooms-turn", { "data-key": "turn" }, this.#turnText(view)),
      this.#ply !== null && button(t("rooms.moves.now"), "now", { class: "primary", "data-key": "now" }),
      canMove && others.length > 0 && el("div.rooms-actions", { "data-key": "words" }, others.map((move) =>
        button(this.#scene ? moveWords(move.word, this.#scene) : move.word, "word", { "data-arg": move.word }))),
      view.seat !== null && view.state === "playing" && el("form.type-form", { "data-do": "typed", "data-key": "typed" },
        el("label", {}, el("span", {}, t("rooms.moves.type")),
          el("input", { name: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", maxlength: 60 })),
        el("button.button", { type: "submit" }, t("rooms.moves.play"))));
    update(this.list, this.#moveList(view));
  }

  /** @param {View} view */
  #turnText(view) {
    if (view.state === "waiting") return t("rooms.waiting.people");
    if (view.state === "over") return "";
    if (this.#isSending) return t("rooms.sending");
    const acting = view.seats.findIndex((seat) => seat.acting) + 1;
    return acting === view.seat ? t("rooms.turn.mine") : t("rooms.turn", { name: seatName(view, acting) });
  }

  /** @param {View} view */
  #moveList(view) {
    const line = view.line ?? [];
    if (line.length === 0) return [el("p.rooms-dim", { "data-key": "none" }, t("rooms.moves.none"))];
    const shown = this.#ply ?? line.length;
    return [el("ol", { "data-key": "list" }, line.map((move, i) => el("li", {}, el("button", {
      type: "button", "data-do": "ply", "data-arg": i + 1, "aria-current": shown === i + 1 ? "true" : null,
    }, move))))];
  }

  /** @param {number | null} ply */
  #walk(ply) {
    this.#ply = ply === this.#length ? null : ply;
    this.#render();
    return this.#draw(null);
  }

  /** What letters tell about. @returns {import("../board-letters.js").Subject} */
  get #subject() {
    const ply = this.#ply ?? this.#length;
    const word = this.#view?.line?.[ply - 1];
    return {
      board: this.board,
      scene: this.#scene,
      last: word === undefined ? null : { word, effects: () => effectsOf(this.options.rules(), this.#position(ply - 1), word).catch(() => null) },
      effects: (move) => this.#effects(move),
      turn: [this.#view === null ? "" : this.#turnText(this.#view), this.options.state()].filter(Boolean).join(" "),
      input: this.below.querySelector("input"),
    };
  }

  /** @param {HTMLFormElement} form */
  async #onTyped(form) {
    const input = form.querySelector("input");
    const text = input?.value.trim() ?? "";
    if (input === null || text === "") return;
    if (boardCommand(this.#subject, text)) {
      input.value = "";
      return;
    }
    const found = typed(this.board.moves, text);
    const word = found.length > 1 ? await this.#choose(found) : (found[0]?.word ?? null);
    if (word !== null) {
      input.value = "";
      await this.#send(word);
    } else if (found.length === 0) this.#fail(new Error(t("rooms.moves.wrong", { text })));
  }

  /** @param {string} word */
  async #send(word) {
    if (this.#isSending || this.#allowed().length === 0) return;
    this.#isSending = true;
    this.#error = "";
    this.board.allow([]);
    this.#render();
    try {
      await this.options.send(word);
    } catch (error) {
      this.#error = errorText(error);
    }
    this.#isSending = false;
    this.board.allow(this.#allowed());
    this.#render();
  }

  /** @param {unknown} error */
  #fail(error) {
    this.#error = errorText(error);
    this.#render();
  }
}

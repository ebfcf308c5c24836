// The board of the page with the players, the bar of the evaluation and the typed move.

import { Board } from "./board.js";
import { boardCommand, boardLetter } from "./board-letters.js";
import { el, find } from "./dom.js";
import { choose, notify } from "./dialogs.js";
import { t } from "./i18n.js";
import { say } from "./live.js";
import { parseMove, typed } from "./moves.js";
import { isAnimated, settings } from "./settings.js";
import { play as sound } from "./sound.js";
import { barText, share, scoreWords } from "./scores.js";
import { announcement, cellWords, gameName, keysOf, moveWords, resultWords, sideName } from "./words.js";

/** @typedef {import("./session.js").Session} Session */
/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./moves.js").Move} Move */
/** @typedef {import("./effects.js").Effects} Effects */

/**
 * What a view decides about the board.
 * @typedef {object} Policy
 * @property {() => string[]} allowed the moves that a person may choose
 * @property {(word: string) => void} onMove
 * @property {(key: string) => boolean} [onCell]
 * @property {(key: string) => void} [onOut] a piece has been dragged off the board
 * @property {(letter: string) => boolean} [onLetter] `v` and `g`: evaluation and best move, `t`: clocks
 * @property {() => void} [onSelect] a piece has been chosen, or none
 * @property {() => string} [hint] what the input of moves says while it is empty
 */

/** @type {Policy} */
const NOTHING = { allowed: () => [], onMove: () => {} };

export class Stage {
  /** @type {Policy} */
  policy = NOTHING;
  /** The move that led here, and what it did. @type {{word: string, effects: Effects | null} | null} */
  last = null;
  /** @type {[HTMLElement, HTMLElement]} */
  #strips;
  /** @type {{ element: SVGElement, focus: () => void } | null} */
  #own = null;

  /** @param {Session} session @param {ParentNode} root */
  constructor(session, root) {
    this.session = session;
    this.host = find(root, "#stage", HTMLElement);
    this.bar = find(root, "#bar", HTMLElement);
    this.input = find(root, "#typed-move", HTMLInputElement);
    this.form = find(root, "#typed", HTMLFormElement);
    this.frame = find(root, "#board", HTMLElement);
    this.#strips = [find(root, "#player-top", HTMLElement), find(root, "#player-bottom", HTMLElement)];
    this.board = new Board(this.frame.appendChild(el("div", {})), {
      onMove: (word) => this.policy.onMove(word),
      choose: (moves) => this.#choose(moves),
      effects: (word) => session.effects(word),
      onCell: (key) => this.policy.onCell?.(key) ?? false,
      onKey: (event, key) => (this.policy.onLetter?.(event.key) ?? false) || boardLetter(this.#subject, event, key),
      onSelect: (key) => this.#selected(key),
      onEdge: () => sound("edge"),
      onOut: (key) => this.policy.onOut?.(key),
    });
    this.form.addEventListener("submit", (event) => this.#typed(event));
    session.on("look", ({ why, from, effects, before }) => this.#show(why, from, effects, before));
    session.on("error", (error) => notify(error.message, { kind: "error" }));
  }

  /** Hands the board to a view. @param {Policy} policy */
  use(policy) {
    this.policy = policy;
    this.replaceBoard(null);
    this.setBar(null);
    this.board.setArrows([]);
    this.board.setValues(new Map());
    this.allow();
  }

  /**
   * Shows a board of the view in place of the drawing and of the typed move.
   * @param {{ element: SVGElement, focus: () => void } | null} board null shows the drawing again
   */
  replaceBoard(board) {
    this.#own = board;
    this.form.hidden = board !== null;
    this.frame.replaceChildren(board?.element ?? this.board.host);
    // The board of a view is a square; other drawings set their own aspect for the whole page.
    this.host.parentElement?.style.setProperty("--aspect", board === null ? "" : "1");
  }

  /** Puts the focus on the board. */
  focus() {
    (this.#own ?? this.board).focus();
  }

  /** Asks the view again which moves are allowed. */
  allow() {
    this.board.showTargets = settings.targets;
    this.board.showPreview = settings.preview;
    this.board.allow(this.policy.allowed());
    this.input.disabled = this.session.look === null;
    this.input.placeholder = this.policy.hint?.() ?? "";
  }

  /**
   * @param {import("./session.js").Why} why @param {Node} from
   * @param {Promise<Effects | null>} [effects] @param {import("./rules.js").Look} [before]
   */
  #show(why, from, effects, before) {
    const { session } = this;
    const look = session.look;
    if (!look) return;
    this.board.showTargets = settings.targets;
    this.board.showPreview = settings.preview;
    const shown = { svg: look.svg, scene: look.scene, moves: this.policy.allowed() };
    const animated = isAnimated() && (why === "move" || why === "walk");
    this.board.show(shown, { animated, hop: this.#hop(from) });
    if (document.documentElement.lang !== "en") this.#labels(look.scene);
    this.input.disabled = false;
    this.input.placeholder = this.policy.hint?.() ?? "";
    if (why !== "view") void this.#remember(why, effects, before);
  }

  /** The engine draws English labels; this gives them the language of the page. @param {import("./rules.js").Scene} scene */
  #labels(scene) {
    const svg = this.board.drawing?.svg;
    svg?.setAttribute("aria-label", gameName(scene.variant));
    for (const cell of svg?.querySelectorAll("g.pt-cell[data-key]") ?? []) {
      cell.setAttribute("aria-label", cellWords(scene, cell.getAttribute("data-key") ?? ""));
    }
  }

  /** The cells of the move between two neighbours of the tree. @param {Node} from */
  #hop(from) {
    const { node, look } = this.session;
    const word = node.parent === from ? node.move : from.parent === node ? from.move : "";
    if (!look || !word) return { from: null, to: null };
    return parseMove(word, keysOf(look.scene));
  }

  /** @param {import("./session.js").Why} why @param {Promise<Effects | null>} [pending] @param {import("./rules.js").Look} [before] */
  async #remember(why, pending, before) {
    const { session } = this;
    const node = session.node;
    if (!node.parent) {
      this.last = null;
      if (why === "game" && session.look) say(t("game.begun", { game: t("nav.board"), side: this.sideToMove() }));
      return;
    }
    const effects = pending ? await pending : null;
    if (node !== session.node || !session.look) return;
    this.last = { word: node.move, effects };
    const mover = before?.scene.turn.length === 1 ? (before.scene.turn[0] ?? 1) : 0;
    if (why === "move" && before && mover) {
      say([announcement(before.scene, mover, node.move, effects), this.resultText()].filter(Boolean).join(". "));
      sound(effects && effects.list.length > 0 ? "capture" : "move");
    } else if (why === "walk") {
      say(t("move.at", { n: node.ply, move: moveWords(node.move, session.look.scene) }));
    }
  }

  resultText() {
    const result = this.session.result;
    return result ? resultWords(this.session.variant, result.result, result.reason) : "";
  }

  sideToMove() {
    const { mover, variant } = this.session;
    return mover ? sideName(variant, mover) : "";
  }

  /** Asks which of several moves with the same cells is meant. @param {Move[]} moves */
  async #choose(moves) {
    const answers = moves.map((move) => ({
      text: move.captures.length > 0 ? t("choice.captures", { cells: move.captures.join(", ") }) : move.word,
      value: move.word,
      onPoint: () => void this.session.effects(move.word).then((effects) => this.board.preview(effects)),
    }));
    const word = await choose(t("choice.title"), answers);
    this.board.preview(null);
    return word;
  }

  /** @param {string | null} key */
  #selected(key) {
    this.policy.onSelect?.();
    if (key === null) return;
    const to = this.board.moves.filter((move) => move.from === key).map((move) => move.to ?? "");
    say(t("select.piece", { cell: key, n: new Set(to).size, targets: [...new Set(to)].join(", ") }));
  }

  /** @param {Event} event */
  #typed(event) {
    event.preventDefault();
    const text = this.input.value.trim();
    if (!text) return;
    if (boardCommand(this.#subject, text)) {
      this.input.value = "";
      return;
    }
    const found = typed(this.board.moves, text);
    if (found.length === 1 && found[0]) {
      this.input.value = "";
      this.policy.onMove(found[0].word);
    } else if (found.length > 1) {
      void this.#choose(found).then((word) => word !== null && this.policy.onMove(word));
    } else if (this.board.moves.length === 0 && this.session.game.kind !== "turns") {
      this.input.value = "";
      this.policy.onMove(text);
    } else {
      notify(t("typed.unknown", { move: text }), { kind: "error" });
    }
  }

  /** What letters tell about. @returns {import("./board-letters.js").Subject} */
  get #subject() {
    const { session, last } = this;
    return {
      board: this.board,
      scene: session.look?.scene ?? null,
      last: last && { word: last.word, effects: () => Promise.resolve(last.effects) },
      effects: (word) => session.effects(word),
      turn: this.sideToMove() || this.resultText(),
      input: this.input,
    };
  }

  /** The player at the top and the one at the bottom. @param {(player: number) => HTMLElement} draw */
  players(draw) {
    const bottom = this.session.bottom;
    this.#strips[0].replaceChildren(draw(3 - bottom));
    this.#strips[1].replaceChildren(draw(bottom));
  }

  /** The bar beside the board. @param {import("./scores.js").Score | null} score for the first player; null hides it */
  setBar(score, shown = score !== null) {
    this.bar.hidden = !shown;
    if (!score) return;
    const part = share(score);
    const first = el("div", { class: "bar-first" });
    const text = el("span", { class: part >= 0.5 ? "bar-text first" : "bar-text second" }, barText(score));
    this.bar.classList.toggle("turned", this.session.bottom === 2);
    this.bar.dataset["first"] = this.session.game.first;
    first.style.setProperty("--share", `${(100 * part).toFixed(1)}%`);
    this.bar.replaceChildren(first, text);
    this.bar.setAttribute("role", "img");
    this.bar.setAttribute("aria-label", scoreWords(score, sideName(this.session.variant, 1)));
  }
}

// A board: shows a drawing, and lets a person choose moves on it. It knows neither rules nor connections.

import { animate } from "./animate.js";
import { moveFocus } from "./board-keys.js";
import { cellsOf } from "./effects.js";
import { Drawing, parseDrawing } from "./drawing.js";
import { arrowMark, cellMark, effectMark, targetMark, textMark } from "./marks.js";
import { between, choices, click, sources, targets } from "./moves.js";

/** @typedef {import("./moves.js").Move} Move */
/** @typedef {import("./rules.js").Scene} Scene */
/** @typedef {import("./effects.js").Effects} Effects */
/** @typedef {import("./marks.js").Arrow} Arrow */

/**
 * @typedef {object} BoardHandlers
 * @property {(word: string) => void} [onMove] a person has chosen this move
 * @property {(moves: Move[]) => Promise<string | null>} [choose] asks which of several moves is meant
 * @property {(word: string) => Promise<Effects | null>} [effects] what a move would do, for the preview
 * @property {(key: string) => boolean} [onCell] a click on a cell; true keeps it from choosing a move
 * @property {(event: KeyboardEvent, key: string | null) => boolean} [onKey] a key on the board; true keeps it from the board
 * @property {(key: string | null) => void} [onSelect]
 * @property {(key: string) => void} [onOut] a piece has been dragged off the board
 * @property {() => void} [onEdge] there is no cell in this direction
 */
/**
 * @typedef {object} Shown
 * @property {string} svg
 * @property {Scene} scene
 * @property {string[]} moves the legal moves that a person may choose; empty if none
 */

const DRAG_FROM = 6;

export class Board {
  /** @type {Drawing | null} */
  drawing = null;
  /** @type {Move[]} */
  moves = [];
  /** @type {string | null} */
  selected = null;
  /** The cell that the keyboard is on. @type {string | null} */
  current = null;
  showTargets = true;
  showPreview = true;
  /** @type {Arrow[]} */
  #arrows = [];
  /** @type {Map<string, {text: string, name: string}>} */
  #values = new Map();
  /** @type {{key: string, x: number, y: number, moved: boolean, again: boolean} | null} */
  #drag = null;
  /** @type {{key: string, id: number}} */
  #hover = { key: "", id: 0 };
  /** Arrows that a person draws with the second button. @type {Arrow[]} */
  #drawn = [];
  /** Where the second button has been pressed. @type {string | null} */
  #pen = null;

  /** @param {HTMLElement} host @param {BoardHandlers} handlers */
  constructor(host, handlers) {
    this.host = host;
    this.handlers = handlers;
    host.classList.add("board");
    host.addEventListener("pointerdown", (event) => this.#down(event));
    host.addEventListener("pointermove", (event) => this.#moved(event));
    host.addEventListener("pointerup", (event) => this.#up(event));
    host.addEventListener("pointercancel", () => this.#drop());
    host.addEventListener("contextmenu", (event) => event.preventDefault());
    host.addEventListener("pointerleave", () => this.#point(null));
    host.addEventListener("keydown", (event) => this.#key(event));
    host.addEventListener("focusin", (event) => this.#focused(event));
    host.addEventListener("focusout", () => this.#ring(null));
  }

  /**
   * Shows a position. `hop` says which cells the last move has touched, so that its piece can be animated.
   * @param {Shown} shown
   * @param {{animated?: boolean, hop?: import("./animate.js").Hop}} [how]
   */
  show(shown, how = {}) {
    const svg = parseDrawing(shown.svg);
    if (!svg) return;
    const old = this.drawing;
    const hadFocus = this.host.contains(document.activeElement);
    this.#drag = null;
    this.drawing = new Drawing(svg, shown.scene);
    this.moves = choices(shown.moves, this.drawing.cells.keys()).moves;
    this.#arrows = [];
    this.#drawn = [];
    this.#values = new Map();
    this.selected = null;
    const { width, height } = svg.viewBox.baseVal;
    document.documentElement.style.setProperty("--aspect", String(height > 0 ? width / height : 1));
    this.host.replaceChildren(svg);
    this.#rove(hadFocus);
    if (how.animated && old && old.turned === this.drawing.turned && old.scene.variant === shown.scene.variant) {
      animate(old, this.drawing, how.hop ?? { from: null, to: null });
    }
    this.#redraw();
  }

  /** Changes which moves a person may choose. @param {string[]} words */
  allow(words) {
    this.moves = choices(words, this.drawing?.cells.keys() ?? []).moves;
    this.selected = null;
    this.#redraw();
  }

  /** @param {Arrow[]} arrows */
  setArrows(arrows) {
    this.#arrows = arrows;
    this.#redraw();
  }

  /** Texts on cells, such as the values of moves. @param {Map<string, {text: string, name: string}>} values */
  setValues(values) {
    this.#values = values;
    this.#redraw();
  }

  /** @param {string | null} key */
  select(key) {
    this.selected = key;
    this.handlers.onSelect?.(key);
    this.#redraw();
  }

  /** Puts the focus on a cell. @param {string | null} [key] */
  focus(key = this.current) {
    const cell = key === null ? null : this.drawing?.cell(key);
    if (key !== null) this.current = key;
    this.#rove(false);
    cell?.focus();
  }

  /** One cell can be reached by Tab. @param {boolean} focused */
  #rove(focused) {
    const drawing = this.drawing;
    if (!drawing) return;
    if (this.current === null || !drawing.cells.has(this.current)) this.current = drawing.cells.keys().next().value ?? null;
    for (const cell of drawing.svg.querySelectorAll('[tabindex="0"]')) cell.setAttribute("tabindex", "-1");
    const cell = this.current === null ? null : drawing.cell(this.current);
    cell?.setAttribute("tabindex", "0");
    if (focused) cell?.focus({ preventScroll: true });
  }

  #redraw() {
    const drawing = this.drawing;
    if (!drawing) return;
    const pieces = drawing.pieces();
    const can = this.selected === null ? new Set() : targets(this.moves, this.selected);
    const placed = targets(this.moves, null);
    const under = [this.selected === null ? null : cellMark(drawing, this.selected, "selected")];
    const over = [];
    if (this.showTargets) {
      for (const key of can) over.push(targetMark(drawing, key, pieces.has(key) ? "piece" : "free"));
      if (this.selected === null) for (const key of placed) over.push(targetMark(drawing, key, "place"));
    }
    for (const arrow of [...this.#drawn, ...this.#arrows].reverse()) over.push(arrowMark(drawing, arrow));
    for (const [key, value] of this.#values) over.push(textMark(drawing, key, value.text, value.name));
    drawing.under.replaceChildren(...under.filter((mark) => mark !== null));
    drawing.over.replaceChildren(...over.filter((mark) => mark !== null));
    const focused = document.activeElement?.closest("g.pt-cell[data-key]:focus-visible");
    if (focused && drawing.svg.contains(focused)) this.#ring(focused.getAttribute("data-key"));
    this.#classes(sources(this.moves), new Set([...can, ...placed]));
  }

  /** @param {Set<string>} from @param {Set<string>} to */
  #classes(from, to) {
    for (const group of this.drawing?.svg.querySelectorAll("g.pt-cell[data-key], g.pt-piece[data-at]") ?? []) {
      const key = group.getAttribute("data-key") ?? group.getAttribute("data-at") ?? "";
      group.classList.toggle("is-source", from.has(key));
      group.classList.toggle("is-target", to.has(key));
      if (!group.hasAttribute("data-key")) continue;
      if (key === this.selected) group.setAttribute("aria-selected", "true");
      else group.removeAttribute("aria-selected");
    }
  }

  /** @param {string} key */
  press(key) {
    if (this.handlers.onCell?.(key)) return;
    const meant = click(this.moves, this.selected, key);
    if (meant.kind === "select") this.select(meant.from);
    else if (meant.kind === "clear") this.select(null);
    else if (meant.kind === "move") void this.#move(meant.moves);
  }

  /** @param {Move[]} moves */
  async #move(moves) {
    const [first] = moves;
    const word = moves.length > 1 && this.handlers.choose ? await this.handlers.choose(moves) : (first?.word ?? null);
    this.select(null);
    if (word !== null) this.handlers.onMove?.(word);
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (!this.drawing) return;
    const key = this.drawing.keyAt(event.clientX, event.clientY);
    if (event.button === 2) this.#pen = key;
    if (event.button !== 0 || key === null) return;
    if (this.#drawn.length > 0) {
      this.#drawn = [];
      this.#redraw();
    }
    this.current = key;
    this.#rove(false);
    this.#drag = { key, x: event.clientX, y: event.clientY, moved: false, again: this.selected === key };
    const starts = this.moves.some((move) => move.from === key);
    const ends = this.selected !== null && between(this.moves, this.selected, key).length > 0;
    if (starts && !ends && this.selected !== key) this.select(key);
  }

  /** @param {PointerEvent} event */
  #moved(event) {
    if (!this.drawing) return;
    const drag = this.#drag;
    if (drag && event.buttons === 1) this.#dragTo(drag, event);
    this.#point(this.drawing.keyAt(event.clientX, event.clientY));
  }

  /** @param {{key: string, x: number, y: number, moved: boolean}} drag @param {PointerEvent} event */
  #dragTo(drag, event) {
    const piece = this.drawing?.piece(drag.key);
    if (!piece || this.selected !== drag.key) return;
    if (!drag.moved && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
    if (!drag.moved) {
      drag.moved = true;
      this.host.setPointerCapture(event.pointerId);
      piece.classList.add("is-dragged");
      piece.parentElement?.append(piece);
    }
    const at = this.drawing?.toDrawing(event.clientX, event.clientY);
    if (at) piece.style.transform = `translate(${at.x}px, ${at.y}px)`;
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    if (event.button === 2) this.#draw(event);
    if (event.button !== 0 || !drag || !this.drawing) return;
    const key = this.drawing.keyAt(event.clientX, event.clientY);
    this.#drop();
    if (drag.moved) {
      const found = key === null || key === drag.key ? [] : between(this.moves, drag.key, key);
      if (found.length > 0) void this.#move(found);
      else if (key === null) this.handlers.onOut?.(drag.key);
    } else if (key === drag.key && (drag.again || this.selected !== key)) {
      this.press(key);
    }
  }

  /** Adds the arrow of the second button, or removes it if it is there. @param {PointerEvent} event */
  #draw(event) {
    const [from, to] = [this.#pen, this.drawing?.keyAt(event.clientX, event.clientY) ?? null];
    this.#pen = null;
    if (from === null || to === null) return;
    const others = this.#drawn.filter((arrow) => arrow.from !== from || arrow.to !== to);
    this.#drawn = others.length < this.#drawn.length ? others : [...others, { from, to, kind: "user" }];
    this.#redraw();
  }

  #drop() {
    const drag = this.#drag;
    this.#drag = null;
    const piece = drag?.moved ? this.drawing?.piece(drag.key) : null;
    piece?.classList.remove("is-dragged");
    if (piece) piece.style.transform = "";
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const drawing = this.drawing;
    if (!drawing) return;
    if (this.handlers.onKey?.(event, this.current)) {
      event.preventDefault();
      return;
    }
    if ((event.key === "Enter" || event.key === " ") && this.current !== null) {
      event.preventDefault();
      this.press(this.current);
    } else if (event.key === "Escape" && this.selected !== null) {
      event.preventDefault();
      this.select(null);
    } else {
      const next = moveFocus(drawing, this.current, event.key);
      if (next === undefined) return;
      event.preventDefault();
      if (next === null) this.handlers.onEdge?.();
      else this.focus(next);
    }
  }

  /** @param {FocusEvent} event */
  #focused(event) {
    const cell = event.target instanceof Element ? event.target.closest("g.pt-cell[data-key]") : null;
    const key = cell?.getAttribute("data-key") ?? null;
    if (key === null) return;
    this.current = key;
    this.#rove(false);
    this.#ring(cell?.matches(":focus-visible") ? key : null);
    this.#point(key);
  }

  /** Shows where the keyboard is, above the neighbours of the cell. @param {string | null} key */
  #ring(key) {
    this.drawing?.svg.querySelectorAll(".mark.focus").forEach((mark) => mark.remove());
    const ring = key === null || !this.drawing ? null : cellMark(this.drawing, key, "focus");
    if (ring) this.drawing?.over.append(ring);
  }

  /** Shows what the move to the cell under the pointer would do. @param {string | null} key */
  #point(key) {
    const name = `${this.selected ?? ""}>${key ?? ""}`;
    if (this.#hover.key === name) return;
    this.#hover = { key: name, id: this.#hover.id + 1 };
    this.drawing?.svg.querySelectorAll("g.effect, .pointed").forEach((mark) => mark.remove());
    const found = key === null ? [] : between(this.moves, this.selected, key);
    const move = found.length === 1 ? found[0] : undefined;
    if (key === null || !this.showPreview || !move || !this.handlers.effects) return;
    const id = this.#hover.id;
    void this.handlers.effects(move.word).then((effects) => {
      if (effects && id === this.#hover.id) this.preview(effects);
    });
  }

  /** Marks what a move would do. @param {Effects | null} effects null removes the marks */
  preview(effects) {
    const drawing = this.drawing;
    if (!drawing) return;
    drawing.svg.querySelectorAll("g.effect").forEach((mark) => mark.remove());
    const marks = cellsOf(effects?.list ?? []).map(({ key, effect }) => effectMark(drawing, key, effect));
    drawing.over.append(...marks.filter((mark) => mark !== null));
  }
}

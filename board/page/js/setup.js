// The view to set up a position: by dragging, by clicks, by keys and as FEN.

import { field, notify, segments, select } from "./dialogs.js";
import { button, el } from "./dom.js";
import { Drawing, parseDrawing } from "./drawing.js";
import { palette, placementOf, restOf, sampleFen, symbolOf, writeFen } from "./fen.js";
import { GAMES, gameOf } from "./games.js";
import { t } from "./i18n.js";
import { say } from "./live.js";
import { newGame } from "./newgame.js";
import { look, positionLines } from "./rules.js";
import { drawingTheme } from "./settings.js";
import { register } from "./views.js";
import { gameName, pieceWords, sideName } from "./words.js";

/** @typedef {import("./views.js").Context} Context */
/** @typedef {"move" | "remove" | "piece"} Tool */

const HIGHEST = 20;

class Setup {
  /** @type {import("./fen.js").Placement} */
  placement = new Map();
  /** @type {import("./fen.js").Rest} */
  rest = { mover: 1, phase: "s", tail: "" };
  /** @type {Tool} */
  tool = "move";
  symbol = "";
  height = 1;
  /** @type {Map<string, SVGElement>} */
  #glyphs = new Map();
  /** The symbols in words. @type {Map<string, string>} */
  #names = new Map();
  /** @type {Map<string, Element>} definitions that the glyphs use */
  #definitions = new Map();
  #variant = "";
  #turn = 0;
  /** @type {(() => void)[]} */
  #off = [];

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.session = context.session;
    this.stage = context.stage;
    this.error = el("p", { class: "error", role: "alert" });
    this.fen = el("input", { type: "text", "aria-label": "FEN", spellcheck: "false", autocapitalize: "none" });
    this.fen.addEventListener("change", () => void this.#read(this.fen.value.trim()));
    this.tools = el("div", { class: "palette", role: "group", "aria-label": t("setup.tools") });
    this.options = el("div", { class: "stack" });
    this.play = button(t("setup.play"), () => void this.#begin("play"), { icon: "play", class: "primary" });
    this.analyse = button(t("setup.analyse"), () => void this.#begin("analysis"), { icon: "chart" });
    context.panel.append(
      el("header", { class: "panel-head" }, el("h1", {}, t("nav.setup")), el("p", { class: "status" }, t("setup.help"))),
      this.tools,
      this.options,
      el("label", { class: "fen-label" }, el("span", {}, "FEN"), this.fen),
      this.error,
      el("div", { class: "actions" }, button(t("setup.clear"), () => this.#set(new Map()), { icon: "trash" }), button(t("setup.start"), () => void this.#read(null), { icon: "first" }), this.play, this.analyse),
    );
    this.stage.use({
      allowed: () => this.#drags(),
      onMove: (word) => this.#drag(word),
      onCell: (key) => this.#press(key),
      onOut: (key) => this.#put(key, null),
      onLetter: (letter) => this.#erase(letter),
    });
    this.stage.players((player) => el("div", { class: "strip" }, el("span", { class: "who" }, el("strong", {}, sideName(this.session.variant, player)))));
    this.#off.push(this.session.on("look", () => void this.#shown()));
    void this.#shown();
  }

  /** The board of the page has been drawn again. */
  async #shown() {
    const scene = this.session.look?.scene;
    if (!scene) return;
    if (scene.variant !== this.#variant) {
      this.#variant = scene.variant;
      this.placement = placementOf(scene);
      this.rest = restOf(scene);
      this.#glyphs.clear();
      this.symbol = palette(scene.variant)[0] ?? "";
    }
    await this.#load([...new Set([...palette(scene.variant), ...this.placement.values()])]);
    this.#controls();
    this.#draw();
  }

  /** Fetches the drawings of symbols. @param {string[]} symbols */
  async #load(symbols) {
    const { session } = this;
    for (const symbol of symbols) {
      if (this.#glyphs.has(symbol)) continue;
      const position = { variant: session.variant, fen: sampleFen(session.variant, symbol), moves: [] };
      try {
        const sample = await look(session.rules, position, `interactive prefix u theme ${drawingTheme()}`);
        const svg = parseDrawing(sample.svg);
        if (svg) this.#collect(new Drawing(svg, sample.scene));
      } catch (error) {
        this.error.textContent = error instanceof Error ? error.message : String(error);
      }
    }
  }

  /** @param {Drawing} drawing */
  #collect(drawing) {
    for (const part of drawing.svg.querySelectorAll("defs [id]")) this.#definitions.set(part.id, part);
    for (const [key, piece] of drawing.pieces()) {
      const glyph = drawing.piece(key)?.cloneNode(true);
      if (!(glyph instanceof SVGElement)) continue;
      for (const name of ["id", "transform", "data-at", "aria-label"]) glyph.removeAttribute(name);
      const symbol = symbolOf(drawing.scene.variant, piece);
      this.#glyphs.set(symbol, glyph);
      this.#names.set(symbol, pieceWords(drawing.scene.variant, piece));
    }
  }

  /** Shows the board with the pieces that are placed. */
  #draw() {
    const shown = this.session.look;
    const svg = shown ? parseDrawing(shown.svg) : null;
    if (!shown || !svg) return;
    const scene = { ...shown.scene, pieces: [...this.placement].map(([at, symbol]) => ({ at, owner: null, kind: symbol, height: 1 })), lastmove: null };
    const drawing = new Drawing(svg, scene);
    svg.querySelector("g.pt-pieces")?.replaceChildren(...[...this.placement].flatMap(([key, symbol]) => this.#glyph(drawing, key, symbol)));
    for (const group of svg.querySelectorAll("g.pt-marks > *, g.pt-arrows > *, g.pt-areas > *, g.pt-page")) group.remove();
    const definitions = document.createElementNS("http://www.w3.org/2000/svg", "defs");
    definitions.setAttribute("fill", "none");
    definitions.setAttribute("stroke-linecap", "round");
    definitions.setAttribute("stroke-linejoin", "round");
    definitions.append(...[...this.#definitions.values()].map((part) => part.cloneNode(true)));
    svg.prepend(definitions);
    for (const cell of svg.querySelectorAll("g.pt-cell[data-key]")) {
      const key = cell.getAttribute("data-key") ?? "";
      cell.setAttribute("aria-label", [key, this.#name(this.placement.get(key))].join(", "));
    }
    this.stage.board.show({ svg: new XMLSerializer().serializeToString(svg), scene, moves: this.#drags() });
    void this.#validate();
  }

  /** @param {Drawing} drawing @param {string} key @param {string} symbol */
  #glyph(drawing, key, symbol) {
    const glyph = this.#glyphs.get(symbol)?.cloneNode(true);
    const centre = drawing.centre(key);
    if (!(glyph instanceof SVGElement) || !centre) return [];
    glyph.setAttribute("data-at", key);
    glyph.setAttribute("transform", `translate(${centre.x} ${centre.y})`);
    return [glyph];
  }

  /** With the tool to move, every piece can be dragged to every other cell. */
  #drags() {
    if (this.tool !== "move") return [];
    const keys = (this.session.look?.scene.cells ?? []).flatMap((cell) => cell.key ?? []);
    return [...this.placement.keys()].flatMap((from) => keys.filter((to) => to !== from).map((to) => `${from} ${to}`));
  }

  /** @param {string} word `from to` */
  #drag(word) {
    const [from = "", to = ""] = word.split(" ");
    const symbol = this.placement.get(from);
    if (symbol === undefined) return;
    this.placement.delete(from);
    this.#put(to, symbol);
  }

  /** @param {string} key */
  #press(key) {
    if (this.tool === "move") return false;
    this.#put(key, this.tool === "remove" || this.placement.get(key) === this.#chosen() ? null : this.#chosen());
    return true;
  }

  /** Delete removes what stands on the cell with the focus. @param {string} letter */
  #erase(letter) {
    const key = this.stage.board.current;
    if ((letter !== "Delete" && letter !== "Backspace") || key === null || !this.placement.has(key)) return false;
    this.#put(key, null);
    return true;
  }

  /** The symbol of the tool; in DVONN with its height. */
  #chosen() {
    if (gameOf(this.session.variant).form !== "dvonn" || this.symbol === "r") return this.symbol;
    const letter = this.symbol[0] ?? "w";
    const least = letter === letter.toUpperCase() ? 2 : 1;
    const height = Math.max(this.height, least);
    return height > 1 ? `${letter}${height}` : letter;
  }

  /** @param {string} key @param {string | null} symbol */
  #put(key, symbol) {
    if (symbol === null) this.placement.delete(key);
    else this.placement.set(key, symbol);
    say([key, this.#name(symbol)].join(", "));
    this.#set(this.placement);
  }

  /** @param {string | null | undefined} symbol */
  #name(symbol) {
    return symbol ? (this.#names.get(symbol) ?? symbol) : t("setup.empty");
  }

  /** @param {import("./fen.js").Placement} placement */
  #set(placement) {
    this.placement = placement;
    void this.#load([...new Set(placement.values())]).then(() => this.#draw());
  }

  /** Asks the engine whether the position can be played. */
  async #validate() {
    const { session } = this;
    const scene = session.look?.scene;
    if (!scene) return;
    const turn = (this.#turn += 1);
    const fen = writeFen(scene, this.placement, this.rest);
    if (document.activeElement !== this.fen) this.fen.value = fen;
    let error = "";
    try {
      await session.rules.ask(positionLines({ variant: session.variant, fen, moves: [] }));
    } catch (problem) {
      error = problem instanceof Error ? problem.message : String(problem);
    }
    if (turn !== this.#turn) return;
    this.error.textContent = error;
    this.play.disabled = error !== "";
    this.analyse.disabled = error !== "";
  }

  /** Shows a FEN, or the start of the game. @param {string | null} fen */
  async #read(fen) {
    const { session } = this;
    try {
      const found = await look(session.rules, { variant: session.variant, fen: fen === "" ? null : fen, moves: [] }, "plain");
      this.rest = restOf(found.scene);
      this.#controls();
      this.#set(placementOf(found.scene));
    } catch (error) {
      this.error.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** @param {"play" | "analysis"} view */
  async #begin(view) {
    const { session } = this;
    const scene = session.look?.scene;
    if (!scene) return;
    try {
      await session.begin(session.variant, writeFen(scene, this.placement, this.rest));
      this.context.open(view);
      if (view === "play") newGame(this.context, "here");
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { kind: "error" });
    }
  }

  #controls() {
    const { variant } = this.session;
    const { form } = gameOf(variant);
    this.tools.replaceChildren(
      this.#tool("move", t("setup.move")),
      ...palette(variant).map((symbol) => this.#pieceTool(symbol)),
      this.#tool("remove", t("setup.remove")),
    );
    /** @type {[string, string][]} */
    const games = GAMES.filter((game) => game.kind !== "party").map((game) => [game.variant, gameName(game.variant)]);
    /** @type {[string, string][]} */
    const sides = [1, 2].map((player) => [String(player), sideName(variant, player)]);
    /** @type {[string, string][]} */
    const phases = [["p", t("setup.placement")], ["s", t("setup.stacking")]];
    const height = el("input", { type: "number", min: 1, max: HIGHEST, value: this.height });
    height.addEventListener("change", () => (this.height = Math.min(HIGHEST, Math.max(1, Math.round(Number(height.value)) || 1))));
    const items = [
      field(t("new.game"), select(games, variant, (value) => void this.session.begin(value, null))),
      form === "epigo" ? null : segments(t("setup.mover"), sides, String(this.rest.mover), (value) => ((this.rest.mover = Number(value)), void this.#validate())),
      form === "dvonn" ? segments(t("setup.phase"), phases, this.rest.phase, (value) => ((this.rest.phase = value === "p" ? "p" : "s"), void this.#validate())) : null,
      form === "dvonn" ? field(t("setup.height"), height) : null,
    ];
    this.options.replaceChildren(...items.filter((item) => item !== null));
  }

  /** @param {"move" | "remove"} tool @param {string} text */
  #tool(tool, text) {
    const pressed = this.tool === tool;
    return button(text, () => this.#choose(tool, ""), { icon: tool === "move" ? "flip" : "trash", "aria-pressed": pressed });
  }

  /** @param {string} symbol */
  #pieceTool(symbol) {
    const pressed = this.tool === "piece" && this.symbol === symbol;
    const shown = button(symbol, () => this.#choose("piece", symbol), { class: "piece-tool", "aria-pressed": String(pressed), "aria-label": t("setup.place", { piece: this.#name(symbol) }) });
    const glyph = this.#glyphs.get(symbol)?.cloneNode(true);
    if (glyph) {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
      svg.setAttribute("viewBox", "-50 -50 100 100");
      svg.setAttribute("aria-hidden", "true");
      svg.append(glyph);
      shown.replaceChildren(svg);
    }
    shown.addEventListener("pointerdown", (event) => this.#carry(event, symbol));
    return shown;
  }

  /** Drags a piece from the palette onto the board. @param {PointerEvent} event @param {string} symbol */
  #carry(event, symbol) {
    const target = /** @type {HTMLElement} */ (event.currentTarget);
    const ghost = /** @type {HTMLElement} */ (target.cloneNode(true));
    ghost.className = "carried";
    let moved = false;
    target.setPointerCapture(event.pointerId);
    const move = (/** @type {PointerEvent} */ at) => {
      if (!moved && Math.hypot(at.clientX - event.clientX, at.clientY - event.clientY) < 6) return;
      if (!moved) document.body.append(ghost);
      moved = true;
      ghost.style.transform = `translate(${at.clientX - 28}px, ${at.clientY - 28}px)`;
    };
    const up = (/** @type {PointerEvent} */ at) => {
      target.removeEventListener("pointermove", move);
      ghost.remove();
      if (!moved) return;
      this.symbol = symbol;
      const key = this.stage.board.drawing?.keyAt(at.clientX, at.clientY) ?? null;
      if (key !== null) this.#put(key, this.#chosen());
    };
    target.addEventListener("pointermove", move);
    target.addEventListener("pointerup", up, { once: true });
    target.addEventListener("pointercancel", () => ghost.remove(), { once: true });
  }

  /** @param {Tool} tool @param {string} symbol */
  #choose(tool, symbol) {
    this.tool = tool;
    if (symbol) this.symbol = symbol;
    const focused = [...this.tools.children].indexOf(/** @type {Element} */ (document.activeElement));
    this.#controls();
    const again = this.tools.children[focused];
    if (again instanceof HTMLElement) again.focus();
    this.stage.allow();
  }

  unmount() {
    for (const off of this.#off) off();
    void this.session.refresh();
  }
}

register({
  id: "setup",
  icon: "setup",
  board: true,
  mount(context) {
    const view = new Setup(context);
    return () => view.unmount();
  },
});

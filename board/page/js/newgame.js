// The dialog for a new game.

import { field, notify, openDialog, segments, select } from "./dialogs.js";
import { button, el } from "./dom.js";
import { parseDrawing } from "./drawing.js";
import { bottomOf, colourOf, GAMES, gameOf, FULL_LEVEL } from "./games.js";
import { t } from "./i18n.js";
import { positionLines } from "./rules.js";
import { change, drawingTheme, settings } from "./settings.js";
import { findView } from "./views.js";
import { gameName } from "./words.js";

/** @typedef {import("./views.js").Context} Context */

/** Variants of one game share a card. @param {string} variant */
function groupOf(variant) {
  return variant.split("-")[0] ?? variant;
}

/** @param {Context} context @param {"start" | "here"} [start] where the game begins unless the visitor changes it */
export function newGame(context, start = "start") {
  const dialog = new NewGame(context);
  dialog.start = start;
  dialog.open();
}

class NewGame {
  variant = settings.game;
  /** @type {"start" | "here" | "fen"} */
  start = "start";

  /** @param {Context} context */
  constructor(context) {
    this.context = context;
    this.variant = context.session.variant;
    this.fen = el("input", { type: "text", spellcheck: "false", autocapitalize: "none" });
    this.fen.addEventListener("input", () => this.error.replaceChildren());
    this.error = el("p", { class: "error", role: "alert" });
    this.choices = el("div", { class: "new-choices" });
  }

  open() {
    const form = el("form", { class: "new-game", on: { submit: (event) => (event.preventDefault(), void this.#begin()) } });
    form.append(this.#games(), this.choices, this.error, el("footer", {}, el("button", { class: "button primary", type: "submit" }, t("new.begin"))));
    this.#draw();
    this.dialog = openDialog(t("new.title"), [form], { class: "wide" });
    void this.#pictures();
  }

  #games() {
    const groups = [...new Set(GAMES.map((game) => groupOf(game.variant)))];
    const cards = groups.map((group) => {
      const checked = groupOf(this.variant) === group;
      const radio = el("input", { type: "radio", name: "game", value: group, checked, autofocus: checked, on: { change: () => this.#choose(group) } });
      const picture = el("span", { class: "card-picture", "data-game": group, "aria-hidden": "true" });
      return el("label", { class: "card" }, radio, picture, el("span", { class: "card-name" }, t(`game.${group}`)));
    });
    return el("fieldset", { class: "cards" }, el("legend", {}, t("new.game")), ...cards);
  }

  /** @param {string} group */
  #choose(group) {
    this.variant = group;
    this.#draw();
  }

  #draw() {
    const kind = gameOf(this.variant).kind;
    this.error.replaceChildren();
    const variants = GAMES.filter((game) => groupOf(game.variant) === groupOf(this.variant));
    /** @type {[string, string][]} */
    const names = variants.map((game) => [game.variant, gameName(game.variant)]);
    /** @type {(HTMLElement | null)[]} */
    const items = [names.length > 1 ? field(t("new.variant"), select(names, this.variant, (value) => ((this.variant = value), this.#draw()))) : null];
    if (kind === "party") items.push(el("p", { class: "quiet" }, t(findView("tables") ? "new.party" : "new.partyServer")));
    else items.push(this.#sides(), this.#level(), this.#start(), kind === "turns" ? this.#clock() : null);
    this.choices.replaceChildren(...items.filter((item) => item !== null));
  }

  #sides() {
    /** @type {[string, string][]} */
    const sides = [
      ["1", t(`side.${colourOf(this.variant, 1)}`)],
      ["2", t(`side.${colourOf(this.variant, 2)}`)],
      ["both", t("new.both")],
      ["none", t("new.none")],
    ];
    const offered = gameOf(this.variant).kind === "orders" ? sides.slice(0, 3) : sides;
    return segments(t("new.side"), offered, settings.side, (value) => change("side", /** @type {typeof settings.side} */ (value)));
  }

  #level() {
    const output = el("output", {});
    const show = () => (output.textContent = t(settings.level === FULL_LEVEL ? "new.fullStrength" : "new.levelText", { level: settings.level, of: FULL_LEVEL }));
    const range = el("input", {
      type: "range", min: 0, max: FULL_LEVEL, step: 1, value: settings.level,
      on: { input: () => (change("level", Number(range.value)), show()) },
    });
    show();
    return el("label", { class: "field" }, el("span", {}, t("new.level")), range, output);
  }

  #start() {
    /** @type {[string, string][]} */
    const values = [["start", t("new.startposition")], ["fen", t("new.fen")]];
    if (this.variant === this.context.session.variant && this.context.session.look) values.splice(1, 0, ["here", t("new.here")]);
    else if (this.start === "here") this.start = "start";
    const fen = el("div", { class: "fen-field", hidden: this.start !== "fen" });
    this.fen.setAttribute("aria-label", t("new.fen"));
    fen.append(this.fen, button(t("nav.setup"), () => this.#setup(), { icon: "setup" }));
    const choice = segments(t("new.start"), values, this.start, (value) => {
      this.start = /** @type {typeof this.start} */ (value);
      fen.toggleAttribute("hidden", value !== "fen");
    });
    return el("div", {}, choice, fen);
  }

  #setup() {
    this.dialog?.close();
    change("game", this.variant);
    void this.context.session.begin(this.variant, null).then(() => this.context.open("setup"));
  }

  #clock() {
    /** @type {[string, string][]} */
    const minutes = [0, 1, 3, 5, 10, 15, 30, 60].map((value) => [String(value), value === 0 ? t("new.noClock") : t("new.minutes", { n: value })]);
    /** @type {[string, string][]} */
    const seconds = [0, 1, 2, 5, 10, 30].map((value) => [String(value), t("new.seconds", { n: value })]);
    return el(
      "div",
      { class: "two" },
      field(t("new.clock"), select(minutes, String(settings.minutes), (value) => change("minutes", Number(value)))),
      field(t("new.increment"), select(seconds, String(settings.increment), (value) => change("increment", Number(value)))),
    );
  }

  async #begin() {
    const { session } = this.context;
    if (gameOf(this.variant).kind === "party") {
      this.dialog?.close();
      if (findView("tables")) this.context.open("tables");
      return;
    }
    const fen = this.start === "fen" ? this.fen.value.trim() : this.start === "here" ? (session.look?.scene.fen ?? null) : null;
    if (fen === "") {
      this.error.textContent = t("new.noFen");
      return;
    }
    try {
      session.face(settings.side === "2" ? 2 : settings.side === "1" ? 1 : bottomOf(this.variant), this.variant);
      await session.begin(this.variant, fen);
      change("game", this.variant);
      this.dialog?.close();
      this.context.open("play");
    } catch (error) {
      this.error.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** Draws the start of each game on its card. */
  async #pictures() {
    const { rules } = this.context.session;
    for (const host of this.dialog?.querySelectorAll(".card-picture") ?? []) {
      const variant = host.getAttribute("data-game") ?? "";
      const lines = positionLines({ variant, fen: PICTURES[variant] ?? null, moves: [] });
      try {
        const answer = await rules.ask([...lines, `d svg plain prefix n-${variant} theme ${drawingTheme()}`]);
        const svg = parseDrawing((answer.find((line) => line.startsWith("svg ")) ?? "").slice(4));
        if (svg) host.replaceChildren(svg);
        svg?.removeAttribute("role");
      } catch (error) {
        if (error instanceof Error && variant === this.variant) notify(error.message, { kind: "error" });
      }
    }
  }
}

/** Positions that show a game better than its start. @type {Record<string, string>} */
const PICTURES = {
  dvonn: ".b2b2..w2wwb/.b3wb.wbwwb/w.rwb2bwwr../ww2b2bbwwbbb/...w2rwbw3b b s",
  reversi: "8/8/2OX4/2XOX3/2OXOO2/3XX3/8/8 b",
  epigo: "b7b6b5b4/..b3b2b1./......../......../......../......../.w1w2w3../w4w5w6w7 3",
};

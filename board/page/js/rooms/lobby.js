/**
 * The form for a new table, and the tables that this browser knows.
 * @module
 */

import { config, socketAddress } from "../connect.js";
import { button, el } from "../dom.js";
import { FULL_LEVEL, gameOf, GAMES } from "../games.js";
import { t } from "../i18n.js";
import { listen, update } from "../update.js";
import { gameName, sideName } from "../words.js";
import { errorText } from "./errors.js";
import { forgetTable, keepSeatToken, keepTable, LONGEST_NAME, ownName, keepName, tables } from "./store.js";
import { Wire } from "./wire.js";

/** @typedef {import("./types.js").RoomPlan} RoomPlan */
/** @typedef {"me" | "person" | "open" | "engine"} Who */

/**
 * What the form holds.
 * @typedef {object} Wish
 * @property {string} variant
 * @property {{ who: Who, level: number }[]} seats
 * @property {number} minutes 0 plays without clocks
 * @property {number} increment seconds
 * @property {boolean} deck whether to play with the deck of the server
 */

const FEWEST_SEATS = 3;
const MOST_SEATS = 6;
const USUAL_SEATS = 4;
const USUAL_LEVEL = 8;
const MINUTES = [0, 1, 3, 5, 10, 15, 30, 60];
const INCREMENTS = [0, 2, 5, 10, 30];

export class Lobby {
  #error = "";
  #isSending = false;
  #abort = new AbortController();
  /** @type {Wire | null} */
  #wire = null;

  /**
   * @param {HTMLElement} root
   * @param {{ variant?: string, open: (room: string) => void }} options
   */
  constructor(root, options) {
    this.options = options;
    /** @type {Wish} */
    this.wish = { variant: gameOf(options.variant ?? "").variant, seats: [], minutes: 0, increment: 0, deck: config.deck != null };
    this.#resize();
    this.element = el("div.rooms-lobby");
    root.replaceChildren(this.element);
    listen(this.element, {
      create: () => void this.#create(),
      forget: (room) => {
        forgetTable(room);
        this.#render();
      },
    }, this.#abort.signal);
    this.element.addEventListener("change", (event) => this.#onChange(event), { signal: this.#abort.signal });
    this.#render();
  }

  close() {
    this.#abort.abort();
    this.#wire?.close();
  }

  get #isParty() {
    return gameOf(this.wish.variant).kind === "party";
  }

  /** Gives each seat of the game somebody. @param {number} [count] */
  #resize(count = this.#isParty ? USUAL_SEATS : 2) {
    const { seats } = this.wish;
    this.wish.seats = Array.from({ length: count }, (_, i) => seats[i] ?? {
      who: i === 0 ? "me" : i === 1 || !this.#isParty ? "person" : "engine", level: USUAL_LEVEL,
    });
  }

  /** @param {Event} event */
  #onChange(event) {
    const field = event.target;
    if (!(field instanceof HTMLSelectElement || field instanceof HTMLInputElement)) return;
    const [name, index] = field.name.split(":");
    const seat = this.wish.seats[Number(index)];
    if (name === "variant") {
      this.wish.variant = field.value;
      this.wish.seats = [];
      this.#resize();
    } else if (name === "count") this.#resize(Number(field.value));
    else if (name === "who" && seat) this.#setWho(seat, /** @type {Who} */ (field.value));
    else if (name === "level" && seat) seat.level = Number(field.value);
    else if (name === "minutes") this.wish.minutes = Number(field.value);
    else if (name === "increment") this.wish.increment = Number(field.value);
    else if (name === "deck") this.wish.deck = field.value === "own";
    else if (name === "name") keepName(field.value.trim());
    this.#render();
  }

  /** A visitor has one seat at most. @param {{ who: Who }} seat @param {Who} who */
  #setWho(seat, who) {
    if (who === "me") for (const other of this.wish.seats) if (other.who === "me") other.who = "person";
    seat.who = who;
  }

  #render() {
    const isLive = config.rooms === true;
    update(this.element,
      el("header.rooms-head", { "data-key": "head" }, el("h1", {}, t("rooms.title")), el("p.rooms-dim", {}, t("rooms.about"))),
      !isLive && el("p.rooms-error", { "data-key": "none" }, t("rooms.none")),
      isLive && el("form.rooms-form", { "data-do": "create", "data-key": "form" },
        this.#gameFields(), this.#seatFields(), !this.#isParty && this.#clockFields(),
        this.#error !== "" && el("p.rooms-error", { role: "alert" }, this.#error),
        el("div.rooms-actions", {}, el("button.button.primary", { type: "submit", disabled: this.#isSending },
          t(this.#isSending ? "rooms.creating" : "rooms.create")))),
      this.#known());
  }

  #gameFields() {
    const { variants } = config;
    const games = GAMES.filter((game) => variants === undefined || variants.includes(game.variant));
    return el("div.rooms-fields", {},
      select(t("rooms.game"), "variant", games.map(({ variant }) => [variant, gameName(variant)]), this.wish.variant),
      el("label.rooms-field", {}, el("span", {}, t("rooms.name")),
        el("input", { name: "name", value: ownName(), maxlength: LONGEST_NAME, autocomplete: "nickname", placeholder: t("rooms.name.hint") })),
      this.#isParty && select(t("rooms.seats.count"), "count",
        Array.from({ length: MOST_SEATS - FEWEST_SEATS + 1 }, (_, i) => [String(FEWEST_SEATS + i), String(FEWEST_SEATS + i)]),
        String(this.wish.seats.length)),
      this.#deckField());
  }

  /** The decks of a game of cards, if the server has one of its own. */
  #deckField() {
    if (!this.#isParty || config.deck == null) return null;
    const decks = [["own", t("rooms.deck.own", { n: config.deck.cards })], ["built-in", t("rooms.deck.built-in")]];
    return select(t("rooms.deck"), "deck", decks, this.wish.deck ? "own" : "built-in");
  }

  #seatFields() {
    const levels = Array.from({ length: (config.levels ?? FULL_LEVEL) + 1 }, (_, i) => String(i));
    return el("fieldset.rooms-seats", {}, el("legend", {}, t("rooms.seats")),
      el("ol", {}, this.wish.seats.map((seat, i) => el("li", {},
        el("span.rooms-seat-number", { "aria-hidden": "true" }, i + 1),
        select(this.#seatLabel(i), `who:${i}`, /** @type {Who[]} */ (["me", "person", "open", "engine"]).map((who) => [who, t(`rooms.who.${who}`)]), seat.who),
        seat.who === "engine" && select(t("rooms.level"), `level:${i}`, levels.map((level) => [level, level]), String(seat.level))))),
      el("p.rooms-dim", {}, t("rooms.who.about")));
  }

  /** @param {number} i */
  #seatLabel(i) {
    if (this.#isParty) return t("rooms.seat", { n: i + 1 });
    return sideName(this.wish.variant, i + 1);
  }

  #clockFields() {
    const { minutes, increment } = this.wish;
    return el("div.rooms-fields", {},
      select(t("rooms.clock"), "minutes",
        MINUTES.map((n) => [String(n), n === 0 ? t("rooms.clock.none") : t("rooms.clock.minutes", { n })]), String(minutes)),
      minutes > 0 && select(t("rooms.clock.increment"), "increment",
        INCREMENTS.map((n) => [String(n), t("rooms.clock.seconds", { n })]), String(increment)));
  }

  #known() {
    const known = tables();
    if (known.length === 0) return null;
    return el("section.rooms-known", { "data-key": "known", "aria-label": t("rooms.known") },
      el("h2", {}, t("rooms.known")),
      el("ul", {}, known.map(({ room, variant, token, time }) => el("li", { "data-key": room },
        el("a", { href: `#/table/${room}` },
          el("strong", {}, gameName(variant)),
          el("span.rooms-dim", {}, ` ${token === null ? t("rooms.known.watch") : t("rooms.known.seat")} · `,
            new Date(time).toLocaleString(document.documentElement.lang || undefined, { dateStyle: "medium", timeStyle: "short" }))),
        button("×", "forget", { "data-arg": room, "aria-label": t("rooms.known.forget"), class: "quiet-button" })))));
  }

  async #create() {
    const wire = (this.#wire ??= new Wire(socketAddress("room").href, {}));
    this.#isSending = true;
    this.#error = "";
    this.#render();
    try {
      const { room, tokens } = await wire.create(planOf(this.wish, this.#isParty));
      const me = this.wish.seats.findIndex((seat) => seat.who === "me");
      keepTable({ room, variant: this.wish.variant, links: tokens.map((token, i) => (i === me ? null : token)) });
      const token = tokens[me];
      if (token) keepSeatToken(room, token);
      this.options.open(room);
    } catch (error) {
      this.#error = errorText(error);
      this.#isSending = false;
      this.#render();
    }
  }
}

/**
 * @param {Wish} wish
 * @param {boolean} isParty
 * @returns {RoomPlan}
 */
export function planOf(wish, isParty) {
  const name = ownName();
  /** @type {RoomPlan} */
  const plan = {
    variant: wish.variant,
    seats: wish.seats.map(({ who, level }) => {
      if (who === "engine") return { kind: "engine", level };
      if (who === "open") return { kind: "open" };
      return who === "me" && name !== "" ? { kind: "person", name } : { kind: "person" };
    }),
  };
  if (isParty) {
    plan.options = { Seats: wish.seats.length };
    if (wish.deck) plan.deck = true;
  } else if (wish.minutes > 0) plan.clock = { base: wish.minutes * 60_000, increment: wish.increment * 1_000 };
  return plan;
}

/**
 * @param {string} label
 * @param {string} name
 * @param {string[][]} options values and texts
 * @param {string} value
 */
function select(label, name, options, value) {
  return el("label.rooms-field", { "data-key": name }, el("span", {}, label),
    el("select", { name }, options.map(([option, text]) => el("option", { value: option, selected: option === value }, text))));
}

/**
 * What players ask each other for: to take back, a draw, a rematch; and giving up.
 * @module
 */

import { button, el } from "../dom.js";
import { gameOf } from "../games.js";
import { t } from "../i18n.js";
import { announce } from "../live.js";
import { play as sound } from "../sound.js";
import { errorText } from "./errors.js";
import { seatName } from "./seats.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Ask} Ask */

export class Agreement {
  /** @type {View | null} */
  #view = null;
  #isResigning = false;
  #error = "";
  /** @type {Set<string>} */
  #known = new Set();

  /**
   * @param {(frame: { t: string } & Record<string, unknown>) => Promise<unknown>} request
   * @param {() => void} changed
   */
  constructor(request, changed) {
    this.request = request;
    this.changed = changed;
  }

  /** @param {View} view */
  set(view) {
    if (this.#view === null || view.v !== this.#view.v) this.#error = "";
    if (view.state !== "playing") this.#isResigning = false;
    this.#view = view;
    const known = new Set(view.asks.map((ask) => `${ask.what} ${ask.by}`));
    for (const ask of view.asks) {
      if (this.#known.has(`${ask.what} ${ask.by}`) || ask.by === view.seat) continue;
      announce(this.#askText(view, ask));
      sound("end");
    }
    this.#known = known;
  }

  /**
   * @param {string} t
   * @param {Record<string, unknown>} [rest]
   */
  async send(t, rest = {}) {
    this.#isResigning = false;
    this.#error = "";
    this.changed();
    await this.request({ t, ...rest }).catch((error) => this.fail(error));
  }

  /** @param {unknown} error */
  fail(error) {
    this.#error = errorText(error);
    this.changed();
  }

  /** @param {boolean} isResigning */
  setResigning(isResigning) {
    this.#isResigning = isResigning;
    this.changed();
  }

  /** @param {View} view @param {Ask} ask */
  #askText(view, ask) {
    return t(`rooms.ask.${ask.what}.by`, { name: seatName(view, ask.by) });
  }

  /** What can be asked for now. @param {View} view @returns {Ask["what"][]} */
  #offers(view) {
    const asked = new Set(view.asks.map((ask) => ask.what));
    const isTwo = view.seats.length === 2;
    const isTurns = gameOf(view.variant).kind === "turns";
    const hasPerson = view.seats.some((seat, i) => seat.kind === "person" && i + 1 !== view.seat);
    /** @type {Ask["what"][]} */
    const offers = [];
    if (view.state === "playing" && isTurns && (view.line?.length ?? 0) > 0) offers.push("undo");
    if (view.state === "playing" && isTwo && hasPerson) offers.push("draw");
    if (view.state === "over") offers.push("rematch");
    return offers.filter((what) => !asked.has(what));
  }

  /** What is asked for now. @returns {Node[]} */
  asks() {
    const view = this.#view;
    if (view === null || view.seat === null) return [];
    return view.asks.map((ask) => this.#askNode(view, ask));
  }

  /** What the own seat can do. @returns {(Node | false)[]} */
  nodes() {
    const view = this.#view;
    if (view === null || view.seat === null) return [];
    return [
      this.#error !== "" && el("p.rooms-error", { role: "alert", "data-key": "ask-error" }, this.#error),
      this.#isResigning
        ? el("div.rooms-notice", { "data-key": "resigning", role: "group", "aria-label": t("rooms.resign") },
          el("p", {}, t(view.seats.length === 2 ? "rooms.resign.sure" : "rooms.resign.party")),
          el("div.rooms-actions", {}, button(t("rooms.resign"), "resign", { class: "danger" }),
            button(t("rooms.resign.no"), "keep-playing")))
        : el("div.rooms-actions", { "data-key": "offers" },
          this.#offers(view).map((what) => button(t(`rooms.ask.${what}`), "ask", {
            class: what === "rematch" ? "primary" : "", "data-arg": what, "data-key": what,
          })),
          view.state === "playing" && button(t(view.seats.length === 2 ? "rooms.resign" : "rooms.resign.leave"), "resigning",
            { "data-key": "resign" })),
    ];
  }

  /** @param {View} view @param {Ask} ask */
  #askNode(view, ask) {
    const hasAgreed = ask.by === view.seat || ask.yes.includes(view.seat ?? 0);
    const text = ask.by === view.seat ? t(`rooms.ask.${ask.what}.mine`) : this.#askText(view, ask);
    return el("div.rooms-notice", { "data-key": `ask-${ask.what}`, role: "group", "aria-label": text },
      el("p", {}, text),
      el("div.rooms-actions", {},
        !hasAgreed && button(t("rooms.ask.yes"), "answer", { class: "primary", "data-arg": `${ask.what} yes` }),
        button(t(ask.by === view.seat ? "rooms.ask.withdraw" : "rooms.ask.no"), "answer", { "data-arg": `${ask.what} no` })));
  }
}

/**
 * @param {Agreement} agreement
 * @returns {Record<string, (argument: string) => void>}
 */
export function agreementActions(agreement) {
  return {
    ask: (what) => void agreement.send("ask", { what }),
    answer: (argument) => {
      const [what, yes] = argument.split(" ");
      void agreement.send("answer", { what, yes: yes === "yes" });
    },
    resign: () => void agreement.send("resign"),
    resigning: () => agreement.setResigning(true),
    "keep-playing": () => agreement.setResigning(false),
  };
}

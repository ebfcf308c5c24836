/**
 * A table of Dixit from one seat: the clue, the own hand, giving, voting, and the results of a round.
 * @module
 */

import { button, el } from "../dom.js";
import { list, t } from "../i18n.js";
import { announce } from "../live.js";
import { listen, update } from "../update.js";
import { cardFace } from "./dixit-cards.js";
import { GOAL, LONGEST_CLUE, cardsToGive, clueMove, finders, giveMove, parseDixit, voteMove } from "./dixit-model.js";
import { errorText } from "./errors.js";
import { seatName } from "./seats.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./dixit-model.js").DixitView} DixitView */
/** @typedef {import("./dixit-model.js").Round} Round */

export class DixitGame {
  /** @type {View | null} */
  #view = null;
  #error = "";
  #isSending = false;
  #results = "";
  #abort = new AbortController();

  /**
   * @param {HTMLElement} root
   * @param {{ send: (move: string) => Promise<void> }} options
   */
  constructor(root, options) {
    this.options = options;
    this.element = el("div.dixit");
    root.replaceChildren(this.element);
    listen(this.element, {
      clue: (_, form) => void this.#sendClue(/** @type {HTMLFormElement} */ (form)),
      give: (_, form) => void this.#sendGift(/** @type {HTMLFormElement} */ (form)),
      vote: (_, form) => void this.#sendVote(/** @type {HTMLFormElement} */ (form)),
      next: () => this.#closeResults(),
    }, this.#abort.signal);
    this.element.addEventListener("change", (event) => this.#limitChoice(event), { signal: this.#abort.signal });
  }

  /** @param {View} view */
  show(view) {
    const old = this.#view;
    this.#view = view;
    const now = parseDixit(view.scene, view.seat);
    const before = old === null ? null : parseDixit(old.scene, old.seat);
    if (before !== null) this.#announceChanges(view, now, before);
    if (before === null || before.phase !== now.phase || before.clue !== now.clue) this.#error = "";
    const isNewRound = before !== null && now.round !== null && JSON.stringify(now.round) !== JSON.stringify(before.round);
    if (isNewRound || (now.phase === "over" && now.round !== null)) this.#results = "shown";
    this.#render();
  }

  close() {
    this.#abort.abort();
  }

  /** @param {number} seat */
  #name(seat) {
    return this.#view === null ? "" : seatName(this.#view, seat);
  }

  /**
   * @param {View} view
   * @param {DixitView} now
   * @param {DixitView} before
   */
  #announceChanges(view, now, before) {
    /** @type {string[]} */
    const said = [];
    if (now.round !== null && JSON.stringify(now.round) !== JSON.stringify(before.round)) said.push(this.#roundText(now.round));
    if (now.phase !== before.phase || now.storyteller !== before.storyteller) {
      if (now.phase === "give") said.push(t("dixit.clue.says", { name: this.#name(now.storyteller), clue: now.clue }));
      said.push(this.#prompt(view, now));
    }
    if (said.length > 0) announce(said.join(" "));
  }

  /** @param {Round} round */
  #roundText(round) {
    const card = round.table.find(({ owner }) => owner === round.storyteller);
    const found = list(finders(round).map((seat) => this.#name(seat)));
    const points = round.points.map((n, i) => t("dixit.points.of", { name: this.#name(i + 1), n })).join(", ");
    return [
      t("dixit.round.card", { name: this.#name(round.storyteller), title: card?.title ?? "" }),
      found === "" ? t("dixit.round.nobody") : t("dixit.round.found", { names: found }), points,
    ].join(" ");
  }

  #render() {
    const view = this.#view;
    if (view === null) return;
    const now = parseDixit(view.scene, view.seat);
    const isShown = this.#results === "shown" && now.round !== null;
    update(this.element,
      this.#scores(view, now),
      el("div.dixit-main", { "data-key": "main" },
        isShown && now.round !== null ? this.#roundNodes(view, now, now.round) : this.#phaseNodes(view, now),
        !isShown && now.round !== null && this.#lastRound(now.round)));
  }

  /**
   * @param {View} view
   * @param {DixitView} now
   */
  #scores(view, now) {
    return el("section.dixit-scores", { "aria-label": t("dixit.scores"), "data-key": "scores" }, el("ol", {}, view.seats.map((seat, i) => {
      const k = i + 1;
      const score = now.scores[i] ?? 0;
      const isTeller = k === now.storyteller && now.phase !== "over";
      return el("li.dixit-seat", {
        "data-key": `seat-${k}`,
        class: [k === view.seat ? "is-me" : "", view.winners.includes(k) ? "is-winner" : "", seat.acting ? "is-acting" : ""].join(" "),
      },
        el("span.dixit-seat-name", {}, this.#name(k), k === view.seat && el("span.rooms-tag", {}, t("rooms.you")),
          isTeller && el("span.rooms-tag", { class: "is-accent" }, t("dixit.storyteller"))),
        el("span.dixit-score", {}, t("dixit.points", { n: score })),
        el("span.dixit-bar", { "aria-hidden": "true" }, bar(score)),
        el("span.dixit-state", {}, this.#seatState(seat, now, isTeller)));
    })));
  }

  /**
   * @param {import("./types.js").Seat} seat
   * @param {DixitView} now
   * @param {boolean} isTeller
   */
  #seatState(seat, now, isTeller) {
    if (seat.trouble) return t("rooms.engine.trouble");
    if (seat.kind === "open" || seat.here === false) return t("rooms.away");
    if (now.phase === "clue") return isTeller ? t("dixit.state.clue") : "";
    if (now.phase === "over" || isTeller) return "";
    if (seat.ready || !seat.acting) return t(now.phase === "give" ? "dixit.state.given" : "dixit.state.voted");
    return t(now.phase === "give" ? "dixit.state.giving" : "dixit.state.voting");
  }

  /**
   * @param {View} view
   * @param {DixitView} now
   */
  #prompt(view, now) {
    const name = this.#name(now.storyteller);
    if (view.state === "waiting") return t("rooms.waiting.people");
    if (now.phase === "over") return t("dixit.over");
    if (view.seat === null) return t(`dixit.prompt.watch.${now.phase}`, { name });
    const isActing = view.seats[view.seat - 1]?.acting === true;
    if (now.phase === "clue") return isActing ? t("dixit.prompt.clue") : t("dixit.prompt.watch.clue", { name });
    if (!isActing) return t(view.seat === now.storyteller ? `dixit.prompt.teller.${now.phase}` : `dixit.prompt.done.${now.phase}`);
    if (now.phase === "vote") return t("dixit.prompt.vote");
    return t("dixit.prompt.give", { n: cardsToGive(view.seats.length) });
  }

  /**
   * @param {View} view
   * @param {DixitView} now
   */
  #phaseNodes(view, now) {
    const isActing = view.state === "playing" && view.seat !== null && view.seats[view.seat - 1]?.acting === true;
    const prompt = this.#prompt(view, now);
    return [
      now.phase !== "clue" && now.phase !== "over" && this.#clueBanner(now.storyteller, now.clue),
      el("h2.dixit-prompt", { "data-key": "prompt" }, prompt),
      this.#error !== "" && el("p.rooms-error", { role: "alert", "data-key": "error" }, this.#error),
      now.phase === "clue" && isActing && this.#clueForm(now),
      now.phase === "give" && isActing && this.#giveForm(view, now),
      now.phase === "vote" && this.#table(view, now, isActing),
      !(isActing && now.phase !== "vote") && now.hand.length > 0 && this.#hand(now),
    ];
  }

  /**
   * @param {number} storyteller
   * @param {string} clue
   */
  #clueBanner(storyteller, clue) {
    return el("figure.dixit-clue", { "data-key": "banner" },
      el("blockquote", {}, clue),
      el("figcaption", {}, t("dixit.clue.by", { name: this.#name(storyteller) })));
  }

  /** @param {DixitView} now */
  #hand(now) {
    return el("section.dixit-hand", { "data-key": "hand", "aria-label": t("dixit.hand") },
      el("h3", {}, t("dixit.hand")),
      el("ul.dixit-cards", {}, now.hand.map((piece) => el("li.dixit-card", { "data-key": `card-${piece.label}` }, cardFace(piece)))));
  }

  /**
   * Cards to choose from.
   * @param {Piece[]} pieces
   * @param {{ name: string, type: "radio" | "checkbox", legend: string, limit?: number }} choice
   */
  #choice(pieces, { name, type, legend, limit }) {
    return el("fieldset.dixit-choice", { "data-limit": limit ?? null, disabled: this.#isSending },
      el("legend", { class: "visually-hidden" }, legend),
      el("div.dixit-cards", {}, pieces.map((piece) => el("label.dixit-card.is-choice", { "data-key": `${name}-${piece.label}` },
        el("input", { type, name, value: piece.label ?? "", required: type === "radio" }), cardFace(piece)))));
  }

  /** @param {DixitView} now */
  #clueForm(now) {
    return el("form.dixit-form", { "data-do": "clue", "data-key": "clue-form" },
      this.#choice(now.hand, { name: "card", type: "radio", legend: t("dixit.clue.card") }),
      el("div.dixit-say", {},
        el("label", {}, el("span", {}, t("dixit.clue.text")),
          el("input", { name: "clue", autocomplete: "off", maxlength: LONGEST_CLUE, required: true, placeholder: t("dixit.clue.example") })),
        el("button.button.primary", { type: "submit", disabled: this.#isSending }, t("dixit.clue.send"))));
  }

  /**
   * @param {View} view
   * @param {DixitView} now
   */
  #giveForm(view, now) {
    const n = cardsToGive(view.seats.length);
    return el("form.dixit-form", { "data-do": "give", "data-key": "give-form" },
      this.#choice(now.hand, { name: "card", type: n === 1 ? "radio" : "checkbox", legend: t("dixit.prompt.give", { n }), limit: n }),
      el("div.dixit-say", {}, el("button.button.primary", { type: "submit", disabled: this.#isSending }, t("dixit.give.send", { n }))));
  }

  /**
   * @param {View} view
   * @param {DixitView} now
   * @param {boolean} isActing
   */
  #table(view, now, isActing) {
    const own = new Set(now.given.map((piece) => piece.label));
    const cards = now.table.map((piece, i) => {
      const slot = i + 1;
      const isOwn = own.has(piece.label);
      const note = isOwn ? t("dixit.own") : now.vote === slot ? t("dixit.vote.mine") : undefined;
      const face = cardFace(piece, { badge: String(slot), note });
      if (!isActing || isOwn) {
        return el("div.dixit-card", { "data-key": `slot-${slot}`, role: "listitem", class: isOwn ? "is-own" : now.vote === slot ? "is-voted" : "" }, face);
      }
      return el("label.dixit-card.is-choice", { "data-key": `vote-${slot}` },
        el("input", { type: "radio", name: "slot", value: slot, required: true }), face);
    });
    if (!isActing) {
      return el("section.dixit-table", { "data-key": "table", "aria-label": t("dixit.table") }, el("div.dixit-cards", { role: "list" }, cards));
    }
    for (const card of cards) card.removeAttribute("role");
    return el("form.dixit-form", { "data-do": "vote", "data-key": "vote-form" },
      el("fieldset.dixit-choice", { disabled: this.#isSending },
        el("legend", { class: "visually-hidden" }, t("dixit.prompt.vote")), el("div.dixit-cards", {}, cards)),
      el("div.dixit-say", {}, el("button.button.primary", { type: "submit", disabled: this.#isSending }, t("dixit.vote.send"))));
  }

  /**
   * The results of a round.
   * @param {View} view
   * @param {DixitView} now
   * @param {Round} round
   */
  #roundNodes(view, now, round) {
    return [
      this.#clueBanner(round.storyteller, round.clue),
      el("h2.dixit-prompt", { "data-key": "prompt" }, t("dixit.round.heading")),
      el("p.rooms-dim", { "data-key": "found" }, finders(round).length === 0 ? t("dixit.round.nobody")
        : t("dixit.round.found", { names: list(finders(round).map((seat) => this.#name(seat))) })),
      this.#roundTable(round),
      el("ul.dixit-points", { "data-key": "points" }, round.points.map((n, i) => el("li", {},
        el("span", {}, this.#name(i + 1)), el("strong", {}, `+${n}`)))),
      now.phase !== "over" && el("div.rooms-actions", { "data-key": "next" },
        button(t(view.seat === null ? "dixit.round.close" : "dixit.round.next"), "next", { class: "primary" })),
    ];
  }

  /** @param {Round} round */
  #roundTable(round) {
    return el("ul.dixit-cards.dixit-round", { "data-key": "round" }, round.table.map((card) => el("li.dixit-card", {
      "data-key": `round-${card.label}`, class: card.owner === round.storyteller ? "is-answer" : "",
    },
      cardFace(card, { badge: String(card.slot) }),
      el("span.dixit-owner", {}, card.owner === round.storyteller
        ? t("dixit.round.storyteller", { name: this.#name(card.owner) }) : this.#name(card.owner ?? 0)),
      el("span.dixit-votes", {}, card.votes.length === 0 ? t("dixit.round.no-votes")
        : [el("span", {}, t("dixit.round.votes", { n: card.votes.length })), card.votes.map((seat) => el("span.dixit-vote", {}, this.#name(seat)))]))));
  }

  /** @param {Round} round */
  #lastRound(round) {
    return el("details.dixit-last", { "data-key": "last" },
      el("summary", {}, t("dixit.round.last", { clue: round.clue })), this.#roundTable(round));
  }

  #closeResults() {
    this.#results = "";
    this.#render();
    const next = this.element.querySelector("input, .dixit-prompt");
    if (next instanceof HTMLElement) {
      if (!(next instanceof HTMLInputElement)) next.tabIndex = -1;
      next.focus();
    }
  }

  /** Lets no more boxes be checked than cards are to be given. @param {Event} event */
  #limitChoice(event) {
    const box = event.target;
    if (!(box instanceof HTMLInputElement) || box.type !== "checkbox") return;
    const fieldset = box.closest("fieldset");
    const limit = Number(fieldset?.getAttribute("data-limit") ?? 1);
    const checked = [...(fieldset?.querySelectorAll("input:checked") ?? [])];
    if (checked.length <= limit) return;
    const other = checked.find((one) => one !== box);
    if (other instanceof HTMLInputElement) other.checked = false;
  }

  /** @param {HTMLFormElement} form */
  async #sendClue(form) {
    const data = new FormData(form);
    const text = String(data.get("clue") ?? "").trim();
    if (text === "") return this.#fail(t("dixit.clue.empty"));
    await this.#send(clueMove(String(data.get("card")), text));
  }

  /** @param {HTMLFormElement} form */
  async #sendGift(form) {
    const view = this.#view;
    const cards = new FormData(form).getAll("card").map(String);
    if (view?.seat === null || view === null) return;
    const n = cardsToGive(view.seats.length);
    if (cards.length !== n) return this.#fail(t("dixit.prompt.give", { n }));
    await this.#send(giveMove(view.seat, cards));
  }

  /** @param {HTMLFormElement} form */
  async #sendVote(form) {
    const slot = Number(new FormData(form).get("slot"));
    if (this.#view?.seat && slot > 0) await this.#send(voteMove(this.#view.seat, slot));
  }

  /** @param {string} move */
  async #send(move) {
    this.#isSending = true;
    this.#error = "";
    this.#render();
    try {
      await this.options.send(move);
    } catch (error) {
      this.#error = errorText(error);
    }
    this.#isSending = false;
    this.#render();
  }

  /** @param {string} text */
  #fail(text) {
    this.#error = text;
    this.#render();
  }
}

/** A bar towards the goal, drawn without an inline style. @param {number} score */
function bar(score) {
  return el("progress", { max: GOAL, value: Math.min(score, GOAL) });
}

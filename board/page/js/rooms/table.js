/**
 * A table: the seats, the game, and what players agree on. The server's views are the only state.
 * @module
 */

import { clockText } from "../clock.js";
import { config, socketAddress } from "../connect.js";
import { button, el } from "../dom.js";
import { list, t } from "../i18n.js";
import { announce } from "../live.js";
import { play as sound } from "../sound.js";
import { listen, update } from "../update.js";
import { gameName, reasonWords } from "../words.js";
import { EpigoGame } from "../epigo/game.js";
import { lostStrip } from "../epigo/panel.js";
import { Agreement, agreementActions } from "./agreement.js";
import { Clocks } from "./clock.js";
import { DixitGame } from "./dixit.js";
import { errorText } from "./errors.js";
import { roleName, seatName } from "./seats.js";
import { SequentialGame } from "./sequential.js";
import { linkRow, shareActions } from "./share.js";
import { LONGEST_NAME, findTable, forgetTable, keepName, keepSeatToken, keepTable, ownName, seatToken, tableLink } from "./store.js";
import { Wire } from "./wire.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./wire.js").WireState} WireState */

/** Milliseconds between two looks at the clocks. */
const TICK = 200;

export class Table {
  /** @type {View | null} */
  #view = null;
  /** @type {EpigoGame | DixitGame | SequentialGame | null} */
  #game = null;
  #gameKey = "";
  /** @type {WireState} */
  #state = "connecting";
  #stateText = "";
  #clocks = new Clocks();
  #isNaming = false;
  #ticker = 0;
  #abort = new AbortController();
  #title = document.title;

  /**
   * @param {HTMLElement} root
   * @param {() => import("../client.js").RulesClient} rules
   * @param {{ room: string, token: string | null }} link
   */
  constructor(root, rules, link) {
    this.rules = rules;
    this.room = link.room;
    if (link.token !== null) keepSeatToken(link.room, link.token);
    else keepTable({ room: link.room });
    this.head = el("header.rooms-head");
    this.gameRoot = el("div.rooms-game");
    this.side = el("aside.rooms-side", { "aria-label": t("rooms.side") });
    this.element = el("div.rooms-table", {}, this.head, this.gameRoot, this.side);
    root.replaceChildren(this.element);
    this.agreement = new Agreement((frame) => this.wire.request(frame), () => this.#render());
    listen(this.element, {
      ...agreementActions(this.agreement), ...shareActions(this.element),
      take: (seat) => this.#join(Number(seat)),
      rename: () => this.#setNaming(true),
      name: (_, form) => void this.#setName(/** @type {HTMLFormElement} */ (form)),
    }, this.#abort.signal);
    this.wire = new Wire(socketAddress("room").href, {
      state: (state, text) => this.#onState(state, text),
      view: (view) => this.#onView(view),
      refused: (error) => {
        announce(errorText(error));
      },
      joined: ({ room, token }) => {
        if (token !== null) keepSeatToken(room, token);
      },
    });
    this.#join(null);
    this.#ticker = setInterval(() => this.#tick(), TICK);
    this.#render();
  }

  close() {
    clearInterval(this.#ticker);
    this.#abort.abort();
    this.#game?.close();
    this.wire.close();
    document.title = this.#title;
  }

  /** Joins by the known token, or takes an open seat. @param {number | null} take */
  #join(take) {
    const token = take === null ? seatToken(this.room) : null;
    this.wire.join({ room: this.room, token, take: take ?? undefined, name: token !== null || take !== null ? ownName() : undefined });
  }

  /**
   * @param {WireState} state
   * @param {string} text
   */
  #onState(state, text) {
    if (state === this.#state && text === this.#stateText) return;
    const wasOffline = this.#state === "offline";
    this.#state = state;
    this.#stateText = text;
    if (state === "closed" && text === "no-room") forgetTable(this.room);
    if (state === "offline" || (state === "online" && wasOffline)) announce(t(`rooms.state.${state}`));
    this.#render();
  }

  /** @param {View} view */
  #onView(view) {
    const old = this.#view;
    this.#view = view;
    this.#clocks.set(view.clock);
    if (old === null) keepTable({ room: view.room, variant: view.variant });
    this.agreement.set(view);
    this.#announce(view, old);
    this.#showGame(view);
    this.#render();
  }

  /** @param {View} view */
  #showGame(view) {
    const key = `${view.variant} ${view.seat} ${view.game}`;
    if (key !== this.#gameKey) {
      this.#game?.close();
      this.#gameKey = key;
      this.element.setAttribute("class", `rooms-table is-${view.variant === "epigo" || view.variant === "dixit" ? view.variant : "turns"}`);
      this.#game = this.#makeGame(view);
    }
    const game = this.#game;
    if (game instanceof EpigoGame) game.show(this.#epigoView(view));
    else game?.show(view);
  }

  /** @param {View} view */
  #makeGame(view) {
    /** @param {string} move */
    const send = async (move) => {
      await this.wire.request({ t: "move", v: this.#view?.v ?? 0, move });
    };
    if (view.variant === "dixit") return new DixitGame(this.gameRoot, { send });
    if (view.variant === "epigo") {
      const game = new EpigoGame({
        rules: this.rules,
        send: (choice) => send(choice).catch((error) => Promise.reject(new Error(errorText(error)))),
      });
      this.gameRoot.replaceChildren(el("div.epigo", {}, el("div.epigo-board-holder", {}, game.board.element), game.panel));
      return game;
    }
    return new SequentialGame(this.gameRoot, { rules: this.rules, send, state: () => this.#stateWords() });
  }

  /** The result, or the clocks if there are some. */
  #stateWords() {
    const view = this.#view;
    if (view === null) return "";
    if (view.state === "over") return resultText(view);
    return list(view.seats.flatMap((_, i) => {
      const left = this.#clocks.left(i + 1);
      return left === null ? [] : [`${seatName(view, i + 1)} ${clockText(left)}`];
    }));
  }

  /** @param {View} view @returns {import("../epigo/game.js").EpigoView} */
  #epigoView(view) {
    const { seat } = view;
    const waiting = view.seats.flatMap((other, i) => (other.acting && !other.ready && i + 1 !== seat ? [seatName(view, i + 1)] : []));
    return {
      fen: view.scene.fen,
      seat,
      turned: seat === 2,
      canAct: view.state === "playing" && seat !== null,
      mine: view.mine ?? null,
      waiting: waiting.length > 0 && view.state === "playing" ? t("epigo.waiting", { name: list(waiting) }) : "",
      last: view.last, start: view.start, line: view.line ?? [],
    };
  }

  /**
   * Says what others have done.
   * @param {View} view
   * @param {View | null} old
   */
  #announce(view, old) {
    if (old === null) return;
    view.seats.forEach((seat, i) => {
      const before = old.seats[i];
      if (before === undefined || i + 1 === view.seat) return;
      const name = seatName(view, i + 1);
      if (seat.here && !before.here) announce(t("rooms.came", { name }));
      else if (seat.here === false && before.here) announce(t("rooms.left", { name }));
      if (seat.ready && !before.ready && view.turn === old.turn) announce(t("rooms.ready", { name }));
    });
    if (view.state === "over" && old.state !== "over") {
      announce(resultText(view));
      sound("end");
    }
  }

  #render() {
    const view = this.#view;
    update(this.head, this.#headNodes(view));
    update(this.side, view === null ? [] : this.#sideNodes(view));
    const isMine = view !== null && view.seat !== null && view.state === "playing"
      && view.seats[view.seat - 1]?.acting === true && !view.mine;
    document.title = isMine && document.hidden ? `● ${this.#title}` : this.#title;
  }

  /** @param {View | null} view */
  #headNodes(view) {
    const name = view === null ? t("rooms.table") : gameName(view.variant);
    const ownName = view === null ? null : nameOf(view);
    return [
      el("div.rooms-head-row", { "data-key": "row" },
        el("h1", {}, name, view !== null && view.game > 1 && el("span.rooms-dim", {}, ` ${t("rooms.game.number", { n: view.game })}`)),
        view !== null && view.seat === null && el("span.rooms-tag", {}, t("rooms.watching")),
        el("span.rooms-connection", { class: `is-${this.#state}` }, t(`rooms.state.${this.#state}`))),
      this.#state === "closed" && el("div.rooms-error", { role: "alert", "data-key": "closed" }, t(`rooms.closed.${this.#stateText}`),
        " ", el("a", { href: "#tables" }, t("rooms.back"))),
      view !== null && !view.saved && el("p.rooms-error", { "data-key": "saved" }, t("rooms.unsaved")),
      view !== null && view.state === "over" && el("p.rooms-result", { "data-key": "result" }, resultText(view)),
      view !== null && this.#openSeats(view),
      this.agreement.asks(),
      ownName !== null && ((ownName === "" && view?.state !== "over") || this.#isNaming) && this.#nameForm(ownName),
    ];
  }

  /** @param {View} view */
  #openSeats(view) {
    if (view.seat !== null) return null;
    const open = view.seats.flatMap((seat, i) => (seat.kind === "open" ? [i + 1] : []));
    if (open.length === 0) return null;
    return el("div.rooms-notice", { "data-key": "open" }, el("p", {}, t("rooms.open.about")),
      el("div.rooms-actions", {}, open.map((n) => button(t("rooms.open.take", { name: roleName(view, n) }), "take",
        { class: "primary", "data-arg": n, "data-key": `take-${n}` }))));
  }

  /** @param {View} view */
  #sideNodes(view) {
    const isDixit = view.variant === "dixit";
    const ownName = nameOf(view);
    return [
      !isDixit && el("ol.rooms-players", { "data-key": "players", "aria-label": t("rooms.players") },
        view.seats.map((_, i) => this.#player(view, i + 1))),
      view.state === "waiting" && this.#links(view),
      this.agreement.nodes(),
      ownName !== "" && ownName !== null && !this.#isNaming
        && button(t("rooms.name.change"), "rename", { class: "quiet-button", "data-key": "rename" }),
      view.state !== "waiting" && this.#watchLink(view),
    ];
  }

  /** @param {View} view @param {number} n */
  #player(view, n) {
    const seat = view.seats[n - 1];
    const left = this.#clocks.left(n);
    const isHere = seat.kind === "engine" || seat.here === true;
    return el("li.rooms-player-row", { "data-key": `player-${n}`, class: [seat.acting && !seat.ready ? "is-acting" : "",
      view.winners.includes(n) ? "is-winner" : ""].join(" ") },
      el("span.rooms-dot", { class: isHere ? "is-here" : "", title: t(isHere ? "rooms.here" : "rooms.away") },
        el("span.visually-hidden", {}, t(isHere ? "rooms.here" : "rooms.away"))),
      el("span.rooms-player-name", {}, seatName(view, n),
        (seat.name || seat.kind === "engine") && el("span.rooms-dim", {}, ` ${roleName(view, n)}`),
        n === view.seat && el("span.rooms-tag", {}, t("rooms.you"))),
      view.variant === "epigo" && lostStrip(view.scene.fen, n),
      seat.trouble ? el("span.rooms-trouble", {}, t("rooms.engine.trouble")) : null,
      view.state === "playing" && view.variant === "epigo" && seat.ready && el("span.rooms-tag", { class: "is-accent" }, t("rooms.is-ready")),
      left !== null && el("span.rooms-clock", { role: "timer", "aria-label": t("rooms.clock.of", { name: seatName(view, n) }),
        class: this.#clocks.runs(n) ? "is-running" : "" }, clockText(left)));
  }

  /** @param {string | null} token */
  #link(token) {
    return tableLink(this.room, token, config.entry);
  }

  /** The links of a table that waits. @param {View} view */
  #links(view) {
    const { links } = findTable(this.room) ?? { links: [] };
    const rows = view.seats.flatMap((seat, i) => {
      const token = links[i];
      if (!token || seat.kind !== "person" || i + 1 === view.seat) return [];
      return [linkRow({ key: `seat-${i + 1}`, label: t("rooms.link.seat", { name: roleName(view, i + 1) }),
        note: seat.here ? t("rooms.link.here") : "", url: this.#link(token) })];
    });
    const hasOpen = view.seats.some((seat) => seat.kind === "open");
    return el("section.rooms-links", { "data-key": "links", "aria-label": t("rooms.links") },
      el("h2", {}, t("rooms.waiting.people")),
      rows.length > 0 && el("p.rooms-dim", {}, t("rooms.links.about")),
      el("ul", {}, rows, linkRow({ key: "watch", label: t(hasOpen ? "rooms.link.open" : "rooms.link.watch"), url: this.#link(null) })));
  }

  /** @param {View} view */
  #watchLink(view) {
    const token = view.seat === null ? null : seatToken(this.room);
    return el("details.rooms-more", { "data-key": "watch" }, el("summary", {}, t("rooms.links")), el("ul", {},
      linkRow({ key: "watch", label: t("rooms.link.watch"), url: this.#link(null) }),
      token !== null && linkRow({ key: "own", label: t("rooms.link.own"), url: this.#link(token) })));
  }

  /** @param {string} name the own name so far */
  #nameForm(name) {
    return el("form.type-form.rooms-name", { "data-do": "name", "data-key": "name-form" },
      el("label", {}, el("span", {}, t("rooms.name")),
        el("input", { name: "name", type: "text", maxlength: LONGEST_NAME, value: name, autocomplete: "nickname", placeholder: t("rooms.name.hint") })),
      el("button.button", { type: "submit" }, t("rooms.name.set")));
  }

  /** @param {boolean} isNaming */
  #setNaming(isNaming) {
    this.#isNaming = isNaming;
    this.#render();
    if (isNaming) this.head.querySelector("input")?.focus();
  }

  /** @param {HTMLFormElement} form */
  async #setName(form) {
    const name = String(new FormData(form).get("name") ?? "").trim();
    if (name !== "") {
      keepName(name);
      await this.wire.request({ t: "name", name }).catch((error) => this.agreement.fail(error));
    }
    this.#setNaming(false);
  }

  #tick() {
    const view = this.#view;
    if (view === null || !this.#clocks.isRunning) return;
    view.seats.forEach((_, i) => {
      const left = this.#clocks.left(i + 1);
      const face = this.side.querySelector(`[data-key="player-${i + 1}"] .rooms-clock`);
      if (left !== null && face !== null) face.textContent = clockText(left);
    });
  }
}

/**
 * The own name, empty if there is none yet; null for those who watch.
 * @param {View} view
 */
function nameOf(view) {
  return view.seat === null ? null : (view.seats[view.seat - 1]?.name ?? "");
}

/**
 * How a game has ended, in words.
 * @param {View} view
 */
export function resultText(view) {
  const names = list(view.winners.map((seat) => seatName(view, seat)));
  const result = view.winners.length === 0 ? t("rooms.result.draw") : t("rooms.result.wins", { names, n: view.winners.length });
  return view.reason === null ? result : t("rooms.result.reason", { result, reason: reasonWords(view.reason) });
}

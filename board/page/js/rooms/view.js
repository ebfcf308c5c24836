/**
 * The tables as views of the page: a lobby at `#tables`, a table at `#/table/ROOM/TOKEN`.
 * @module
 */

import { config, socketAddress } from "../connect.js";
import { GAMES } from "../games.js";
import { has, list, t } from "../i18n.js";
import { announce } from "../live.js";
import { register } from "../views.js";
import { play } from "../sound.js";
import { drawingTheme, isAnimated, settings } from "../settings.js";
import { gameName, sideName } from "../words.js";
import { Lobby } from "./lobby.js";
import { el } from "../dom.js";
import { parseTablePath } from "./store.js";
import { Table } from "./table.js";

/** @typedef {import("./types.js").Host} Host */

/**
 * What the page gives to a table.
 * @param {import("../session.js").Session} session
 * @returns {Host}
 */
function hostOf(session) {
  return {
    t,
    list,
    announce,
    get rules() {
      return session.rules;
    },
    config,
    games: GAMES.map(({ variant, kind }) => ({ variant, kind, name: gameName(variant) })),
    colour: sideName,
    reason: (reason) => (has(`reason.${reason}`) ? t(`reason.${reason}`) : reason),
    drawingWords(turned) {
      return ["interactive", "prefix r", `theme ${drawingTheme()}`, turned ? "turned" : "", settings.coordinates ? "" : "plain"].filter(Boolean).join(" ");
    },
    address: () => socketAddress("room"),
    animations: isAnimated,
    sound: play,
  };
}

register({
  id: "tables",
  icon: "table",
  board: false,
  available: () => config.rooms,
  mount({ main, session }) {
    main.classList.add("rooms");
    /** @param {string} room */
    const open = (room) => (location.hash = `#/table/${room}`);
    const lobby = new Lobby(main, hostOf(session), { variant: session.variant, open });
    return () => lobby.close();
  },
});

register({
  id: "table",
  icon: "table",
  board: false,
  hidden: true,
  available: () => config.rooms,
  mount({ main, session, rest }) {
    main.classList.add("rooms");
    const link = parseTablePath(rest["path"] ?? "");
    if (link === null) {
      main.replaceChildren(el("p.rooms-error", {}, t("rooms.closed.no-room"), " ", el("a", { href: "#tables" }, t("rooms.back"))));
      return () => {};
    }
    const table = new Table(main, hostOf(session), link);
    // The address that is left is that of a spectator, so that a visitor who copies it gives no seat away.
    rest["path"] = link.room;
    return () => table.close();
  },
});

/**
 * The tables as a view of the page: a lobby at `#/tables`, a table at `#/table/ROOM/TOKEN`.
 * @module
 */

import { config, socketAddress } from "../connect.js";
import { GAMES } from "../games.js";
import { has, t } from "../i18n.js";
import { say } from "../live.js";
import { drawingTheme, isAnimated, settings } from "../settings.js";
import { gameName, sideName } from "../words.js";
import { Lobby } from "./lobby.js";
import { parseTableLink } from "./store.js";
import { Table } from "./table.js";

/** @typedef {import("./types.js").Host} Host */

/** Sayings that come at the same time follow each other. */
const SAY_TOGETHER = 60;

/**
 * What the page gives to a table.
 * @param {import("../client.js").RulesClient} rules
 * @param {(name: any) => void} sound
 * @returns {Host}
 */
export function hostOf(rules, sound) {
  /** @type {string[]} */
  let said = [];
  return {
    t,
    announce(text) {
      said.push(text);
      if (said.length > 1) return;
      setTimeout(() => {
        say(said.join(" "));
        said = [];
      }, SAY_TOGETHER);
    },
    rules,
    config,
    games: GAMES.map(({ variant, kind }) => ({ variant, kind, name: gameName(variant) })),
    colour: sideName,
    reason: (reason) => (has(`reason.${reason}`) ? t(`reason.${reason}`) : reason),
    drawingWords(turned) {
      return ["interactive", "prefix r", `theme ${drawingTheme()}`, turned ? "turned" : "", settings.coordinates ? "" : "plain"].filter(Boolean).join(" ");
    },
    address: () => socketAddress("room"),
    animations: isAnimated,
    sound,
  };
}

/**
 * Shows what an address names. Returns what removes it again.
 * @param {HTMLElement} root
 * @param {Host} host
 * @param {string} hash
 * @returns {() => void}
 */
export function mountTables(root, host, hash) {
  root.classList.add("rooms");
  const link = parseTableLink(hash);
  if (link === null) {
    const lobby = new Lobby(root, host, { variant: settings.game, open: (room) => (location.hash = `#/table/${room}`) });
    return () => lobby.close();
  }
  const table = new Table(root, host, link);
  // The address that is left is that of a spectator, so that a visitor who copies it gives no seat away.
  if (link.token !== null) history.replaceState(history.state, "", `#/table/${link.room}`);
  return () => table.close();
}

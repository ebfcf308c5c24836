/**
 * The tables as views of the page: a lobby at `#tables`, a table at `#/table/ROOM/TOKEN`.
 * @module
 */

import { config } from "../connect.js";
import { el } from "../dom.js";
import { t } from "../i18n.js";
import { register } from "../views.js";
import { Lobby } from "./lobby.js";
import { parseTablePath } from "./store.js";
import { Table } from "./table.js";

register({
  id: "tables",
  icon: "table",
  board: false,
  available: () => config.rooms,
  mount({ main, session }) {
    main.classList.add("rooms");
    /** @param {string} room */
    const open = (room) => (location.hash = `#/table/${room}`);
    const lobby = new Lobby(main, { variant: session.variant, open });
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
    const table = new Table(main, () => session.rules, link);
    // The address that is left is that of a spectator, so that a visitor who copies it gives no seat away.
    rest["path"] = link.room;
    return () => table.close();
  },
});

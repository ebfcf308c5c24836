// The page: loads its texts, opens the connections and shows the views.

import { loadConfig } from "./connect.js";
import { notify } from "./dialogs.js";
import { button, find } from "./dom.js";
import { GAMES, findGame } from "./games.js";
import { showHelp } from "./help.js";
import { loadLanguage, t, translate } from "./i18n.js";
import { useRegion } from "./live.js";
import { newGame } from "./newgame.js";
import { keepGame, registerOffline } from "./offline.js";
import { showPreferences } from "./preferences.js";
import { Session } from "./session.js";
import { changes, drawingTheme, settings } from "./settings.js";
import { Stage } from "./stage.js";
import { parseHash, writeHash } from "./url.js";
import { findView, views } from "./views.js";
// Each of these modules registers its view; their order is that of the navigation.
import "./play.js";
import "./analysis.js";
import "./setup.js";
import "./rooms/view.js";

class Page {
  session = new Session();
  stage = new Stage(this.session, document);
  main = find(document, "#main", HTMLElement);
  panel = find(document, "#panel", HTMLElement);
  view = "";
  /** @type {Record<string, string>} */
  rest = {};
  #unmount = () => {};
  #written = "";

  async start() {
    this.#frame();
    const address = parseHash(location.hash || lastAddress());
    await this.#begin(address);
    this.open(findView(address.view) ? address.view : "play", address.rest);
    this.session.on("look", () => this.#write());
    this.session.on("look", ({ why }) => why === "game" && void keepGame(this.session.variant));
    this.session.on("notice", (text) => notify(text));
    addEventListener("hashchange", () => void this.#changed());
    changes.on("change", (name) => void this.#setting(name));
    for (const query of ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"]) {
      matchMedia(query).addEventListener("change", () => this.#look());
    }
    addEventListener("pagehide", () => this.session.engine.stop());
    document.addEventListener("keydown", (event) => this.#key(event));
  }

  /** @param {import("./url.js").Address} address */
  async #begin(address) {
    const variant = address.variant && findGame(address.variant) ? address.variant : settings.game;
    const known = findGame(variant)?.kind === "party" ? (GAMES[0]?.variant ?? "dvonn") : variant;
    if (settings.side === "1" || settings.side === "2") this.session.face(Number(settings.side), known);
    try {
      await this.session.begin(known, address.fen, address.moves, address.ply);
    } catch (error) {
      notify(t("address.refused", { text: error instanceof Error ? error.message : "" }), { kind: "error" });
      await this.session.begin(known, null);
    }
  }

  /** The header, in the language of the page. */
  #frame() {
    translate(document);
    const tools = find(document, "#tools", HTMLElement);
    tools.replaceChildren(
      button(t("nav.new"), () => newGame(this.#context()), { icon: "plus", class: "primary" }),
      button(t("nav.help"), showHelp, { icon: "help", bare: true }),
      button(t("nav.settings"), showPreferences, { icon: "gear", bare: true }),
    );
    find(document, "#skip", HTMLElement).onclick = () => this.stage.focus();
    this.#navigation();
    this.#look();
  }

  #navigation() {
    const nav = find(document, "#views", HTMLElement);
    const shown = views.filter((view) => !view.hidden && (view.available?.() ?? true));
    nav.replaceChildren(
      ...shown.map((view) =>
        button(t(`nav.${view.id}`), () => this.open(view.id), { icon: view.icon, "aria-current": view.id === this.view ? "page" : null }),
      ),
    );
  }

  #look() {
    document.documentElement.dataset["theme"] = settings.theme;
    document.documentElement.dataset["contrast"] = drawingTheme() === "contrast" ? "more" : "normal";
    if (this.session.look) void this.session.refresh();
  }

  /** @returns {import("./views.js").Context} */
  #context() {
    return { session: this.session, stage: this.stage, panel: this.panel, main: this.main, rest: this.rest, open: (id) => this.open(id) };
  }

  /** @param {string} id @param {Record<string, string>} [rest] */
  open(id, rest = {}) {
    const view = findView(id);
    if (!view) return;
    this.#unmount();
    this.view = id;
    this.rest = rest;
    this.panel.replaceChildren();
    const own = document.querySelector("#own");
    own?.remove();
    this.stage.host.hidden = !view.board;
    this.panel.hidden = !view.board;
    this.main.classList.toggle("without-board", !view.board);
    const context = this.#context();
    if (!view.board) {
      const host = document.createElement("div");
      host.id = "own";
      this.main.append(host);
      context.main = host;
    }
    document.body.dataset["view"] = id;
    document.title = `${t(`nav.${id}`)} – Petteia`;
    this.#navigation();
    this.#unmount = view.mount(context);
    this.#write();
  }

  /** Writes the view and the game into the address. */
  #write() {
    const { session } = this;
    const view = findView(this.view);
    const end = session.node.end();
    const hash = view?.board
      ? writeHash({
          view: this.view,
          variant: session.variant,
          fen: session.fen,
          moves: end.moves(),
          ply: end === session.node ? null : session.node.ply,
          rest: {},
        })
      : writeHash({ view: this.view, rest: this.rest });
    if (view?.board) keepAddress(hash);
    if (hash === location.hash) return;
    this.#written = hash;
    history.replaceState(null, "", hash);
  }

  /** Somebody has changed the address or has gone to another one. */
  async #changed() {
    if (location.hash === this.#written) return;
    this.#written = location.hash;
    const address = parseHash(location.hash);
    if (address.variant) await this.#begin(address);
    this.open(findView(address.view) ? address.view : this.view, address.rest);
  }

  /** @param {keyof import("./settings.js").Settings} name */
  async #setting(name) {
    if (name === "language") {
      await loadLanguage(settings.language);
      this.#frame();
      this.open(this.view, this.rest);
    } else if (name === "place") {
      await this.session.reconnect();
    } else if (["theme", "contrast", "coordinates"].includes(name)) {
      this.#look();
    } else if (["targets", "preview"].includes(name)) {
      this.stage.allow();
    }
  }

  /** Wherever nothing else takes them, `?` lists the keys and the arrow keys walk through the game. @param {KeyboardEvent} event */
  #key(event) {
    const target = event.target;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !(target instanceof Element)) return;
    if (target.closest("input, textarea, select, dialog, svg[role=grid]")) return;
    if (event.key === "?") showHelp();
    if (!findView(this.view)?.board) return;
    const { session } = this;
    const next = { ArrowLeft: session.node.parent, ArrowRight: session.node.children[0], Home: session.tree.root, End: session.node.end() }[event.key];
    if (!next) return;
    event.preventDefault();
    void session.walk(next);
  }
}

const LAST = "petteia.address";

/** The game that was shown last, for a visit without an address. */
function lastAddress() {
  try {
    return localStorage.getItem(LAST) ?? "";
  } catch {
    return "";
  }
}

/** @param {string} hash */
function keepAddress(hash) {
  try {
    localStorage.setItem(LAST, hash);
  } catch {
    // The next visit begins a new game.
  }
}

async function main() {
  useRegion(find(document, "#live", HTMLElement));
  await Promise.all([loadLanguage(settings.language), loadConfig()]);
  const page = new Page();
  await page.start();
  document.body.dataset["ready"] = "true";
  await registerOffline();
  await keepGame(page.session.variant);
}

void main();

// The dialog of the settings.

import { config } from "./connect.js";
import { checkbox, field, notify, openDialog, select } from "./dialogs.js";
import { button, el } from "./dom.js";
import { LANGUAGES, t } from "./i18n.js";
import { canBeOffline, keepGame } from "./offline.js";
import { change, settings } from "./settings.js";

export function showPreferences() {
  openDialog(t("settings.title"), [el("div", { class: "settings" }, looks(), behaviour(), engine())]);
}

function looks() {
  return group(
    t("settings.looks"),
    choice("theme", "theme", ["system", "light", "dark"]),
    choice("contrast", "contrast", ["system", "more"]),
    field(t("settings.language"), select([["", t("settings.system")], ...Object.entries(LANGUAGES)], settings.language, (value) => change("language", value))),
    check("coordinates"),
  );
}

function behaviour() {
  return group(t("settings.behaviour"), choice("animation", "animation", ["system", "on", "off"]), check("targets"), check("preview"), check("passes"), check("sound"));
}

function engine() {
  const most = { hash: config.hash ?? 256, threads: config.threads ?? 1 };
  const sizes = [8, 16, 32, 64, 128, 256].filter((size) => size <= most.hash);
  /** @type {[string, string][]} */
  const hashes = sizes.map((size) => [String(size), `${size} MiB`]);
  /** @type {[string, string][]} */
  const threads = Array.from({ length: most.threads }, (_, i) => [String(i + 1), String(i + 1)]);
  return group(
    t("settings.engine"),
    config.server ? choice("place", "place", ["auto", "browser"]) : null,
    field(t("settings.hash"), select(hashes, String(settings.hash), (value) => change("hash", Number(value)))),
    most.threads > 1 ? field(t("settings.threads"), select(threads, String(settings.threads), (value) => change("threads", Number(value)))) : null,
    canBeOffline() ? button(t("settings.offline"), () => void keepGame().then(() => notify(t("settings.kept"))), { icon: "file" }) : null,
  );
}

/** @param {string} title @param {...(Node | null)} items */
function group(title, ...items) {
  return el("section", {}, el("h3", {}, title), ...items);
}

/** @param {"theme" | "contrast" | "animation" | "place"} name @param {string} key @param {string[]} values */
function choice(name, key, values) {
  /** @type {[string, string][]} */
  const options = values.map((value) => [value, t(`settings.${key}.${value}`)]);
  return field(t(`settings.${key}`), select(options, settings[name], (value) => change(name, /** @type {never} */ (value))));
}

/** @param {"coordinates" | "targets" | "preview" | "passes" | "sound"} name */
function check(name) {
  return checkbox(t(`settings.${name}`), settings[name], (value) => change(name, value));
}

// The dialog about keys.

import { openDialog } from "./dialogs.js";
import { el } from "./dom.js";
import { t } from "./i18n.js";

const KEYS = [
  ["← ↑ → ↓", "arrows"],
  ["q w a d z x", "diagonal"],
  ["Enter", "enter"],
  ["Escape", "escape"],
  ["o", "cell"],
  ["l", "last"],
  ["c", "captured"],
  ["m", "moves"],
  ["Shift + m", "captures"],
  ["p", "piece"],
  ["s", "line"],
  ["t", "clock"],
  ["v", "evaluation"],
  ["g", "best"],
  ["i", "input"],
  ["b", "board"],
  ["?", "help"],
];

/** Keys of an engine, which tables have not. */
const ENGINE = new Set(["evaluation", "best"]);

export function showHelp() {
  const isTable = document.body.dataset["view"] === "table";
  const rows = KEYS.filter(([, name = ""]) => !isTable || !ENGINE.has(name)).map(([keys = "", name = ""]) =>
    el("div", {}, el("dt", {}, el("kbd", {}, keys)), el("dd", {}, t(`key.${name}`))),
  );
  openDialog(t("help.title"), [
    el("p", {}, t("help.board")),
    el("dl", { class: "keys" }, ...rows),
    el("p", {}, t("help.input")),
    ...(isTable ? [] : [el("p", {}, t("help.walk"))]),
  ]);
}

// The position as FEN, and games in the formats of files.

import { notify, openDialog, select } from "./dialogs.js";
import { button, el } from "./dom.js";
import { gameOf } from "./games.js";
import { t } from "./i18n.js";
import { Tree } from "./tree.js";
import { gameName } from "./words.js";

/** The formats of text, and the variants that they hold; null for all. @type {[string, string[] | null][]} */
const FORMATS = [
  ["json", null],
  ["lines", null],
  ["pdn", ["checkers", "draughts", "russian", "brazilian", "italian", "frisian", "breakthrough", "antidraughts"]],
  ["sgf", ["reversi", "dvonn"]],
  ["ggf", ["reversi"]],
  ["transcript", ["reversi"]],
  ["otg", ["tablut", "tablut-square", "brandub", "copenhagen"]],
];
const ENDINGS = { json: "jsonl", lines: "lines", pdn: "pdn", sgf: "sgf", ggf: "ggf", transcript: "txt", otg: "otg" };

/**
 * @typedef {object} GameRecord a game of a file, as JSON
 * @property {string} variant
 * @property {string} [fen]
 * @property {string[] | string} moves
 * @property {string[]} [comments]
 * @property {[string | null, string | null]} [players]
 * @property {string} [result]
 */

export class Files {
  /** @param {import("./views.js").Context} context */
  constructor(context) {
    this.context = context;
    this.session = context.session;
    this.fen = el("input", { type: "text", spellcheck: "false", autocapitalize: "none", "aria-label": "FEN" });
    this.fen.addEventListener("change", () => void this.#setFen());
    this.host = el(
      "details",
      {},
      el("summary", {}, t("files.title")),
      el(
        "div",
        { class: "stack" },
        el("div", { class: "row" }, el("label", { class: "fen-label" }, el("span", {}, "FEN"), this.fen)),
        el("div", { class: "row" }, button(t("files.import"), () => this.#import(), { icon: "file" }), button(t("files.export"), () => void this.#export(), { icon: "share" })),
      ),
    );
  }

  shown() {
    this.fen.value = this.session.look?.scene.fen ?? "";
  }

  async #setFen() {
    const fen = this.fen.value.trim();
    if (!fen || fen === this.session.look?.scene.fen) return;
    try {
      await this.session.begin(this.session.variant, fen);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { kind: "error" });
      this.shown();
    }
  }

  #import() {
    const text = el("textarea", { rows: 10, "aria-label": t("files.text"), placeholder: t("files.text") });
    const file = el("input", { type: "file", "aria-label": t("files.file") });
    file.addEventListener("change", () => void file.files?.[0]?.text().then((content) => (text.value = content)));
    /** @type {[string, string][]} */
    const formats = [["", t("files.detect")], ...FORMATS.map(([name]) => /** @type {[string, string]} */ ([name, name.toUpperCase()]))];
    const format = select(formats, "");
    format.setAttribute("aria-label", t("files.format"));
    const error = el("p", { class: "error", role: "alert" });
    const games = el("div", { class: "stack" });
    const read = async () => {
      error.replaceChildren();
      try {
        const found = await this.#read(text.value, format.value || null);
        if (found.length === 1 && found[0]) await this.#open(found[0], dialog);
        else games.replaceChildren(...found.map((game, i) => button(title(game, i), () => void this.#open(game, dialog))));
      } catch (problem) {
        error.textContent = problem instanceof Error ? problem.message : String(problem);
      }
    };
    const dialog = openDialog(t("files.import"), [
      el("div", { class: "stack" }, file, text, el("div", { class: "row" }, format, button(t("files.read"), () => void read(), { class: "primary" })), error, games),
    ]);
  }

  /** @param {string} text @param {string | null} from @returns {Promise<GameRecord[]>} */
  async #read(text, from) {
    const { session } = this;
    const json = await session.convert({ game: null, from, to: "json", text }).catch((first) =>
      session.convert({ game: session.variant, from, to: "json", text }).catch(() => Promise.reject(first)),
    );
    const games = json.split("\n").filter(Boolean).map((line) => /** @type {GameRecord} */ (JSON.parse(line)));
    const shown = games.filter((game) => gameOf(game.variant).kind !== "party");
    if (shown.length === 0) throw new Error(t("files.none"));
    return shown;
  }

  /** @param {GameRecord} game @param {HTMLDialogElement} dialog */
  async #open(game, dialog) {
    const { session } = this;
    const moves = typeof game.moves === "string" ? game.moves.split(" ").filter(Boolean) : game.moves;
    const tree = new Tree();
    tree.addLine(tree.root, moves);
    for (const [i, node] of tree.mainLine().entries()) node.comment = game.comments?.[i] ?? "";
    await session.open(game.variant, game.fen ?? null, tree, tree.root);
    dialog.close();
  }

  async #export() {
    const { session } = this;
    /** @type {[string, string][]} */
    const formats = FORMATS.filter(([, variants]) => variants === null || variants.includes(session.variant)).map(([name]) => [name, name.toUpperCase()]);
    const text = el("textarea", { rows: 10, readonly: true, "aria-label": t("files.text") });
    const error = el("p", { class: "error", role: "alert" });
    let format = "json";
    const write = async () => {
      error.replaceChildren();
      const record = JSON.stringify(this.#record());
      try {
        text.value = await session.convert({ game: session.variant, from: "json", to: format, text: `${record}\n` });
      } catch (problem) {
        text.value = "";
        error.textContent = problem instanceof Error ? problem.message : String(problem);
      }
    };
    const choice = select(formats, format, (value) => ((format = value), void write()));
    choice.setAttribute("aria-label", t("files.format"));
    const copy = button(t("files.copy"), () => void navigator.clipboard.writeText(text.value).then(() => notify(t("analysis.copied"))));
    const save = button(t("files.save"), () => download(text.value, `petteia-${session.variant}.${/** @type {Record<string, string>} */ (ENDINGS)[format]}`));
    openDialog(t("files.export"), [el("div", { class: "stack" }, el("div", { class: "row" }, choice, copy, save), text, error)]);
    await write();
  }

  /** The line that is shown, as a record of a game. */
  #record() {
    const { session } = this;
    const nodes = session.node.end().path().slice(1);
    const hasComments = nodes.some((node) => node.comment);
    return {
      variant: session.variant,
      ...(session.fen === null ? { startpos: true } : { fen: session.fen }),
      moves: nodes.map((node) => node.move),
      ...(hasComments ? { comments: nodes.map((node) => node.comment) } : {}),
      ...(session.agreed ? { result: session.agreed.result } : {}),
    };
  }
}

/** @param {GameRecord} game @param {number} i */
function title(game, i) {
  const names = game.players?.filter(Boolean).join(" – ") ?? "";
  return `${i + 1}. ${gameName(game.variant)} ${names} ${game.result ?? ""}`.trim();
}

/** @param {string} text @param {string} name */
function download(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

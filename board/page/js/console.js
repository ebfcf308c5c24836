// A console with an engine of its own: lines as they are.

import { openEngine } from "./connect.js";
import { button, el } from "./dom.js";
import { t } from "./i18n.js";
import { positionLines } from "./rules.js";

const MOST_LINES = 500;

export class Console {
  /** @type {import("./lines.js").Pipe | null} */
  #pipe = null;
  /** @type {string[]} */
  #waiting = [];
  /** @type {string[]} */
  #history = [];
  #at = 0;

  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.output = el("div", { class: "console-output", role: "log", "aria-label": t("console.title"), tabindex: "0" });
    this.input = el("input", { type: "text", "aria-label": t("console.line"), spellcheck: "false", autocapitalize: "none", placeholder: "help" });
    this.input.addEventListener("keydown", (event) => this.#key(event));
    const form = el(
      "form",
      { class: "row", on: { submit: (event) => (event.preventDefault(), this.#submit()) } },
      this.input,
      el("button", { class: "button", type: "submit" }, t("console.send")),
      button(t("console.position"), () => positionLines(session.position()).forEach((line) => this.send(line))),
    );
    this.host = el("details", { class: "console" }, el("summary", {}, t("console.title")), el("div", { class: "stack" }, this.output, form));
  }

  #submit() {
    const line = this.input.value.trim();
    if (!line) return;
    this.#history.push(line);
    this.#at = this.#history.length;
    this.input.value = "";
    this.send(line);
  }

  /** @param {string} line */
  send(line) {
    this.#write(`> ${line}`);
    if (!this.#pipe) this.#open();
    if (this.#pipe?.state === "ready") this.#pipe.send(line);
    else this.#waiting.push(line);
  }

  #open() {
    const pipe = openEngine();
    pipe.onLine = (line) => this.#write(line);
    pipe.onState = (state, text) => {
      if (state === "ready") for (const line of this.#waiting.splice(0)) pipe.send(line);
      else if (state === "failed") this.#write(`# ${t("engine.failed", { text })}`);
    };
    this.#pipe = pipe;
  }

  /** @param {string} line */
  #write(line) {
    this.output.append(el("div", { class: line.startsWith(">") ? "sent" : "" }, line));
    while (this.output.children.length > MOST_LINES) this.output.firstElementChild?.remove();
    this.output.scrollTop = this.output.scrollHeight;
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    this.#at = Math.min(Math.max(this.#at + (event.key === "ArrowUp" ? -1 : 1), 0), this.#history.length);
    this.input.value = this.#history[this.#at] ?? "";
  }

  close() {
    this.#pipe?.close();
    this.#pipe = null;
  }
}

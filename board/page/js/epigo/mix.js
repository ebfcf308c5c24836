// The mixed strategies of the engine for games in which both sides choose at once.

import { button, el } from "../dom.js";
import { segments } from "../dialogs.js";
import { t } from "../i18n.js";
import { sideName } from "../words.js";

/** Joint turns of a search. */
const NODES = 800_000;
const SHOWN = 8;

export class Mix {
  seat = 1;
  /** @type {import("../client.js").Search | null} */
  #search = null;

  /** @param {import("../views.js").Context} context */
  constructor(context) {
    this.session = context.session;
    this.stage = context.stage;
    this.value = el("p", { class: "figures" });
    this.list = el("ol", { class: "lines" });
    this.choice = el("div", {});
    this.host = el(
      "section",
      { class: "engine", "aria-label": t("analysis.engine") },
      this.choice,
      button(t("orders.search"), () => this.search(), { icon: "chart" }),
      this.value,
      this.list,
    );
  }

  shown() {
    this.stage.setBar(null);
    this.list.replaceChildren();
    this.value.textContent = t("orders.mixHelp");
    /** @type {[string, string][]} */
    const sides = [1, 2].map((seat) => [String(seat), sideName(this.session.variant, seat)]);
    this.choice.replaceChildren(segments(t("orders.side"), sides, String(this.seat), (value) => ((this.seat = Number(value)), this.shown())));
  }

  stop() {
    this.#search?.stop();
    this.#search = null;
  }

  search() {
    const { session } = this;
    this.stop();
    /** @type {string[]} */
    let mix = [];
    const go = `seat ${this.seat} nodes ${NODES}`;
    const search = session.engine.search({ setup: session.setup(), go, onText: (text) => (mix = this.#text(text, mix)) });
    this.#search = search;
    this.value.textContent = t("engine.thinking");
    void search.done.then((result) => {
      if (this.#search !== search) return;
      this.#search = null;
      if (result.error) this.value.textContent = result.error.message;
      const rows = mix.slice(0, SHOWN).map((line) => {
        const [chance = "0", plan = ""] = line.split(" ");
        return el("li", {}, el("span", { class: "line-score" }, `${Math.round(Number(chance) * 100)} %`), el("span", { class: "line-moves" }, plan));
      });
      this.list.replaceChildren(...rows);
    });
  }

  /** @param {string} text @param {string[]} mix */
  #text(text, mix) {
    const gap = /^gap (\S+) value (\S+)/.exec(text);
    if (gap) this.value.textContent = t("orders.value", { value: Number(gap[2]).toFixed(3), gap: Number(gap[1]).toFixed(3) });
    return text.startsWith("mix ") ? [...mix, text.slice(4)] : mix;
  }
}

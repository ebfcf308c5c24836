// The comment of the position that is shown, and what can be done with its variation.

import { button, el } from "./dom.js";
import { t } from "./i18n.js";

export class Comments {
  /** @param {import("./session.js").Session} session */
  constructor(session) {
    this.session = session;
    this.text = el("textarea", { rows: 2, "aria-label": t("comment.label"), placeholder: t("comment.label") });
    this.text.addEventListener("change", () => {
      session.node.comment = this.text.value.trim();
      session.emit("tree", null);
    });
    this.promote = button(t("comment.promote"), () => this.#promote(), { icon: "up" });
    this.remove = button(t("comment.remove"), () => this.#remove(), { icon: "trash" });
    this.host = el("div", { class: "stack" }, this.text, el("div", { class: "row" }, this.promote, this.remove));
  }

  shown() {
    const { node } = this.session;
    this.text.value = node.comment;
    this.promote.disabled = node.isMain();
    this.remove.disabled = !node.parent;
  }

  #promote() {
    this.session.tree.promote(this.session.node);
    this.session.emit("tree", null);
    this.shown();
  }

  #remove() {
    const { session } = this;
    const parent = session.tree.remove(session.node);
    void session.walk(parent).then(() => session.emit("tree", null));
  }
}

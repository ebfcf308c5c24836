/**
 * Links to pass on: to copy, or by the share dialog of the browser.
 * @module
 */

import { button, el } from "../dom.js";
import { t } from "../i18n.js";
import { announce } from "../live.js";


/**
 * A link with its buttons, which `shareActions` answers.
 * @param {{ label: string, note?: string, url: string, key: string }} link
 */
export function linkRow({ label, note, url, key }) {
  const id = `link-${key}`;
  return el("li.rooms-link", { "data-key": id },
    el("label", { for: id }, label, note ? el("span.rooms-dim", {}, ` ${note}`) : null),
    el("div.rooms-link-row", {},
      el("input", { id, type: "text", readonly: true, value: url, spellcheck: "false" }),
      button(t("rooms.copy"), "copy", { "data-arg": id, "aria-label": t("rooms.copy.of", { label }) }),
      typeof navigator.share === "function" &&
        button(t("rooms.share"), "share", { "data-arg": id, "aria-label": t("rooms.share.of", { label }) })));
}

/**
 * @param {HTMLElement} root
 * @returns {Record<string, (argument: string, element: HTMLElement) => void>}
 */
export function shareActions(root) {
  /** @param {string} id */
  const input = (id) => root.querySelector(`#${CSS.escape(id)}`);
  return {
    copy: (id, element) => void copy(input(id), element),
    share: (id) => {
      const field = input(id);
      if (!(field instanceof HTMLInputElement)) return;
      // The visitor may close the dialog, which is no error.
      navigator.share({ title: document.title, url: field.value }).catch(() => undefined);
    },
  };
}

/**
 * @param {Element | null} field
 * @param {HTMLElement} element
 */
async function copy(field, element) {
  if (!(field instanceof HTMLInputElement)) return;
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    // Clipboards need a secure origin; the text is selected for the visitor.
    if (!document.execCommand("copy")) return;
  }
  element.classList.add("is-done");
  setTimeout(() => element.classList.remove("is-done"), 1500);
  announce(t("rooms.copied"));
}

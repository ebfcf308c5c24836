// Dialogs: questions, choices and messages.

import { button, el } from "./dom.js";
import { t } from "./i18n.js";
import { say } from "./live.js";

/**
 * Opens a dialog. It closes by Escape, by its button and by `close`.
 * @param {string} title
 * @param {Node[]} content
 * @param {{class?: string, onClose?: () => void}} [options]
 * @returns {HTMLDialogElement}
 */
export function openDialog(title, content, options = {}) {
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  const dialog = el("dialog", { class: `dialog ${options.class ?? ""}`, "aria-labelledby": id });
  const close = button(t("dialog.close"), () => dialog.close(), { icon: "close", bare: true, class: "dialog-close" });
  dialog.append(el("header", {}, el("h2", { id }, title), close), ...content);
  const before = document.activeElement;
  dialog.addEventListener("close", () => {
    dialog.remove();
    options.onClose?.();
    if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
  });
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Asks for one of several answers; null if the dialog is closed without one.
 * @template T
 * @param {string} title
 * @param {{text: string, value: T, onPoint?: () => void, class?: string}[]} answers
 * @param {string} [text]
 * @returns {Promise<T | null>}
 */
export function choose(title, answers, text = "") {
  return new Promise((resolve) => {
    /** @type {T | null} */
    let chosen = null;
    const buttons = answers.map((answer) => {
      const shown = button(answer.text, () => pick(answer.value), { class: answer.class ?? "" });
      shown.addEventListener("focus", () => answer.onPoint?.());
      shown.addEventListener("pointerenter", () => answer.onPoint?.());
      return shown;
    });
    const content = [...(text ? [el("p", {}, text)] : []), el("div", { class: "dialog-answers" }, ...buttons)];
    const dialog = openDialog(title, content, { class: "small", onClose: () => resolve(chosen) });
    const pick = (/** @type {T} */ value) => {
      chosen = value;
      dialog.close();
    };
  });
}

/** @param {string} title @param {string} text @param {string} yes @returns {Promise<boolean>} */
export async function confirm(title, text, yes) {
  const answer = await choose(title, [{ text: yes, value: true, class: "primary" }, { text: t("dialog.cancel"), value: false }], text);
  return answer === true;
}

/** A message that goes away by itself. @param {string} text @param {{kind?: "error" | "info", action?: {text: string, press: () => void}}} [options] */
export function notify(text, options = {}) {
  const host = document.querySelector("#messages");
  if (!host) return;
  const kind = options.kind ?? "info";
  const toast = el("div", { class: `toast ${kind}` }, el("span", {}, text));
  const action = options.action;
  if (action) toast.append(button(action.text, () => (toast.remove(), action.press())));
  toast.append(button(t("dialog.close"), () => toast.remove(), { icon: "close", bare: true }));
  host.append(toast);
  while (host.children.length > 3) host.firstElementChild?.remove();
  say(text);
  if (kind === "info") setTimeout(() => toast.remove(), 6000);
}

/**
 * A labelled field of a form.
 * @param {string} label @param {HTMLElement} control @param {string} [hint]
 */
export function field(label, control, hint) {
  return el("label", { class: "field" }, el("span", {}, label), control, hint ? el("small", {}, hint) : null);
}

/**
 * A list of values to choose from.
 * @param {[string, string][]} values value and text
 * @param {string} value
 * @param {(value: string) => void} [onChange]
 */
export function select(values, value, onChange) {
  const control = el("select", { on: { change: () => onChange?.(control.value) } });
  for (const [name, text] of values) control.append(el("option", { value: name, selected: name === value }, text));
  return control;
}

/** @param {string} label @param {boolean} value @param {(value: boolean) => void} onChange */
export function checkbox(label, value, onChange) {
  const control = el("input", { type: "checkbox", checked: value, on: { change: () => onChange(control.checked) } });
  return el("label", { class: "check" }, control, el("span", {}, label));
}

/**
 * One of a few values, as radio buttons side by side.
 * @param {string} legend @param {[string, string][]} values @param {string} value @param {(value: string) => void} onChange
 */
export function segments(legend, values, value, onChange) {
  const name = `segments-${Math.random().toString(36).slice(2)}`;
  const options = values.map(([option, text]) => {
    const control = el("input", { type: "radio", name, value: option, checked: option === value, on: { change: () => onChange(option) } });
    return el("label", {}, control, el("span", {}, text));
  });
  return el("fieldset", { class: "segments" }, el("legend", {}, legend), el("div", {}, ...options));
}

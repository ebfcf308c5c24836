/**
 * The panel beside the board of Epigo.
 * @module
 */

import { button, h } from "./dom.js";
import { lineUpPanel, planPanel } from "./epigo-planner.js";

/** @typedef {import("./types.js").Host} Host */
/** @typedef {import("./epigo-planner.js").Planner} Planner */
/** @typedef {import("./epigo-model.js").Direction} Direction */
/** @typedef {import("./epigo-lines.js").Preview} Preview */

/** @param {string} text */
export function waitingNode(text) {
  return text !== "" && h("p.epigo-waiting", { "data-key": "waiting" }, text);
}

/**
 * @param {Host} host
 * @param {Planner} planner
 * @param {number} turn
 */
export function headingNode({ t }, planner, turn) {
  return h("h2", { "data-key": "heading" }, planner.isLineUp ? t("epigo.line-up.heading") : t("epigo.plan.heading", { n: turn }));
}

/**
 * A choice that can be changed.
 * @param {Host} host
 * @param {Planner} planner
 * @param {{ turned: boolean, turn: (direction: Direction) => Direction, preview: Preview | null }} options
 */
export function openNodes(host, planner, { turned, turn, preview }) {
  const { t } = host;
  return [
    h("p.rooms-dim", { "data-key": "hint" }, planner.isLineUp ? t("epigo.line-up.hint") : planHint(host, planner)),
    planner.isLineUp ? lineUpPanel(host, planner, turned) : planPanel(host, planner, turn),
    preview !== null && preview.text === planner.text && !planner.isLineUp && h("div.epigo-preview", { "data-key": "preview" },
      h("h3", {}, t("epigo.preview")), h("ol", {}, preview.sentences.map((text) => h("li", {}, text)))),
  ];
}

/**
 * @param {Host} host
 * @param {Planner} planner
 */
function planHint({ t }, planner) {
  if (planner.selected !== null) return t("epigo.hint.direction", { tile: planner.selected });
  if (planner.isComplete) return t("epigo.hint.complete");
  return t("epigo.hint.tile", { slot: planner.orders.length + 1 });
}

/**
 * @param {Host} host
 * @param {Planner} planner
 * @param {boolean} isChanging whether a choice was sent before
 */
export function commitNodes({ t }, planner, isChanging) {
  return [
    h("div.rooms-actions", { "data-key": "commit" },
      button(t(planner.isLineUp ? "epigo.line-up.commit" : "epigo.plan.commit"), "commit", {
        class: "button primary", "aria-disabled": planner.isComplete ? null : "true",
      }),
      isChanging && button(t("epigo.plan.keep"), "keep", { class: "button" })),
    h("form.rooms-typed", { "data-do": "typed", "data-key": "typed" },
      h("label", {}, h("span", {}, t(planner.isLineUp ? "epigo.line-up.type" : "epigo.plan.type")),
        h("input", {
          name: "text", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 20,
          placeholder: planner.isLineUp ? "1357X642" : "3N-7E-1W",
        })),
      h("button.button", { type: "submit" }, t("epigo.type.take"))),
    h("details.epigo-keys", { "data-key": "keys" },
      h("summary", {}, t("epigo.keys")), h("p.rooms-dim", {}, t(planner.isLineUp ? "epigo.line-up.keys" : "epigo.plan.keys"))),
  ];
}

/**
 * A choice that was sent.
 * @param {Host} host
 * @param {Planner} planner
 * @param {{ isSending: boolean, canChange: boolean }} options
 */
export function sentNodes({ t }, planner, { isSending, canChange }) {
  return [
    h("p.epigo-sent", { "data-key": "sent" },
      h("span.epigo-sent-mark", { "aria-hidden": "true" }, "✓"), t(isSending ? "rooms.sending" : "epigo.sent")),
    h("p.epigo-plan-text", { class: `owner-${planner.colour === "w" ? 1 : 2}`, "data-key": "mine" }, planner.text),
    canChange && !isSending && h("div.rooms-actions", { "data-key": "change" },
      button(t("epigo.plan.change"), "change", { class: "button" })),
  ];
}

/**
 * @param {Host} host
 * @param {boolean} canAct
 */
export function replayEnd({ t }, canAct) {
  return h("div.rooms-actions", { "data-key": "end" },
    button(t(canAct ? "epigo.replay.plan" : "epigo.replay.close"), "replay-end", { class: "button primary" }));
}

/**
 * The turns so far, to be replayed.
 * @param {Host} host
 * @param {string[]} line
 * @param {number | null} shown the number of the turn that is replayed
 */
export function historyNode({ t }, line, shown) {
  if (line.length === 0) return null;
  const hasLineUps = line[0].includes("X");
  const turns = hasLineUps ? line.length - 1 : line.length;
  return h("details.epigo-history", { "data-key": "history" },
    h("summary", {}, turns === 0 ? t("epigo.line-ups") : t("epigo.history", { n: turns })),
    h("ol", {}, line.map((move, i) => h("li", {}, h("button.epigo-step", {
      type: "button", "data-do": "load", "data-arg": i, "aria-current": shown === i + 1 ? "true" : null,
    }, h("span.rooms-dim", {}, move.includes("X") ? t("epigo.line-ups") : t("epigo.turn", { n: hasLineUps ? i : i + 1 })), " ", move)))));
}

// The panel of a replay.

import { icon } from "../dom.js";
import { t } from "../i18n.js";
import { button, h } from "../rooms/dom.js";
import { turnNumber } from "./model.js";
import { turnName } from "./words.js";

/** @typedef {import("./replay.js").Replay} Replay */

/**
 * The panel of a replay.
 * @param {Replay} turn
 * @param {string | null} start of the game
 * @returns {Node[]}
 */
export function replayPanel(turn, start) {
  /** @type {Map<number, { text: string, index: number }[]>} */
  const slots = new Map();
  turn.steps.forEach((step, i) => {
    const list = slots.get(step.slot) ?? [];
    slots.set(step.slot, [...list, { text: turn.sentences[i], index: i + 1 }]);
  });
  const [white, black] = turn.move.split("/");
  return [
    h("h2", { "data-key": "heading" }, turnName(turnNumber(start, turn.n - 1))),
    h("p.epigo-both", {},
      h("span.epigo-plan-text", { class: "owner-1" }, h("span.quiet", {}, t("side.white")), " ", white),
      h("span.epigo-plan-text", { class: "owner-2" }, h("span.quiet", {}, t("side.black")), " ", black ?? "")),
    h("div.epigo-controls", { role: "group", "aria-label": t("epigo.replay") },
      control("first", "replay-first", t("epigo.replay.first"), turn.index === 0),
      control("previous", "replay-back", t("epigo.replay.back"), turn.index === 0),
      turn.isPlaying ? control("pause", "replay-pause", t("epigo.replay.pause")) : control("play", "replay-play", t("epigo.replay.play")),
      control("next", "replay-step", t("epigo.replay.step"), turn.isOver),
      control("last", "replay-last", t("epigo.replay.last"), turn.isOver)),
    h("ol.epigo-steps", {}, [...slots].map(([slot, list]) =>
      h("li.epigo-step-slot", { "data-key": `slot-${slot}` },
        slot > 0 && h("span.epigo-slot-number", { title: t("epigo.slot", { slot }) }, slot),
        h("ul", {}, list.map(({ text, index }) =>
          h("li", {}, h("button.epigo-step", {
            type: "button", "data-do": "replay-to", "data-arg": index,
            "aria-current": index === turn.index ? "step" : null,
            class: index > turn.index ? "is-ahead" : "",
          }, text))))))),
  ];
}

/**
 * @param {string} name of the icon
 * @param {string} action
 * @param {string} label
 * @param {boolean} [disabled]
 */
function control(name, action, label, disabled = false) {
  const isMain = name === "play" || name === "pause";
  return h("button", { type: "button", "data-do": action, "aria-label": label, title: label, disabled, class: isMain ? "is-main" : "" }, icon(name));
}

/**
 * @param {boolean} canAct
 */
export function replayEnd(canAct) {
  return h("div.row", { "data-key": "end" },
    button(t(canAct ? "epigo.replay.plan" : "epigo.replay.close"), "replay-end", { class: "button primary" }));
}

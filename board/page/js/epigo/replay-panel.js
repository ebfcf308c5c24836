// The panel of a replay.

import { button, el, icon } from "../dom.js";
import { t } from "../i18n.js";
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
    el("h2", { "data-key": "heading" }, turnName(turnNumber(start, turn.n - 1))),
    el("p.epigo-both", {},
      el("span.epigo-plan-text", { class: "owner-1" }, el("span.quiet", {}, t("side.white")), " ", white),
      el("span.epigo-plan-text", { class: "owner-2" }, el("span.quiet", {}, t("side.black")), " ", black ?? "")),
    el("div.epigo-controls", { role: "group", "aria-label": t("epigo.replay") },
      control("first", "replay-first", t("epigo.replay.first"), turn.index === 0),
      control("previous", "replay-back", t("epigo.replay.back"), turn.index === 0),
      turn.isPlaying ? control("pause", "replay-pause", t("epigo.replay.pause")) : control("play", "replay-play", t("epigo.replay.play")),
      control("next", "replay-step", t("epigo.replay.step"), turn.isOver),
      control("last", "replay-last", t("epigo.replay.last"), turn.isOver)),
    el("ol.epigo-steps", {}, [...slots].map(([slot, list]) =>
      el("li.epigo-step-slot", { "data-key": `slot-${slot}` },
        slot > 0 && el("span.epigo-slot-number", { title: t("epigo.slot", { slot }) }, slot),
        el("ul", {}, list.map(({ text, index }) =>
          el("li", {}, el("button.epigo-step", {
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
  return el("button", { type: "button", "data-do": action, "aria-label": label, title: label, disabled, class: isMain ? "is-main" : "" }, icon(name));
}

/**
 * @param {boolean} canAct
 */
export function replayEnd(canAct) {
  return el("div.row", { "data-key": "end" },
    button(t(canAct ? "epigo.replay.plan" : "epigo.replay.close"), "replay-end", { class: "primary" }));
}

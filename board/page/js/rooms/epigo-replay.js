/**
 * The replay of a turn: its steps one by one on the board, and as a list of sentences.
 * @module
 */

import { icon } from "../dom.js";
import { h } from "./dom.js";
import { tileName } from "./epigo-board.js";
import { applyStep, lineUpTiles, parseSteps, replay } from "./epigo-model.js";

/** @typedef {import("./epigo-model.js").Step} Step */
/** @typedef {import("./epigo-model.js").Tiles} Tiles */
/** @typedef {import("./epigo-board.js").EpigoBoard} EpigoBoard */
/** @typedef {import("./types.js").Host} Host */

/** Milliseconds of a step, and of the pause after it. */
const STEP_DURATION = 650;
const STEP_PAUSE = 350;

export class Replay {
  index = 0;
  isPlaying = false;
  #run = 0;

  /**
   * @param {Host} host
   * @param {EpigoBoard} board
   * @param {{ n: number, move: string, start: Tiles, effects: string[] }} turn
   * @param {() => void} changed called after each step and at the end
   */
  constructor(host, board, turn, changed) {
    this.host = host;
    this.board = board;
    this.n = turn.n;
    this.move = turn.move;
    this.changed = changed;
    this.steps = parseSteps(turn.effects);
    const start = this.steps[0]?.kind === "setup" ? lineUps(turn.move) : turn.start;
    this.positions = replay(start, this.steps);
    if (this.steps[0]?.kind === "setup") {
      this.positions[1] = new Map([...start].filter(([tile]) => tile[1] !== "X"));
    }
  }

  get isOver() {
    return this.index >= this.steps.length;
  }

  /** The sentences of all steps. */
  get sentences() {
    return this.steps.map((step) => sentence(this.host, step));
  }

  /** Shows the position after a number of steps. @param {number} index */
  jump(index) {
    this.#run += 1;
    this.isPlaying = false;
    this.index = Math.max(0, Math.min(index, this.steps.length));
    this.#show();
    this.changed();
  }

  #show() {
    const step = this.steps[this.index - 1];
    const marked = step === undefined ? [] : [step.from, step.to].filter((key) => key.length === 2);
    this.board.show({ tiles: this.positions[this.index], marked });
  }

  /** Plays the next step, with motion if the page has it. */
  async step() {
    const run = ++this.#run;
    this.isPlaying = false;
    await this.#advance(run);
  }

  /** Plays on to the end. */
  async play() {
    const run = ++this.#run;
    if (this.isOver) this.index = 0;
    this.isPlaying = true;
    this.#show();
    this.changed();
    while (run === this.#run && !this.isOver) {
      await this.#advance(run);
      await pause(STEP_PAUSE);
    }
    if (run !== this.#run) return;
    this.isPlaying = false;
    this.changed();
  }

  /** Stops where it is. */
  pause() {
    this.jump(this.index);
  }

  /** Ends the replay without another look at the board. */
  stop() {
    this.#run += 1;
    this.isPlaying = false;
  }

  /** @param {number} run */
  async #advance(run) {
    const step = this.steps[this.index];
    if (step === undefined) return;
    this.board.show({ tiles: this.positions[this.index] });
    if (this.host.animations()) {
      await this.board.play(step, applyStep(this.positions[this.index], step), STEP_DURATION);
    }
    if (run !== this.#run) return;
    this.index += 1;
    this.#show();
    this.host.sound(step.captured.length > 0 ? "capture" : "move");
    this.changed();
  }
}

/** @param {number} duration */
function pause(duration) {
  return new Promise((resolve) => setTimeout(resolve, duration));
}

/**
 * @param {string} move both line-ups, White's first
 * @returns {Tiles}
 */
function lineUps(move) {
  const [white, black] = move.split("/");
  return new Map([...lineUpTiles(white, "w"), ...lineUpTiles(black ?? "", "b")]);
}

/**
 * A step in words.
 * @param {Host} host
 * @param {Step} step
 * @returns {string}
 */
export function sentence(host, step) {
  const { t } = host;
  const values = {
    tile: step.tile.length === 2 ? tileName(host, step.tile) : step.tile,
    from: step.from, to: step.to, count: step.count,
    row: step.pushed.map((tile) => tileName(host, tile)).join(", "),
    direction: step.direction === "" ? "" : t(`epigo.direction.${step.direction}`),
  };
  const captures = step.captured.map((tile) => t("epigo.event.capture", { tile: tileName(host, tile) }));
  return [t(`epigo.event.${step.kind}`, values), ...captures].join(" ");
}

/**
 * The panel of a replay.
 * @param {Replay} turn
 * @returns {Node[]}
 */
export function replayPanel(turn) {
  const { t } = turn.host;
  /** @type {Map<number, { text: string, index: number }[]>} */
  const slots = new Map();
  turn.steps.forEach((step, i) => {
    const list = slots.get(step.slot) ?? [];
    slots.set(step.slot, [...list, { text: turn.sentences[i], index: i + 1 }]);
  });
  const [white, black] = turn.move.split("/");
  const heading = turn.steps[0]?.kind === "setup" ? t("epigo.replay.line-up") : t("epigo.replay.turn", { n: turn.n - 1 });
  return [
    h("h2", { "data-key": "heading" }, heading),
    h("p.epigo-both", {},
      h("span.epigo-plan-text", { class: "owner-1" }, h("span.rooms-dim", {}, t("epigo.white")), " ", white),
      h("span.epigo-plan-text", { class: "owner-2" }, h("span.rooms-dim", {}, t("epigo.black")), " ", black ?? "")),
    h("div.rooms-player", { role: "group", "aria-label": t("epigo.replay") },
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

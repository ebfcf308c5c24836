// The replay of a turn: its steps one by one on the board, and as a list of sentences.

import { isAnimated } from "../settings.js";
import { play as sound } from "../sound.js";
import { applyStep, lineUpTiles, parseSteps, replay } from "./model.js";
import { sentence } from "./words.js";

/** @typedef {import("./model.js").Tiles} Tiles */
/** @typedef {import("./board.js").EpigoBoard} EpigoBoard */

/** Milliseconds of a step, and of the pause after it. */
const STEP_DURATION = 650;
const STEP_PAUSE = 350;

export class Replay {
  index = 0;
  isPlaying = false;
  #run = 0;

  /**
   * @param {EpigoBoard} board
   * @param {import("./lines.js").Turn & { start: Tiles }} turn
   * @param {() => void} changed called after each step and at the end
   */
  constructor(board, turn, changed) {
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
    return this.steps.map(sentence);
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
    if (isAnimated()) {
      await this.board.play(step, applyStep(this.positions[this.index], step), STEP_DURATION);
    }
    if (run !== this.#run) return;
    this.index += 1;
    this.#show();
    sound(step.captured.length > 0 ? "capture" : "move");
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

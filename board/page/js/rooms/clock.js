/**
 * Clocks of a table that run between two views.
 * @module
 */

/** @typedef {import("./types.js").Clock} Clock */

/** Keeps the time of a view. */
export class Clocks {
  #received = 0;
  /** @type {Clock | null} */
  #clock = null;

  /** @param {Clock | null} clock */
  set(clock) {
    this.#clock = clock;
    this.#received = performance.now();
  }

  get isRunning() {
    return this.#clock !== null && this.#clock.running.length > 0;
  }

  /** Whether the clock of a seat runs. @param {number} seat */
  runs(seat) {
    return this.#clock?.running.includes(seat) === true;
  }

  /**
   * Milliseconds that a seat has left now.
   * @param {number} seat
   * @returns {number | null}
   */
  left(seat) {
    const left = this.#clock?.left[seat - 1];
    if (left === undefined) return null;
    return Math.max(0, this.runs(seat) ? left - (performance.now() - this.#received) : left);
  }
}

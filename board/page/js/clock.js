// The clocks of two players.

export class Clock {
  /** @type {[number, number]} milliseconds */
  left;
  /** The player whose clock runs; 0 stops both. */
  running = 0;
  #since = 0;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer;

  /** @param {number} minutes @param {number} seconds of the increment @param {() => void} onTick @param {(player: number) => void} onFlag */
  constructor(minutes, seconds, onTick, onFlag) {
    this.left = [minutes * 60_000, minutes * 60_000];
    this.increment = seconds * 1000;
    this.onTick = onTick;
    this.onFlag = onFlag;
  }

  /** The time of a player now. @param {number} player */
  of(player) {
    const left = this.left[player === 1 ? 0 : 1];
    return Math.max(0, player === this.running ? left - (performance.now() - this.#since) : left);
  }

  /** Ends the turn of a player, and begins that of the next; 0 stops. @param {number} next @param {boolean} [moved] whether the player has moved and gets the increment */
  turn(next, moved = false) {
    const player = this.running;
    if (player !== 0) {
      this.left[player === 1 ? 0 : 1] = this.of(player) + (moved ? this.increment : 0);
    }
    this.running = next;
    this.#since = performance.now();
    clearInterval(this.#timer);
    if (next !== 0) this.#timer = setInterval(() => this.#tick(), 100);
  }

  #tick() {
    const player = this.running;
    this.onTick();
    if (player === 0 || this.of(player) > 0) return;
    this.turn(0);
    this.onFlag(player);
  }

  /** The words of `go` about the clocks. */
  limits() {
    const [first, second] = [1, 2].map((player) => Math.round(this.of(player)));
    return `p1time ${first} p2time ${second} p1inc ${this.increment} p2inc ${this.increment}`;
  }
}

/** Milliseconds below which tenths are shown. */
const TENTHS_BELOW = 20_000;

/** @param {number} milliseconds */
export function clockText(milliseconds) {
  const tenths = Math.floor(milliseconds / 100);
  const seconds = Math.floor(milliseconds / 1000);
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  if (milliseconds < TENTHS_BELOW) return `0:${two(seconds)}.${tenths % 10}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`;
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

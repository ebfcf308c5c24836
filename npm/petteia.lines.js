// Lines of the protocol: what a command is, the words of limits, and the numbers of a result.

/** A line that begins a search or another job, whose answer takes a while. */
export const JOB = /^\s*(go|perft|divide|bench|check)\b/i;
export const SEARCH = /^\s*go\b(?!\s+perft\b)/i;
const SETS_POSITION = /^\s*(position|restore|ucinewgame|uginewgame)\b/i;
const SETS_FROM_CURRENT = /^\s*position\s+current\b/i;
const CHANGES_POSITION = /^\s*((undo|commit|seat|tokens)\b|moves\s+(?!seat\b)\S)/i;
const HANDSHAKE = /^\s*(uci|ugi)\s*$/i;
const OPTION = /^\s*setoption\s+name\s+(.*?)\s*(\s+value\b.*)?$/i;
const IS_VARIANT = /^(uci_variant|game)$/i;

/** The lines that bring a new engine to where another one is: dialect, options, position. */
export class History {
  #handshake = [];
  #options = new Map();
  #position = [];

  /** Whether a line is one of those that are kept. */
  static keeps(line) {
    return [HANDSHAKE, OPTION, SETS_POSITION, CHANGES_POSITION].some((kind) => kind.test(line));
  }

  /** Keeps what a new engine needs of a line. */
  add(line) {
    const option = OPTION.exec(line);
    if (option) {
      const name = IS_VARIANT.test(option[1]) ? "uci_variant" : option[1].toLowerCase();
      if (name === "uci_variant") this.#position = [];
      this.#options.delete(name);
      this.#options.set(name, line);
    } else if (SETS_POSITION.test(line) && !SETS_FROM_CURRENT.test(line)) {
      this.#position = [line];
    } else if (SETS_FROM_CURRENT.test(line) || CHANGES_POSITION.test(line)) {
      this.#position.push(line);
    } else if (HANDSHAKE.test(line)) {
      this.#handshake = [line];
    }
  }

  /** The lines, in the order in which they are to be sent. */
  lines() {
    return [...this.#handshake, ...this.#options.values(), ...this.#position];
  }
}

/** The words of `go` for limits such as `{ depth: 8, searchmoves: ["c3"] }`. */
export const goWords = (limits) =>
  Object.entries(limits)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name : `${name} ${Array.isArray(value) ? value.join(" ") : value}`));

export const bestOf = (line) => {
  const [, move, , ponder] = line.split(" ");
  return { move: move === "(none)" ? null : move, ponder: ponder ?? null };
};

/** The answer to a job that has been stopped without one: the best move of its last `info` line. */
export const stoppedAnswer = (line, info) => {
  const [word] = line.trim().toLowerCase().split(/\s+/);
  if (!SEARCH.test(line)) return `info string error aborted: ${word === "go" ? "divide" : word} stopped`;
  return `bestmove ${/ pv (\S+)/.exec(info)?.[1] ?? "(none)"}`;
};

/** Reads an `info` line with a score: `{ depth, multipv, cp | mate, nodes, nps, time, pv, ... }`. */
export const parseInfo = (line) => {
  const words = line.split(" ");
  if (words[0] !== "info" || words[1] === "string") return null;
  const info = {};
  for (let i = 1; i < words.length; i += 1) {
    const word = words[i];
    if (word === "pv") {
      info.pv = words.slice(i + 1);
      break;
    }
    if (word === "score") continue;
    if (word === "lowerbound" || word === "upperbound") info.bound = word;
    else if (word === "wdl") [info.wdl, i] = [words.slice(i + 1, i + 4).map(Number), i + 3];
    else info[word] = Number(words[(i += 1)]);
  }
  return info;
};

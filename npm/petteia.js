// The class Petteia: a worker with the engine, its state and its searches.

/** A line that begins a search or another job, whose answer takes a while. */
const JOB = /^\s*(go|perft|divide|bench|check)\b/i;
const SEARCH = /^\s*go\b(?!\s+perft\b)/i;
/** A line that changes the position. */
const CHANGES_POSITION = /^\s*(play|undo|commit|moves)\b/i;
const SETS_POSITION = /^\s*(position|ucinewgame|uginewgame)\b/i;
const HANDSHAKE = /^\s*(uci|ugi)\s*$/i;
const OPTION = /^\s*setoption\s+name\s+(.*?)\s*(\s+value\b.*)?$/i;
const IS_VARIANT = /^(uci_variant|game)$/i;
/** Milliseconds that a worker without signals has to end a search by itself before it is replaced. */
const PATIENCE = 15;

/** A worker of this place of the page or program. */
const newWorker = async (url, onMessage, onError) => {
  if (typeof Worker === "function") {
    const worker = new Worker(url);
    worker.onmessage = (event) => onMessage(event.data);
    worker.onerror = (event) => onError(new Error(event.message ?? `no worker at ${url}`));
    return worker;
  }
  const threads = await import(/* webpackIgnore: true */ /* @vite-ignore */ "node:worker_threads");
  const worker = new threads.Worker(url);
  worker.on("message", onMessage);
  worker.on("error", onError);
  return worker;
};

/** One search: its lines as they come, its result, and how to end it. */
class Search {
  #end;
  #stop;
  #lines = [];
  #isOver = false;
  #wake = () => {};

  constructor(limits, stop) {
    this.limits = limits;
    this.#stop = stop;
    this.best = new Promise((resolve) => (this.#end = resolve));
    this.lines = this.#read();
  }

  /** Ends the search, which then has its result. */
  stop() {
    if (!this.#isOver) this.#stop(this);
  }

  async *#read() {
    for (let at = 0; ; at += 1) {
      while (at >= this.#lines.length) {
        if (this.#isOver) return;
        await new Promise((resolve) => (this.#wake = resolve));
      }
      yield this.#lines[at];
    }
  }

  /** @internal */
  add(line) {
    this.#lines.push(line);
    this.#wake();
  }

  /** @internal */
  finish(result) {
    this.#isOver = true;
    this.#end(result);
    this.#wake();
  }
}

/** The words of `go` for limits such as `{ depth: 8, searchmoves: ["c3"] }`. */
const goWords = (limits) =>
  Object.entries(limits)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => (value === true ? name : `${name} ${Array.isArray(value) ? value.join(" ") : value}`));

const bestOf = (line) => {
  const [, move, , ponder] = line.split(" ");
  return { move: move === "(none)" ? null : move, ponder: ponder ?? null };
};

export class Petteia {
  #url;
  #base;
  #rules;
  #worker = null;
  /** Two numbers: a stop and a ponder hit hold for all messages up to these. */
  #cell = null;
  #ways = "none";
  #isReady = false;
  #error = null;
  #number = 0;
  /** Messages without an answer yet, by number. */
  #open = new Map();
  /** Output of the message that is being carried out. */
  #output = [];
  #lastLine = "";
  #askers = new Map();
  #conversions = new Map();
  #silentUntil = 0;
  #search = null;
  #waiting = null;
  #timer = null;
  // What a new worker is told to be where this one is.
  #handshake = null;
  #options = new Map();
  #position = [];
  #onLeave = () => this.stop();

  constructor({ url, base, rules = false, onLine = () => {}, onState = () => {} } = {}) {
    this.#url = url ?? new URL("petteia.worker.js", import.meta.url);
    this.#base = base ?? new URL(".", new URL(this.#url, globalThis.location?.href));
    this.#rules = rules;
    this.onLine = onLine;
    this.onState = onState;
    this.progress = null;
    this.state = "loading";
    globalThis.addEventListener?.("pagehide", this.#onLeave);
    void this.#start();
  }

  /** Why the engine has failed. */
  get error() {
    return this.#error;
  }

  /** How a search is stopped: by a shared flag, by a message, or by another worker. */
  get stops() {
    return this.#ways;
  }

  async #start() {
    const isShared = typeof SharedArrayBuffer === "function" && (globalThis.crossOriginIsolated ?? true);
    const buffer = isShared ? new SharedArrayBuffer(8) : null;
    this.#cell = buffer && new Int32Array(buffer);
    this.#number = 0;
    const early = [];
    const starting = { postMessage: (message) => early.push(message), terminate: () => {} };
    this.#worker = starting;
    const isCurrent = () => this.#worker === starting || this.#worker === worker;
    const worker = await newWorker(
      this.#url,
      (message) => isCurrent() && this.#receive(message),
      (error) => isCurrent() && this.#fail(error.message),
    );
    if (!isCurrent()) {
      worker.terminate();
      return;
    }
    this.#worker = worker;
    worker.postMessage({ setup: { rules: this.#rules, cell: buffer, base: String(this.#base) } });
    for (const message of early) worker.postMessage(message);
  }

  #setState() {
    const isSearching = [...this.#open.values()].some((line) => JOB.test(line));
    const state = this.#error ? "failed" : !this.#isReady ? "loading" : isSearching ? "searching" : "idle";
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }

  /** Sends a line of the protocol. */
  send(line) {
    this.#remember(line);
    if (/^\s*stop\s*$/i.test(line)) this.stop();
    else if (/^\s*quit\s*$/i.test(line)) this.quit();
    else if (/^\s*ponderhit\s*$/i.test(line)) this.#post(line, 1);
    else if (/^\s*isready\s*$/i.test(line) && this.state === "searching") this.onLine("readyok");
    else this.#post(line);
  }

  #post(line, signal) {
    this.#number += 1;
    this.#open.set(this.#number, line);
    if (signal !== undefined && this.#cell) {
      Atomics.store(this.#cell, signal, this.#number);
      Atomics.notify(this.#cell, 0);
    }
    this.#worker.postMessage(line);
    this.#setState();
    return this.#number;
  }

  /** Keeps a line that a new worker needs. */
  #remember(line) {
    const option = OPTION.exec(line);
    if (option) {
      const name = IS_VARIANT.test(option[1]) ? "uci_variant" : option[1].toLowerCase();
      if (name === "uci_variant") this.#position = [];
      this.#options.delete(name);
      this.#options.set(name, line);
    } else if (SETS_POSITION.test(line)) {
      const isCurrent = /^\s*position\s+current\b/i.test(line);
      this.#position = isCurrent ? [...this.#position, line] : [line];
    } else if (CHANGES_POSITION.test(line)) {
      this.#position.push(line);
    } else if (HANDSHAKE.test(line)) {
      this.#handshake = line;
    }
  }

  /** Sends a line and resolves with the lines that answer it. */
  ask(line) {
    this.#remember(line);
    const number = this.#post(line);
    return new Promise((resolve) => this.#askers.set(number, resolve));
  }

  /**
   * Starts a search; one that is running is stopped first. At most one search waits, a newer one replaces it.
   * Limits are the words of `go`; `position` is sent before it.
   */
  search(limits = {}) {
    const search = new Search(limits, (asked) => this.#stopSearch(asked));
    if (!this.#search) {
      this.#begin(search);
      return search;
    }
    this.#waiting?.finish({ move: null, ponder: null, isCancelled: true });
    this.#waiting = search;
    this.stop();
    return search;
  }

  #begin(search) {
    this.#search = search;
    const { position, ...limits } = search.limits;
    if (position !== undefined) this.send(`position ${position}`);
    this.send(["go", ...goWords(limits)].join(" "));
  }

  #stopSearch(search) {
    if (search === this.#search) this.stop();
    if (search === this.#waiting) {
      this.#waiting = null;
      search.finish({ move: null, ponder: null, isCancelled: true });
    }
  }

  /** Ends the running search or count, and those that have been sent. */
  stop() {
    if (![...this.#open.values()].some((line) => JOB.test(line))) return;
    this.#post("stop", 0);
    if (this.#isReady && this.#ways === "none") this.#replaceSoon();
  }

  /** Replaces the worker unless it ends its job by itself, as it may before it has found any move. */
  #replaceSoon(patience = PATIENCE) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const job = [...this.#open.values()].find((line) => JOB.test(line));
      const hasMove = !job || !SEARCH.test(job) || this.#lastLine !== "";
      if (job && hasMove) this.#replace();
      else if (job) this.#replaceSoon();
    }, patience);
  }

  /** Ends the worker and starts another with the same options and position. */
  #replace() {
    const open = [...this.#open.values()];
    const lastStop = open.lastIndexOf("stop");
    const lastLine = this.#lastLine;
    this.#restart();
    open.forEach((line, i) => {
      if (i < lastStop && JOB.test(line)) this.#answerStopped(line, lastLine);
      else if (line !== "stop" && !OPTION.test(line) && !SETS_POSITION.test(line) && !CHANGES_POSITION.test(line)) {
        this.#post(line);
      }
    });
    this.#setState();
  }

  /** Answers for a job whose worker is gone. */
  #answerStopped(line, lastLine) {
    if (!SEARCH.test(line)) {
      this.#receiveLine(`info string error aborted: ${line.trim().split(/\s+/)[0].toLowerCase()} stopped`);
      return;
    }
    const pv = / pv (\S+)/.exec(lastLine);
    this.#receiveLine(`bestmove ${pv?.[1] ?? "(none)"}`);
  }

  #restart() {
    this.#worker?.terminate();
    this.#isReady = false;
    this.#error = null;
    this.#open.clear();
    this.#output = [];
    for (const resolve of this.#askers.values()) resolve([]);
    this.#askers.clear();
    void this.#start();
    const lines = [this.#handshake, ...this.#options.values(), ...this.#position].filter((line) => line !== null);
    for (const line of lines) this.#silentUntil = this.#post(line);
    this.#setState();
  }

  /** After a failure: loads the engine again, with the same options and position. */
  retry() {
    this.#endSearches();
    this.#restart();
  }

  /** Reads or writes games: `{ game, from, to, text }`, with names of `petteia convert`. */
  convert(request) {
    const id = `convert ${crypto.randomUUID()}`;
    const promise = new Promise((resolve, reject) => this.#conversions.set(id, { resolve, reject }));
    this.#worker.postMessage({ id, convert: request });
    return promise;
  }

  /** Ends the engine at once. */
  quit() {
    globalThis.removeEventListener?.("pagehide", this.#onLeave);
    clearTimeout(this.#timer);
    this.#worker?.terminate();
    this.#worker = { postMessage: () => {}, terminate: () => {} };
    this.#endSearches();
    this.#open.clear();
    this.#setState();
  }

  #endSearches() {
    const nothing = { move: null, ponder: null, isCancelled: true };
    this.#waiting?.finish(nothing);
    this.#search?.finish(nothing);
    [this.#search, this.#waiting] = [null, null];
    for (const { reject } of this.#conversions.values()) reject(new Error("the engine has ended"));
    this.#conversions.clear();
  }

  #fail(why) {
    this.#error = why;
    this.#endSearches();
    this.#open.clear();
    this.#setState();
  }

  #receive(message) {
    if (typeof message === "string") {
      this.#receiveLine(message);
    } else if (message.done !== undefined) {
      this.#open.delete(message.done);
      if (message.line) {
        this.onLine(message.line);
        this.#askers.get(message.done)?.([message.line]);
      } else {
        this.#askers.get(message.done)?.(this.#output);
        this.#output = [];
        this.#lastLine = "";
      }
      this.#askers.delete(message.done);
      this.#setState();
    } else if (message.id !== undefined) {
      const conversion = this.#conversions.get(message.id);
      this.#conversions.delete(message.id);
      if (message.error === undefined) {
        const { text, bytes, notes } = message;
        conversion?.resolve({ text, bytes, notes });
      } else {
        conversion?.reject(new Error(message.error));
      }
    } else if (message.state === "loading") {
      this.progress = { file: message.file, loaded: message.loaded, total: message.total };
      this.onState("loading");
    } else if (message.state === "ready") {
      this.#isReady = true;
      this.progress = null;
      this.#ways = message.stops ?? this.#ways;
      this.#setState();
      if (this.#ways === "none" && [...this.#open.values()].includes("stop")) this.#replaceSoon();
    } else if (message.state === "failed") {
      this.#fail(message.error);
    }
  }

  #receiveLine(line) {
    if (this.#isSilent()) return;
    this.#output.push(line);
    if (line.startsWith("info depth")) this.#lastLine = line;
    this.onLine(line);
    if (!this.#search) return;
    if (!line.startsWith("bestmove")) {
      this.#search.add(line);
      return;
    }
    const [done, next] = [this.#search, this.#waiting];
    [this.#search, this.#waiting] = [null, null];
    done.finish(bestOf(line));
    if (next) this.#begin(next);
  }

  /** Whether the line repeats what the worker before has answered. */
  #isSilent() {
    return this.#silentUntil > 0 && [...this.#open.keys()][0] <= this.#silentUntil;
  }
}

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

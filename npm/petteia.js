// The class Petteia: a worker with the engine, its state and its searches.
import { bestOf, goWords, History, JOB, SEARCH, stoppedAnswer } from "./petteia.lines.js";

export { parseInfo } from "./petteia.lines.js";

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

export class Petteia {
  #url;
  #base;
  #rules;
  #worker = null;
  /** The compiled engine, which another worker need not load again. */
  #module = undefined;
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
  /** Number of `isready` that wait for the engine to load. */
  #questions = 0;
  #silentUntil = 0;
  #search = null;
  #waiting = null;
  #timer = null;
  /** What a new worker is told to be where this one is. */
  #history = new History();
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
    const setup = { rules: this.#rules, cell: buffer, base: String(this.#base), module: this.#module };
    worker.postMessage({ setup });
    for (const message of early) worker.postMessage(message);
  }

  #setState() {
    const state = this.#error ? "failed" : !this.#isReady ? "loading" : this.#hasJob() ? "searching" : "idle";
    if (state === this.state) return;
    this.state = state;
    this.onState(state);
  }

  /** Sends a line of the protocol. */
  send(line) {
    this.#history.add(line);
    if (/^\s*stop\s*$/i.test(line)) this.stop();
    else if (/^\s*quit\s*$/i.test(line)) this.quit();
    else if (/^\s*ponderhit\s*$/i.test(line)) this.#ponderHit(line);
    else if (/^\s*isready\s*$/i.test(line) && this.#hasJob()) this.#sayReady();
    else this.#post(line);
  }

  #hasJob() {
    return [...this.#open.values()].some((line) => JOB.test(line));
  }

  /** Answers a question during a job, which the worker would read only after it. */
  #sayReady() {
    if (this.#isReady) this.onLine("readyok");
    else this.#questions += 1;
  }

  #ponderHit(line) {
    this.#post(line, 1);
    if (this.#isReady && this.#ways === "none" && this.state === "searching") this.#hitByReplacing();
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

  /** Sends a line and resolves with the lines that answer it. */
  ask(line) {
    this.#history.add(line);
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
    if (!this.#hasJob()) return;
    this.#post("stop", 0);
    if (this.#isReady && this.#ways === "none") this.#replaceSoon();
  }

  /** Replaces the worker unless it ends its job by itself, as it may before it has found any move. */
  #replaceSoon(patience = PATIENCE) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const job = [...this.#open.values()].find((line) => JOB.test(line));
      const hasMove = !job || !SEARCH.test(job) || this.#lastLine !== "";
      if (job && hasMove) this.#stopByReplacing();
      else if (job) this.#replaceSoon();
    }, patience);
  }

  /** Ends the job and those that have been sent, with another worker. */
  #stopByReplacing() {
    const stops = [...this.#open].filter(([, line]) => line === "stop").map(([number]) => number);
    const [lastStop, lastLine] = [Math.max(...stops), this.#lastLine];
    this.#replace((number, line) => {
      if (number < lastStop && JOB.test(line)) return { answer: stoppedAnswer(line, lastLine) };
      return line === "stop" ? {} : { again: line };
    });
  }

  /** Starts a search that ponders anew as an ordinary one, with another worker. */
  #hitByReplacing() {
    this.#replace((_, line) => (/^\s*ponderhit\s*$/i.test(line) ? {} : { again: line.replace(/\s+ponder\b/i, "") }));
  }

  /**
   * Ends the worker and starts another with the same options and position. `change` says for each line without an
   * answer what its answer is, or what is sent again.
   */
  #replace(change) {
    const [open, askers] = [[...this.#open], new Map(this.#askers)];
    this.#askers.clear();
    this.#restart();
    for (const [number, line] of open) {
      const { answer, again } = History.keeps(line) ? {} : change(number, line);
      if (answer !== undefined) this.#emit(answer);
      const resolve = askers.get(number);
      if (again === undefined) {
        resolve?.(answer === undefined ? [] : [answer]);
      } else {
        const sent = this.#post(again);
        if (resolve) this.#askers.set(sent, resolve);
      }
    }
    this.#setState();
  }

  #restart() {
    this.#worker?.terminate();
    this.#isReady = false;
    this.#error = null;
    this.#open.clear();
    this.#output = [];
    this.#lastLine = "";
    for (const resolve of this.#askers.values()) resolve([]);
    this.#askers.clear();
    this.#silentUntil = 0;
    void this.#start();
    for (const line of this.#history.lines()) this.#silentUntil = this.#post(line);
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
      this.#module = message.module ?? this.#module;
      this.#setState();
      for (; this.#questions > 0; this.#questions -= 1) this.onLine("readyok");
      if (this.#ways === "none" && [...this.#open.values()].includes("stop")) this.#replaceSoon();
    } else if (message.state === "failed") {
      this.#fail(message.error);
    }
  }

  #receiveLine(line) {
    if (this.#isSilent()) return;
    this.#output.push(line);
    this.#emit(line);
  }

  #emit(line) {
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

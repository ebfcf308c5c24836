// Questions and searches over a pipe of lines.

import { parseInfo } from "./scores.js";

/** @typedef {import("./lines.js").Pipe} Pipe */
/** @typedef {import("./scores.js").Info} Info */

/** An error line of the engine. */
export class EngineError extends Error {
  /** @param {string} code @param {string} text */
  constructor(code, text) {
    super(text);
    this.code = code;
  }
}

/** The error that a line reports, if it does. @param {string} line @returns {EngineError | null} */
export function errorOf(line) {
  const match = /^info string error ([\w-]+): (.*)$/.exec(line);
  return match ? new EngineError(match[1] ?? "", match[2] ?? "") : null;
}

/**
 * @typedef {object} Question
 * @property {string[]} lines
 * @property {string[]} answer
 * @property {boolean} sent
 * @property {(answer: string[]) => void} resolve
 * @property {(error: Error) => void} reject
 */

/** Asks for answers that come at once. Every question ends with `isready`, so its answer ends with `readyok`. */
export class RulesClient {
  /** @type {Question[]} */
  #questions = [];
  /** @type {(state: import("./lines.js").PipeState, text: string) => void} */
  onState = () => {};

  /** @param {Pipe} pipe */
  constructor(pipe) {
    this.pipe = pipe;
    pipe.onLine = (line) => this.#line(line);
    pipe.onState = (state, text) => this.#changed(state, text);
    this.#send();
  }

  /**
   * Sends lines and resolves to the lines of the answer. It rejects with the first error line among them.
   * Lines are sent again after a lost connection, so they have to set the position themselves.
   * @param {string[]} lines
   * @returns {Promise<string[]>}
   */
  ask(lines) {
    return new Promise((resolve, reject) => {
      this.#questions.push({ lines, answer: [], sent: false, resolve, reject });
      this.#send();
    });
  }

  #send() {
    if (this.pipe.state !== "ready") return;
    for (const question of this.#questions) {
      if (question.sent) continue;
      question.sent = true;
      this.pipe.send([...question.lines, "isready"].join("\n"));
    }
  }

  /** @param {string} line */
  #line(line) {
    const question = this.#questions[0];
    if (!question?.sent) return;
    if (line !== "readyok") {
      question.answer.push(line);
      return;
    }
    this.#questions.shift();
    const error = question.answer.map(errorOf).find((found) => found !== null);
    if (error) question.reject(error);
    else question.resolve(question.answer);
  }

  /** @param {import("./lines.js").PipeState} state @param {string} text */
  #changed(state, text) {
    if (state !== "ready") {
      for (const question of this.#questions) {
        question.sent = false;
        question.answer = [];
      }
    }
    this.#send();
    this.onState(state, text);
  }

  close() {
    this.pipe.close();
    for (const question of this.#questions.splice(0)) question.reject(new EngineError("closed", "the connection is closed"));
  }
}

/**
 * @typedef {object} SearchRequest
 * @property {string[]} setup options and the position
 * @property {string} go the limits, such as `nodes 200`
 * @property {(info: Info) => void} [onInfo]
 * @property {(text: string) => void} [onText] the text of other `info string` lines
 */
/**
 * @typedef {object} SearchResult
 * @property {string | null} best
 * @property {boolean} stopped
 * @property {EngineError | null} error
 */

/** A search, running or waiting. */
export class Search {
  stopped = false;
  /** @type {EngineError | null} */
  error = null;
  attempts = 0;
  /** @type {(result: SearchResult) => void} */
  finish = () => {};
  /** @type {Promise<SearchResult>} */
  done;

  /** @param {SearchRequest} request @param {(search: Search) => void} end */
  constructor(request, end) {
    this.request = request;
    this.end = end;
    this.done = new Promise((resolve) => {
      this.finish = (result) => resolve(result);
    });
  }

  /** Ends this search. Its promise resolves with the best move so far. */
  stop() {
    if (this.stopped) return;
    this.stopped = true;
    this.end(this);
  }
}

const MOST_ATTEMPTS = 2;

/** Runs one search at a time. One waits at most: a newer request stops the running one and replaces the waiting one. */
export class EngineClient {
  /** @type {Search | null} */
  #running = null;
  /** @type {Search | null} */
  #waiting = null;
  /** @type {(state: "loading" | "idle" | "searching" | "failed", text: string) => void} */
  onState = () => {};
  /** @type {(line: string) => void} lines about the engine itself, such as a restart */
  onNotice = () => {};

  /** @param {Pipe} pipe */
  constructor(pipe) {
    this.pipe = pipe;
    pipe.onLine = (line) => this.#line(line);
    pipe.onState = (state, text) => this.#changed(state, text);
  }

  get state() {
    if (this.pipe.state !== "ready") return this.pipe.state;
    return this.#running ? "searching" : "idle";
  }

  /** @param {SearchRequest} request @returns {Search} */
  search(request) {
    const search = new Search(request, (ended) => this.#stop(ended));
    this.#waiting?.finish({ best: null, stopped: true, error: null });
    this.#waiting = search;
    if (this.#running) this.#running.stop();
    else this.#start();
    return search;
  }

  /** Ends what runs and forgets what waits. */
  stop() {
    this.#waiting?.stop();
    this.#running?.stop();
  }

  /** Begins anew after a failure. */
  retry() {
    this.pipe.restart();
  }

  close() {
    this.stop();
    this.pipe.close();
    this.#running?.finish({ best: null, stopped: true, error: null });
    this.#running = null;
  }

  #start() {
    const search = this.#waiting;
    if (!search || this.#running || this.pipe.state !== "ready") return;
    this.#waiting = null;
    this.#running = search;
    search.attempts += 1;
    this.pipe.send([...search.request.setup, `go ${search.request.go}`].join("\n"));
    this.onState("searching", "");
  }

  /** @param {Search} search */
  #stop(search) {
    if (search === this.#waiting) {
      this.#waiting = null;
      search.finish({ best: null, stopped: true, error: null });
    } else if (search === this.#running) {
      this.pipe.stop();
    }
  }

  /** @param {string} line */
  #line(line) {
    const search = this.#running;
    if (line.startsWith("info string ")) return this.#text(line.slice("info string ".length), line);
    if (!search) return;
    if (line.startsWith("bestmove")) {
      const word = line.split(" ")[1];
      this.#end(search, word && word !== "(none)" ? word : null);
    } else if (line.startsWith("info ") && !search.stopped) {
      const info = parseInfo(line);
      if (info) search.request.onInfo?.(info);
    }
  }

  /** @param {string} text @param {string} line */
  #text(text, line) {
    const search = this.#running;
    const error = errorOf(line);
    if (error && search) search.error ??= error;
    else if (text.startsWith("engine ")) this.onNotice(text);
    else if (search && !search.stopped) search.request.onText?.(text);
  }

  /** @param {Search} search @param {string | null} best */
  #end(search, best) {
    this.#running = null;
    search.finish({ best, stopped: search.stopped, error: best ? null : search.error });
    this.#start();
    if (!this.#running) this.onState("idle", "");
  }

  /** @param {import("./lines.js").PipeState} state @param {string} text */
  #changed(state, text) {
    const search = this.#running;
    if (state !== "ready" && search) this.#lost(search);
    if (state === "ready") this.#start();
    this.onState(state === "ready" ? (this.#running ? "searching" : "idle") : state, text);
  }

  /** Searches again what a lost connection has ended, unless it was stopped or has failed before. @param {Search} search */
  #lost(search) {
    this.#running = null;
    if (search.stopped || this.#waiting || search.attempts >= MOST_ATTEMPTS) {
      const error = search.stopped ? null : new EngineError("lost", "the engine has ended");
      search.finish({ best: null, stopped: search.stopped, error });
    } else {
      this.#waiting = search;
    }
  }
}

// Pipes of protocol lines: to a worker in the browser, or to a server by WebSocket.

/** @typedef {"loading" | "ready" | "failed"} PipeState */

/**
 * Lines to an engine and back. A pipe takes lines while it is `ready` and drops others; whoever uses it sends again
 * what has no answer when `onState` says `ready`.
 */
export class Pipe {
  /** @type {PipeState} */
  state = "loading";
  /** @type {(line: string) => void} */
  onLine = () => {};
  /** @type {(state: PipeState, text: string) => void} */
  onState = () => {};

  /** @type {(loaded: number, total: number) => void} bytes of a file that is being loaded */
  onProgress = () => {};

  /** @param {string} _text one line or several, separated by \n */
  send(_text) {}
  /** Begins anew, after a failure or to end what runs. */
  restart() {}
  /** Ends a search as fast as this pipe can. */
  stop() {
    this.send("stop");
  }
  close() {}

  /** @param {string} text */
  receive(text) {
    for (const line of text.split("\n")) {
      const trimmed = line.endsWith("\r") ? line.slice(0, -1) : line;
      if (trimmed) this.onLine(trimmed);
    }
  }

  /** @param {PipeState} state @param {string} [text] */
  become(state, text = "") {
    this.state = state;
    this.onState(state, text);
  }
}

const FIRST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;

/** Lines in the text frames of a WebSocket. It connects again after a lost connection. */
export class SocketPipe extends Pipe {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #pause = FIRST_PAUSE;
  #closed = false;

  /** @param {URL} address */
  constructor(address) {
    super();
    this.address = address;
    this.#connect();
  }

  /** @override @param {string} text */
  send(text) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(text);
  }

  /** @override */
  restart() {
    this.#drop();
    this.#pause = FIRST_PAUSE;
    this.#closed = false;
    this.become("loading");
    this.#connect();
  }

  /** @override */
  close() {
    this.#closed = true;
    this.#drop();
  }

  #drop() {
    clearTimeout(this.#timer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
  }

  #connect() {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#pause = FIRST_PAUSE;
      this.become("ready");
    };
    socket.onmessage = (event) => this.receive(String(event.data));
    socket.onclose = (event) => {
      if (this.#socket !== socket || this.#closed) return;
      this.become("failed", event.reason);
      this.#timer = setTimeout(() => {
        if (!this.#closed) this.#connect();
      }, this.#pause);
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }
}

/**
 * The part of the class of the npm package that the page uses.
 * @typedef {object} Petteia
 * @property {(line: string) => void} send
 * @property {() => void} retry
 * @property {() => void} quit
 * @property {(request: {game: string, from: string, to: string, text: string}) => Promise<{text?: string}>} convert
 * @property {"loading" | "idle" | "searching" | "failed"} state
 * @property {string | null} error
 * @property {{file: string, loaded: number, total: number} | null} progress
 */
/** @typedef {{game: string | null, from: string | null, to: string, text: string}} ConvertRequest */
/** @typedef {{onLine: (line: string) => void, onState: (state: Petteia["state"]) => void, rules: boolean}} PetteiaOptions */

/** Lines to an engine in a worker of the npm package. */
export class WorkerPipe extends Pipe {
  /** @type {Petteia | null} */
  #engine = null;

  /** @param {URL} address of `petteia.js` @param {boolean} rules whether it only answers about rules */
  constructor(address, rules) {
    super();
    this.address = address;
    this.rules = rules;
    void this.#load();
  }

  async #load() {
    try {
      const module = await import(String(this.address));
      /** @type {PetteiaOptions} */
      const options = { rules: this.rules, onLine: (line) => this.onLine(line), onState: (state) => this.#changed(state) };
      this.#engine = /** @type {Petteia} */ (new module.Petteia(options));
    } catch (error) {
      this.become("failed", String(error));
    }
  }

  /** @param {Petteia["state"]} state */
  #changed(state) {
    const engine = this.#engine;
    if (state === "failed") this.become("failed", engine?.error ?? "");
    else if (engine?.progress) this.onProgress(engine.progress.loaded, engine.progress.total);
    else if (state !== "loading" && this.state !== "ready") this.become("ready");
  }

  /** @override @param {string} text */
  send(text) {
    for (const line of text.split("\n")) this.#engine?.send(line);
  }

  /** @override */
  restart() {
    this.become("loading");
    if (this.#engine) this.#engine.retry();
    else void this.#load();
  }

  /** @override */
  close() {
    this.#engine?.quit();
    this.#engine = null;
  }

  /** @param {ConvertRequest} request @returns {Promise<string>} */
  async convert(request) {
    if (!this.#engine) throw new Error("the engine is not loaded");
    const converted = await this.#engine.convert({ ...request, game: request.game ?? "", from: request.from ?? "" });
    return converted.text ?? "";
  }
}

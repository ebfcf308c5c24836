/**
 * The client of a table: the JSON frames of docs/board-protocol.md over one WebSocket.
 *
 * A frame that asks for something stays until the server answers it, and is sent again with the same id on the next
 * connection. The server sends whole views, and a view is taken if it is not older than the last one.
 * @module
 */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Refusal} Refusal */
/** @typedef {import("./types.js").RoomPlan} RoomPlan */
/** @typedef {"connecting" | "online" | "offline" | "closed"} WireState */

/**
 * What the owner of a client learns.
 * @typedef {object} WireEvents
 * @property {(state: WireState, text: string) => void} state
 * @property {(view: View) => void} view
 * @property {(error: RefusedError) => void} refused an open seat could not be taken
 * @property {(joined: { room: string, seat: number | null, token: string | null }) => void} joined
 */

/**
 * A frame without an answer.
 * @typedef {object} Pending
 * @property {Record<string, unknown>} frame
 * @property {boolean} early whether it goes before the join
 * @property {(answer: any) => void} resolve
 * @property {(reason: RefusedError) => void} reject
 */

/** Milliseconds between two pings of a quiet connection. */
const PING_INTERVAL = 15_000;
/** Milliseconds without any frame after a ping, after which a connection is dead. */
const PONG_TIMEOUT = 8_000;
/** Milliseconds before the first try to connect again, and the longest wait. */
const RETRY_FIRST = 500;
const RETRY_LONGEST = 10_000;

/** A frame that the server has refused. */
export class RefusedError extends Error {
  /** @param {Refusal} refusal */
  constructor(refusal) {
    super(refusal.text);
    this.name = "RefusedError";
    this.code = refusal.code;
  }
}

/**
 * An id that nobody else has. `crypto.randomUUID` exists on secure origins only, and a table in a home network
 * is served by plain http.
 * @returns {string}
 */
export function randomId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** One connection to the tables of a server. */
export class Wire {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Pending>} */
  #pending = new Map();
  /** @type {Record<string, unknown> | null} */
  #join = null;
  #isJoined = false;
  #version = -1;
  #retries = 0;
  #retryTimer = 0;
  #pingTimer = 0;
  #pongTimer = 0;
  #pings = 0;
  /** @type {WireState} */
  #state = "connecting";
  #abort = new AbortController();

  /**
   * @param {string} url
   * @param {Partial<WireEvents>} events
   */
  constructor(url, events) {
    this.url = url;
    this.events = events;
    const options = { signal: this.#abort.signal };
    addEventListener("online", () => this.#connect(), options);
    addEventListener("pageshow", () => this.#probe(), options);
    document.addEventListener("visibilitychange", () => document.hidden || this.#probe(), options);
    this.#connect();
  }

  /** The state of the connection. */
  get state() {
    return this.#state;
  }

  /** Whether a frame has no answer yet. */
  get isBusy() {
    return this.#pending.size > 0;
  }

  /**
   * Makes a table.
   * @param {RoomPlan} plan
   * @returns {Promise<{ room: string, tokens: (string | null)[] }>}
   */
  create(plan) {
    return this.#request({ t: "create", ...plan }, true);
  }

  /**
   * Joins a table, and joins it again after each break of the connection.
   * @param {{ room: string, token?: string | null, take?: boolean | number, name?: string }} seat
   */
  join(seat) {
    this.#version = -1;
    this.#isJoined = false;
    this.#join = { t: "join", id: randomId(), room: seat.room };
    if (seat.token) this.#join.token = seat.token;
    else if (seat.take) this.#join.take = seat.take;
    if (seat.name) this.#join.name = seat.name;
    if (this.#state === "online") this.#send(this.#join);
  }

  /**
   * Asks for something at the table: `move`, `ask`, `answer`, `resign`, `name` or `draw`.
   * @param {Record<string, unknown> & { t: string }} frame
   * @returns {Promise<any>} the answer; rejects with a `RefusedError`
   */
  request(frame) {
    return this.#request(frame, false);
  }

  /** Ends the connection for good. */
  close() {
    this.#abort.abort();
    this.#stopTimers();
    this.#socket?.close();
    this.#socket = null;
    for (const { reject } of this.#pending.values()) {
      reject(new RefusedError({ id: null, code: "closed", text: "closed" }));
    }
    this.#pending.clear();
  }

  /**
   * @param {Record<string, unknown>} frame
   * @param {boolean} early
   * @returns {Promise<any>}
   */
  #request(frame, early) {
    const id = randomId();
    const whole = { ...frame, id };
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { frame: whole, early, resolve, reject });
      if (this.#state === "online" && (early || this.#isJoined)) this.#send(whole);
    });
  }

  #connect() {
    if (this.#abort.signal.aborted || this.#state === "closed" || this.#socket !== null) return;
    clearTimeout(this.#retryTimer);
    this.#setState(this.#retries === 0 ? "connecting" : "offline");
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#socket === socket && this.#onOpen());
    socket.addEventListener("message", (event) => this.#socket === socket && this.#onMessage(String(event.data)));
    socket.addEventListener("close", () => this.#socket === socket && this.#onClose());
  }

  #onOpen() {
    this.#retries = 0;
    this.#setState("online");
    for (const { frame, early } of this.#pending.values()) if (early) this.#send(frame);
    if (this.#join !== null) this.#send(this.#join);
    this.#schedulePing();
  }

  #onClose() {
    this.#stopTimers();
    this.#socket = null;
    this.#isJoined = false;
    if (this.#abort.signal.aborted || this.#state === "closed") return;
    this.#retries += 1;
    this.#setState("offline");
    const wait = Math.min(RETRY_LONGEST, RETRY_FIRST * 2 ** Math.min(this.#retries - 1, 10));
    this.#retryTimer = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  /** @param {string} text */
  #onMessage(text) {
    clearTimeout(this.#pongTimer);
    this.#schedulePing();
    /** @type {any} */
    let frame;
    try {
      frame = JSON.parse(text);
    } catch {
      return;
    }
    if (frame.t === "view") this.#onView(frame);
    else if (frame.t === "joined") this.#onJoined(frame);
    else if (frame.t === "refused") this.#onRefused(frame);
    else if (frame.t === "closed") this.#socket?.close();
    else if (typeof frame.id === "string") this.#settle(frame.id)?.resolve(frame);
  }

  /** @param {View} view */
  #onView(view) {
    if (view.room !== this.#join?.room || view.v < this.#version) return;
    this.#version = view.v;
    this.events.view?.(view);
  }

  /** @param {{ id: string, room: string, seat: number | null, token?: string }} joined */
  #onJoined(joined) {
    if (joined.id !== this.#join?.id) return;
    this.#isJoined = true;
    this.#version = -1;
    if (joined.token) {
      const { take: _, ...rest } = this.#join;
      this.#join = { ...rest, token: joined.token };
    }
    this.#join = { ...this.#join, id: randomId() };
    const token = typeof this.#join.token === "string" ? this.#join.token : null;
    this.events.joined?.({ room: joined.room, seat: joined.seat, token });
    for (const { frame, early } of this.#pending.values()) if (!early) this.#send(frame);
  }

  /** @param {Refusal} refusal */
  #onRefused(refusal) {
    if (refusal.id !== null && refusal.id === this.#join?.id) {
      this.#onJoinRefused(refusal, this.#join);
      return;
    }
    if (refusal.id !== null) this.#settle(refusal.id)?.reject(new RefusedError(refusal));
  }

  /**
   * Watches if somebody else was faster at an open seat.
   * @param {Refusal} refusal
   * @param {Record<string, unknown>} join
   */
  #onJoinRefused(refusal, join) {
    if (refusal.code === "limit") this.#socket?.close();
    else if (join.take === undefined) this.#end(refusal.code);
    else {
      this.events.refused?.(new RefusedError(refusal));
      this.join({ room: String(join.room) });
    }
  }

  /**
   * @param {string} id
   * @returns {Pending | undefined}
   */
  #settle(id) {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    return pending;
  }

  /** @param {string} text */
  #end(text) {
    this.#setState("closed", text);
    this.#stopTimers();
    this.#socket?.close();
  }

  #schedulePing() {
    clearTimeout(this.#pingTimer);
    this.#pingTimer = setTimeout(() => this.#probe(), PING_INTERVAL);
  }

  /** Asks whether the connection lives, and connects at once if there is none. */
  #probe() {
    if (this.#socket === null) {
      this.#connect();
      return;
    }
    if (this.#state !== "online") return;
    this.#pings += 1;
    this.#send({ t: "ping", n: this.#pings });
    clearTimeout(this.#pongTimer);
    const socket = this.#socket;
    this.#pongTimer = setTimeout(() => {
      if (this.#socket !== socket) return;
      this.#onClose();
      socket.close();
    }, PONG_TIMEOUT);
  }

  #stopTimers() {
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#pingTimer);
    clearTimeout(this.#pongTimer);
  }

  /** @param {Record<string, unknown>} frame */
  #send(frame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame));
  }

  /**
   * @param {WireState} state
   * @param {string} [text]
   */
  #setState(state, text = "") {
    if (state === this.#state && text === "") return;
    this.#state = state;
    this.events.state?.(state, text);
  }
}

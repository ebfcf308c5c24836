// The engine as a worker: lines of the protocol in by postMessage, lines out, as with stockfish.js.
//
// It runs as a classic worker, as a module and as a worker thread of Node.js, so it imports nothing. Beside lines it
// takes objects: { setup: {...} } first, from petteia.js, which then also gets objects about its state, and
// { id, convert: {...} }, which is answered by { id, text } or { id, error }.
{
  /** Milliseconds between two looks at the messages that come during a search. */
  const YIELD_AFTER = 6;
  /** A module with one SIMD instruction: does the machine have them? */
  const SIMD_PROBE = new Uint8Array([
    0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11,
  ]);
  /** Lines that evaluate a position, or ask whether that can be done. */
  const NEEDS_NETWORK = /^\s*(go|bench|isready)\b|^\s*(d|query)\s+.*\beval\b/i;
  const STOP = 1;
  const PONDER_HIT = 2;

  const isNode = typeof process === "object" && Boolean(process.versions?.node) && typeof WorkerGlobalScope !== "function";
  const canSuspend = typeof WebAssembly.Suspending === "function" && typeof WebAssembly.promising === "function";

  /** Where messages go, and where the files are. */
  let post = (message) => globalThis.postMessage(message);
  let close = () => globalThis.close();
  let base = globalThis.location?.href;
  const setup = { rules: new URLSearchParams(globalThis.location?.search).has("rules"), cell: null, states: false, module: undefined };

  // Messages with lines are numbered. A stop ends the jobs of all messages before it.
  let received = 0;
  let current = 0;
  let stopped = 0;
  let hit = 0;
  let answeredHit = 0;
  /** Messages to carry out: [number, text], or [0, request]. */
  const queue = [];
  let isWorking = false;
  /** The engine is in the middle of a line. */
  let isRunning = false;
  let hasFailed = false;
  /** Wakes a search that waits for a signal. */
  let wake = () => {};
  let lastYield = 0;

  // The module.
  let memory;
  let engine;
  /** Takes the bytes of a line; they are valid during the call. */
  let takeOutput = (bytes) => post(decoder.decode(bytes));
  const networks = new Map();
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  const report = (state) => setup.states && post(state);

  /** Numbers of a stop and of a ponder hit that another thread has stored. */
  const stored = (index) => (setup.cell ? Atomics.load(setup.cell, index) : 0);

  /** The signal for the line that is being carried out; 0 for none. A ponder hit is told once. */
  const signal = () => {
    if (stopped >= current || stored(0) >= current) return STOP;
    if (answeredHit < current && (hit >= current || stored(1) >= current)) {
      answeredHit = current;
      return PONDER_HIT;
    }
    return 0;
  };

  /** Lets the messages in that have come. */
  const channel = canSuspend ? new MessageChannel() : null;
  const yieldNow = () =>
    new Promise((resolve) => {
      channel.port1.onmessage = resolve;
      channel.port2.postMessage(0);
    });

  const pollAndYield = () => {
    const found = signal();
    if (found || performance.now() - lastYield < YIELD_AFTER) return found;
    return yieldNow().then(() => {
      lastYield = performance.now();
      return signal();
    });
  };

  const waitForMessage = async () => {
    for (;;) {
      const found = signal();
      if (found) return found;
      await new Promise((resolve) => (wake = resolve));
    }
  };

  const waitBlocked = () => {
    // Without a shared cell nobody can wake this thread, only end it.
    const cell = setup.cell ?? new Int32Array(new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }).buffer);
    for (;;) {
      const [stop, ponderHit] = [Atomics.load(cell, 0), Atomics.load(cell, 1)];
      const found = signal();
      if (found) return found;
      // A ponder hit is noticed soon, a stop at once.
      Atomics.wait(cell, 0, stop, ponderHit >= current ? 0 : 20);
    }
  };

  const imports = {
    now: () => performance.now(),
    random: (address, length) => crypto.getRandomValues(new Uint8Array(memory.buffer, address, length)),
    output: (address, length) => takeOutput(new Uint8Array(memory.buffer, address, length)),
    poll: canSuspend ? new WebAssembly.Suspending(pollAndYield) : signal,
    wait: canSuspend ? new WebAssembly.Suspending(waitForMessage) : waitBlocked,
  };

  /** The bytes of a file beside this one. Tells how many have come. */
  const load = async (name) => {
    const url = new URL(name, base);
    if (url.protocol === "file:" && isNode) {
      const { readFile } = await import("node:fs/promises");
      return readFile(url);
    }
    const response = await fetch(url);
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    const total = Number(response.headers.get("content-length")) || undefined;
    const chunks = [];
    let loaded = 0;
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      loaded += value.length;
      report({ state: "loading", file: name, loaded, total });
    }
    const bytes = new Uint8Array(loaded);
    let at = 0;
    for (const chunk of chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  };

  const start = async () => {
    const hasSimd = WebAssembly.validate(SIMD_PROBE);
    const name = hasSimd ? "petteia.wasm" : "petteia-no-simd.wasm";
    const compile = async () => {
      const bytes = await load(name).catch((error) => Promise.reject(new Error(`${name}: ${error.message}`)));
      return WebAssembly.compile(bytes);
    };
    // A worker that takes the place of another has its compiled module.
    const module = setup.module ?? (await compile());
    engine = (await WebAssembly.instantiate(module, { petteia: imports })).exports;
    memory = engine.memory;
    if (!engine.petteia_start(setup.rules)) throw new Error("the engine does not start");
    report({ state: "ready", stops: setup.cell ? "flag" : canSuspend ? "message" : "none", simd: hasSimd, module });
  };

  /** Writes into the buffer that the next call reads. */
  const write = (bytes) => {
    // The call may grow the memory, which detaches the buffer before.
    const address = engine.petteia_buffer(bytes.length);
    new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
  };

  /** Calls a function and returns its result and what it passes to `output`. */
  const captured = (call) => {
    const [parts, outer] = [[], takeOutput];
    takeOutput = (bytes) => parts.push(bytes.slice());
    try {
      return [call(), ...parts];
    } finally {
      takeOutput = outer;
    }
  };

  /** Begins to load the network of the game, unless it is there. */
  const fetchNetwork = () => {
    if (setup.rules) return null;
    const [isLacking, name] = captured(() => engine.petteia_lacks_network());
    if (!isLacking) return null;
    const game = decoder.decode(name);
    if (!networks.has(game)) networks.set(game, load(`${game}.net`).catch((error) => error));
    return game;
  };

  const needNetwork = async () => {
    const game = fetchNetwork();
    if (game === null) return;
    const file = await networks.get(game);
    networks.delete(game);
    if (file instanceof Error) {
      post(`info string error io: ${game}.net: ${file.message}`.replaceAll("\n", " "));
      return;
    }
    write(file);
    const [isLoaded, why] = captured(() => engine.petteia_load_network());
    if (!isLoaded) post(`info string error io: ${game}.net: ${decoder.decode(why)}`);
    report({ state: "ready" });
  };

  const runLine = async (line) => {
    if (NEEDS_NETWORK.test(line)) await needNetwork();
    write(encoder.encode(line));
    isRunning = true;
    lastYield = performance.now();
    try {
      const lines = canSuspend ? WebAssembly.promising(engine.petteia_lines) : engine.petteia_lines;
      return Boolean(await lines());
    } finally {
      isRunning = false;
    }
  };

  /** Answers a request; `text` may also be the bytes of a file, and `to: "wthor"` gives `bytes`. */
  const convert = ({ id, convert: { game = "", from = "", to = "", text = "" } }) => {
    const names = encoder.encode(`${game}\0${from}\0${to}\0`);
    const file = typeof text === "string" ? encoder.encode(text) : new Uint8Array(text);
    const request = new Uint8Array(names.length + file.length);
    request.set(names);
    request.set(file, names.length);
    write(request);
    const [isDone, answer, ...notes] = captured(() => engine.petteia_convert());
    if (!isDone) post({ id, error: decoder.decode(answer) });
    else {
      const converted = to.toLowerCase() === "wthor" ? { bytes: answer } : { text: decoder.decode(answer) };
      post({ id, ...converted, notes: notes.map((note) => decoder.decode(note)) });
    }
  };

  const fail = (error, line) => {
    hasFailed = true;
    queue.length = 0;
    post(`info string error internal: ${String(error?.message ?? error)}`.replaceAll("\n", " "));
    if (/^\s*go\b(?!\s+perft)/i.test(line)) post("bestmove (none)");
    report({ state: "failed", error: String(error?.message ?? error) });
  };

  /** Carries out the messages of the queue, one after another. */
  const work = async () => {
    if (isWorking || hasFailed) return;
    isWorking = true;
    let line = "";
    try {
      if (!engine) await start();
      while (queue.length > 0) {
        const [number, message] = queue.shift();
        if (message.convert) {
          convert(message);
          continue;
        }
        if (message.end) {
          close();
          return;
        }
        current = number;
        for (line of message.split("\n")) {
          if (!(await runLine(line))) {
            close();
            return;
          }
        }
        report({ done: number });
      }
      line = "";
      fetchNetwork();
    } catch (error) {
      fail(error, line);
    }
    isWorking = false;
  };

  const receive = (message) => {
    if (typeof message !== "string") {
      if (message?.setup) {
        const { rules, cell, base: folder, module } = message.setup;
        setup.module = module;
        setup.states = true;
        setup.rules ||= Boolean(rules);
        if (cell) setup.cell = new Int32Array(cell);
        base = folder ?? base;
      } else if (message?.convert || message?.end) {
        queue.push([0, message]);
      } else {
        return;
      }
      void work();
      return;
    }
    received += 1;
    const word = message.trim().toLowerCase();
    if (word === "stop" || word === "quit") stopped = received;
    if (word === "ponderhit") hit = received;
    if (word === "isready" && isRunning) {
      if (setup.states) post({ done: received, line: "readyok" });
      else post("readyok");
    } else {
      queue.push([received, message]);
    }
    wake();
    void work();
  };

  if (isNode) {
    void import("node:worker_threads").then(({ parentPort }) => {
      post = (message) => parentPort.postMessage(message);
      close = () => process.exit(0);
      parentPort.on("message", receive);
    });
  } else {
    globalThis.onmessage = (event) => receive(event.data);
  }
}

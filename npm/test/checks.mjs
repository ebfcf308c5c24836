// Checks of an engine that run under Node.js and in pages, so this file imports nothing.

/** Folders of fixtures, one of each game. */
export const FIXTURES = [
  "dvonn", "reversi", "checkers", "draughts", "russian", "brazilian", "italian", "frisian", "killer", "breakthrough",
  "antidraughts", "gonu", "tablut", "latrunculi", "sparta", "epigo", "dixit",
];
/** Largest number of leaves that a fixture counts here. */
const MAX_LEAVES = 1_000_000;

/** A game of checkers in the format `lines`. */
export const CHECKERS = "startpos moves 11-15 22-18 15x22\n";

/** Games and depths of `bench` with the nodes that the program needs; tests/engine/bench.rs has the same numbers. */
const NODES = Object.entries({
  dvonn: [7, 40_524], reversi: [8, 23_043], "reversi-6x6": [9, 34_006], checkers: [9, 79_601], draughts: [8, 112_638],
  russian: [9, 51_474], brazilian: [9, 76_885], italian: [9, 80_302], frisian: [8, 89_970],
  killer: [8, 127_634], breakthrough: [8, 91_129], antidraughts: [8, 62_133], gonu: [6, 135_788],
  tablut: [5, 89_777], "tablut-square": [5, 63_725], brandub: [6, 147_242], copenhagen: [4, 60_436], latrunculi: [5, 52_842], "latrunculi-8x7": [5, 50_597],
  "latrunculi-12x8": [5, 71_465], "latrunculi-12x9": [5, 82_391], "latrunculi-19x11": [4, 69_412],
  "latrunculi-conversion": [6, 37_695], sparta: [5, 196_645],
});

/** The cases of a fixture file: for each its lines, as pairs of keyword and value. */
const cases = (text) =>
  text.replace(/^#.*\n/gm, "").split(/\n\s*\n/).map((lines) =>
    lines.trim().split("\n").map((line) => [line.split(" ", 1)[0], line.slice(line.indexOf(" ") + 1).trim()]));

/** The command that a line of a case is checked by, and its answer. None for a line that is none of these. */
const question = (keyword, value) => {
  const [word, leaves] = value.split(" ");
  switch (keyword) {
    case "moves": return ["moves", value === "moves" ? "moves" : `moves ${value}`];
    case "perft": return Number(leaves) <= MAX_LEAVES ? [`perft ${word}`, `perft ${value.replace(" ", " nodes ")} `] : null;
    case "score": case "result": case "reason": return [`query ${keyword}`, `response ${value}`];
    case "effects": return [`effects ${value.split(": ", 1)[0]}`, `effects ${value}`];
    case "illegal": return [`legal ${word}`, "response false"];
    default: return null;
  }
};

/** Checks the cases of fixture files, each a name and a text. Returns the number of cases. */
export const checkFixtures = async (engine, files) => {
  let count = 0;
  for (const [name, text] of files) {
    for (const lines of cases(text)) {
      const { variant, fen, case: label } = Object.fromEntries(lines);
      if (!variant) continue;
      await engine.ask("setoption name Seed value 1");
      await engine.ask(`setoption name UCI_Variant value ${variant}`);
      await engine.ask(fen ? `position fen ${fen}` : "position startpos");
      for (const [keyword, value] of lines) {
        const [command, expected] = question(keyword, value) ?? [];
        if (!command) continue;
        const found = (await engine.ask(command)).join("\n");
        const isEqual = keyword === "perft" ? found.startsWith(expected) : found === expected;
        if (!isEqual) throw new Error(`${name}, ${label}: ${command}: expected '${expected}', found '${found}'`);
      }
      count += 1;
    }
  }
  return count;
};

/** Milliseconds from a stop to the end of its search, in a few tries. */
export const stopTimes = async (engine, tries = 10) => {
  await engine.ask("setoption name UCI_Variant value dvonn");
  const times = [];
  for (let i = 0; i < tries; i += 1) {
    // A worker that takes the place of another has to load.
    await engine.ask("isready");
    const search = engine.search({ position: "startpos moves f5", infinite: true });
    await new Promise((resolve) => setTimeout(resolve, 30 + 7 * i));
    const began = performance.now();
    if (engine.state !== "searching") throw new Error(`${engine.state} before the stop`);
    search.stop();
    await search.best;
    times.push(performance.now() - began);
  }
  return times;
};

const select = async (engine, game) => engine.ask(`setoption name UCI_Variant value ${game}`);

/** Checks of searches by name. */
export const searchChecks = {
  // A build whose clock fails loses its search to the optimiser.
  "searches have the nodes of the program": async ({ engine, assert, games = NODES.length }) => {
    for (const [game, [depth, nodes]] of NODES.slice(0, games)) {
      await select(engine, game);
      const lines = await engine.ask(`bench ${depth}`);
      assert.equal(lines.find((line) => line.startsWith("Nodes searched: ")), `Nodes searched: ${nodes}`, game);
    }
  },

  "searches take their time, and clocks run": async ({ engine, assert }) => {
    for (const game of ["latrunculi-19x11", "epigo", "dixit"]) {
      await select(engine, game);
      const began = performance.now();
      const { move } = await engine.search({ position: "startpos", movetime: 300 }).best;
      const time = performance.now() - began;
      assert.ok(move && time < 2_000, `${game}: ${move} after ${time} ms`);
      if (game !== "dixit") assert.ok(time > 150, `${game}: ${time} ms`);
    }
  },

  "a search stops, and so does one that has not begun": async ({ engine, assert }) => {
    await select(engine, "dvonn");
    const times = await stopTimes(engine, 5);
    assert.ok(Math.max(...times) < 1_000, `${times}`);
    for (let i = 0; i < 20; i += 1) {
      const search = engine.search({ position: "startpos moves f5", infinite: true });
      search.stop();
      assert.ok((await search.best).move);
    }
    // The stop of one search does not end the next.
    engine.search({ infinite: true }).stop();
    const lines = [];
    const search = engine.search({ position: "startpos moves f5", depth: 6 });
    for await (const line of search.lines) lines.push(line);
    assert.ok((await search.best).move && lines.some((line) => line.startsWith("info depth 6 ")), lines.join("\n"));
  },

  "one search waits, and a newer one takes its place": async ({ engine, assert }) => {
    const first = engine.search({ position: "startpos moves f5", infinite: true });
    const [second, third] = [engine.search({ infinite: true }), engine.search({ depth: 3 })];
    assert.deepEqual(await second.best, { move: null, ponder: null, isCancelled: true });
    assert.ok((await first.best).move && (await third.best).move);
  },

  "a ponder hit is heard": async ({ engine, assert }) => {
    await select(engine, "gonu");
    const search = engine.search({ position: "startpos", ponder: true, movetime: 100 });
    setTimeout(() => engine.send("ponderhit"), 50);
    assert.ok((await search.best).move);
  },

  "the state follows the work": async ({ Petteia, assert }) => {
    const states = [];
    const engine = new Petteia({ onState: (state) => states.at(-1) !== state && states.push(state) });
    assert.equal(engine.state, "loading");
    await engine.ask("isready");
    assert.equal(engine.state, "idle");
    const { best } = engine.search({ depth: 2 });
    assert.equal(engine.state, "searching");
    await best;
    await engine.ask("isready");
    assert.deepEqual(states.filter((state) => state !== "loading"), ["idle", "searching", "idle"]);
    engine.quit();
  },

  "rules are known without a search": async ({ Petteia, assert }) => {
    const engine = new Petteia({ rules: true });
    await engine.ask("position startpos moves f5");
    assert.equal((await engine.ask("query p1turn"))[0], "response false");
    assert.match((await engine.ask("go depth 1"))[0], /unsupported: searches and counts are disabled$/);
    assert.match((await engine.ask("d json"))[0], /^\{"variant":"dvonn"/);
    engine.quit();
  },

  "a network that is missing is an error": async ({ Petteia, assert, missingNetworks }) => {
    if (!missingNetworks) return;
    const engine = new Petteia({ url: missingNetworks });
    const lines = await engine.ask("go depth 1");
    assert.match(lines.join("\n"), /^info string error io: dvonn.net: .*\ninfo string error unsupported: .* network .*\nbestmove \(none\)$/);
    await select(engine, "brandub");
    assert.match((await engine.ask("go depth 1")).at(-1), /^bestmove \S+$/);
    engine.quit();
  },

  "info lines are read": async ({ parseInfo, assert }) => {
    const line = "info depth 3 seldepth 4 multipv 1 score cp -12 lowerbound wdl 1 2 997 nodes 10 nps 5 hashfull 0 time 2 pv a1 b2";
    assert.deepEqual(parseInfo(line), {
      depth: 3, seldepth: 4, multipv: 1, cp: -12, bound: "lowerbound", wdl: [1, 2, 997], nodes: 10, nps: 5, hashfull: 0,
      time: 2, pv: ["a1", "b2"],
    });
    assert.equal(parseInfo("info string error"), null);
  },
};

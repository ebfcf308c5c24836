// Compares the speed of the search: the native program, the package under Node.js and in Chromium.
//
//   cargo build --release && cargo xtask npm --simd-only target/npm
//   npm ci --prefix npm
//   node npm/bench.mjs target/npm target/release/petteia [--runs 5] [--game dvonn,reversi]
//
// The runs of the programs take turns. The nodes must be equal; the speeds are medians.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { launch, missing, serve } from "./test/browser.mjs";

/** Games and depths of `bench`: half a second and more. */
const GAMES = Object.entries({
  dvonn: 12, reversi: 14, "reversi-6x6": 14, checkers: 15, draughts: 12, russian: 15, brazilian: 15, italian: 15, frisian: 12,
  killer: 12, breakthrough: 12, antidraughts: 12, gonu: 8, tablut: 6, "tablut-square": 6, brandub: 8, copenhagen: 5, latrunculi: 7,
  "latrunculi-8x7": 7, "latrunculi-12x8": 6, "latrunculi-12x9": 6, "latrunculi-19x11": 5, "latrunculi-conversion": 9,
  sparta: 6, epigo: 1,
});

const words = process.argv.slice(2);
const option = (name) => {
  const at = words.indexOf(name);
  return at < 0 ? undefined : words.splice(at, 2)[1];
};
const runs = Number(option("--runs") ?? 5);
const only = option("--game")?.split(",");
const folder = resolve(words[0] ?? "target/npm");
const program = resolve(words[1] ?? "target/release/petteia");

/** Nodes and nodes per second from the lines of `bench`. */
const result = (lines) => {
  const number = (start) => Number(lines.find((line) => line.startsWith(start))?.slice(start.length));
  return { nodes: number("Nodes searched: "), speed: number("Nodes/second: ") };
};

/** An engine as a process, or under Node.js. */
const processEngine = (command, args) => {
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const lines = [];
  let wake = () => {};
  createInterface({ input: child.stdout }).on("line", (line) => {
    lines.push(line);
    wake();
  });
  const until = async (start) => {
    while (!lines.some((line) => line.startsWith(start))) await new Promise((resolve) => (wake = resolve));
    return lines.splice(0);
  };
  return {
    bench: async (game, depth) => {
      child.stdin.write(`setoption name UCI_Variant value ${game}\nbench ${depth}\n`);
      return result(await until("Nodes/second: "));
    },
    close: () => child.stdin.end("quit\n"),
  };
};

const nodeEngine = async () => {
  const { Petteia } = await import(pathToFileURL(`${folder}/petteia.js`));
  const engine = new Petteia();
  return {
    bench: async (game, depth) => {
      await engine.ask(`setoption name UCI_Variant value ${game}`);
      return result(await engine.ask(`bench ${depth}`));
    },
    close: () => engine.quit(),
  };
};

const browserEngine = async () => {
  const why = await missing();
  if (why) {
    console.log(`skipped: browser (${why})`);
    return null;
  }
  const [server, browser] = [await serve(folder), await launch()];
  const page = await browser.newPage();
  await page.goto(`${server.url}/isolated/`);
  await page.evaluate(async () => {
    const { Petteia } = await import("/isolated/petteia.js");
    globalThis.engine = new Petteia();
  });
  const ask = (line) => page.evaluate((line) => globalThis.engine.ask(line), line);
  return {
    bench: async (game, depth) => {
      await ask(`setoption name UCI_Variant value ${game}`);
      return result(await ask(`bench ${depth}`));
    },
    close: async () => {
      await browser.close();
      server.close();
    },
  };
};

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const engines = { native: processEngine(program, []), node: await nodeEngine(), chromium: await browserEngine() };
for (const [name, engine] of Object.entries(engines)) if (!engine) delete engines[name];
const others = Object.keys(engines).filter((name) => name !== "native");
console.log(["game", "nodes", "native", ...others.flatMap((name) => [name, "%"])].join("\t"));
const logarithms = Object.fromEntries(others.map((name) => [name, []]));
let isEqual = true;
for (const [game, depth] of GAMES.filter(([game]) => !only || only.includes(game))) {
  const found = Object.fromEntries(Object.keys(engines).map((name) => [name, []]));
  for (let run = 0; run < runs; run += 1) {
    for (const [name, engine] of Object.entries(engines)) found[name].push(await engine.bench(game, depth));
  }
  const nodes = found.native[0].nodes;
  for (const [name, results] of Object.entries(found)) {
    if (results.some((result) => result.nodes !== nodes)) {
      isEqual = false;
      console.log(`${game}: ${name} searched ${results.map((result) => result.nodes)} nodes, native ${nodes}`);
    }
  }
  const speed = Object.fromEntries(Object.entries(found).map(([name, all]) => [name, median(all.map((one) => one.speed))]));
  const ratios = others.map((name) => speed[name] / speed.native);
  others.forEach((name, i) => logarithms[name].push(Math.log(ratios[i])));
  const columns = others.flatMap((name, i) => [speed[name], (100 * ratios[i]).toFixed(0)]);
  console.log([game, nodes, speed.native, ...columns].join("\t"));
}
for (const name of others) {
  const mean = Math.exp(logarithms[name].reduce((sum, x) => sum + x, 0) / logarithms[name].length);
  console.log(`geometric mean, ${name}: ${(100 * mean).toFixed(0)} %`);
}
for (const engine of Object.values(engines)) await engine.close();
process.exit(isEqual ? 0 : 1);

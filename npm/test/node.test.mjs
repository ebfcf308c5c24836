// The package under Node.js. Usage: PACKAGE=target/npm node --test npm/test/node.test.mjs
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

import { blocks, converse } from "./conversation.mjs";
import { CHECKERS, FIXTURES, checkFixtures, searchChecks, stopTimes } from "./checks.mjs";

const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const PACKAGE = resolve(process.env.PACKAGE ?? join(ROOT, "target/npm"));
const { Petteia, parseInfo } = await import(pathToFileURL(join(PACKAGE, "petteia.js")));

const read = (name) => readFile(join(ROOT, name), "utf8");
const makeEngine = (onLine) => new Petteia({ onLine });

test("transcripts are reproduced", async () => {
  const folder = "fixtures/transcripts";
  let count = 0;
  for (const name of (await readdir(join(ROOT, folder))).filter((name) => name.endsWith(".txt")).sort()) {
    count += await converse(makeEngine, `${folder}/${name}`, await read(`${folder}/${name}`));
  }
  assert.ok(count > 250, `only ${count} commands`);
});

test("the examples of protocol.md are right", async () => {
  let count = 0;
  for (const [i, block] of blocks(await read("protocol.md")).entries()) {
    count += await converse(makeEngine, `protocol.md, block ${i + 1}`, block);
  }
  assert.ok(count > 40, `only ${count} commands`);
});

const engine = new Petteia();
const alone = await mkdtemp(join(tmpdir(), "petteia-"));
for (const name of ["petteia.wasm", "petteia.worker.js"]) await cp(join(PACKAGE, name), join(alone, name));
const missingNetworks = pathToFileURL(join(alone, "petteia.worker.js"));
after(() => {
  engine.quit();
  return rm(alone, { recursive: true });
});

test("counts of fixtures are right", async () => {
  const folders = FIXTURES.map((game) => `fixtures/${game}`);
  const names = await Promise.all(folders.map(async (folder) => (await readdir(join(ROOT, folder))).map((name) => `${folder}/${name}`)));
  const files = names.flat().filter((name) => name.endsWith(".txt")).map(async (name) => [name, await read(name)]);
  const count = await checkFixtures(engine, await Promise.all(files));
  assert.ok(count > 1_000, `${count} cases`);
});

for (const [name, check] of Object.entries(searchChecks)) {
  test(name, () => check({ Petteia, engine, parseInfo, assert, missingNetworks }));
}

test("a stop takes effect soon", async () => {
  const times = await stopTimes(engine);
  console.log(`${engine.stops}: stop after ${times.map((time) => time.toFixed(1)).join(" ")} ms`);
});

test("games are converted", async () => {
  const { text, notes } = await engine.convert({ game: "checkers", to: "lines", text: CHECKERS });
  assert.match(text, /startpos moves 11-15 22-18 15x22/);
  assert.deepEqual(notes, []);
  const wthor = await readFile(join(ROOT, "fixtures/games/wthor-1978.wtb"));
  const ggf = await engine.convert({ to: "ggf", text: wthor });
  assert.equal(ggf.text.match(/GM\[Othello\]/g).length, 8);
  const { bytes } = await engine.convert({ to: "WTHOR", text: ggf.text });
  assert.ok(bytes instanceof Uint8Array && bytes.length === wthor.length);
  await assert.rejects(engine.convert({ to: "epd", text: "" }), /expected a format, one of json /);
});

/** Runs the command with pairs of input and the output to wait for before the next; returns its output and exit code. */
const run = (steps, args = []) => {
  const child = spawn(process.execPath, [join(PACKAGE, "bin/petteia.js"), ...args]);
  let output = "";
  let i = 0;
  const go = () => {
    while (i < steps.length && (i === 0 || output.includes(steps[i - 1][1]))) child.stdin.write(steps[i++][0]);
    if (i === steps.length) child.stdin.end();
  };
  child.stdout.on("data", (data) => {
    output += data;
    go();
  });
  go();
  return new Promise((resolve) => child.on("close", (code) => resolve([output, code])));
};

test("the command reads lines during a search", async () => {
  const steps = [["setoption name Game value gonu\ngo infinite\n", "info depth 2"], ["isready\n", "readyok"], ["stop\nquery gameover\n", ""]];
  const [output, code] = await run(steps);
  assert.equal(code, 0);
  assert.match(output, /^(info .*\n)*readyok\n(info .*\n)*bestmove \S+\nresponse false\n$/);
  assert.match((await run([["go infinite\n", ""]]))[0], /^(info .*\n)*bestmove \S+\n$/);
  assert.match((await run([], ["perft 2", "quit", "perft 3"]))[0], /^perft 2 nodes 2352 /);
});

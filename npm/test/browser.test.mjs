// The package in Chromium. Usage: PACKAGE=target/npm node --test npm/test/browser.test.mjs
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

import { launch, missing, serve } from "./browser.mjs";
import { blocks } from "./conversation.mjs";
import { FIXTURES, searchChecks } from "./checks.mjs";

const ROOT = resolve(fileURLToPath(new URL("../..", import.meta.url)));
const PACKAGE = resolve(process.env.PACKAGE ?? join(ROOT, "target/npm"));
const read = (name) => readFile(join(ROOT, name), "utf8");

const why = await missing();
if (why) console.log(`skipped: browser (${why})`);

/** The ways in which a page stops a search, its folder and its worker. */
const WAYS = [
  ["flag", "isolated", "petteia.worker.js"],
  ["message", "plain", "petteia.worker.js"],
  ["none", "plain", "test/no-suspending.js"],
];

let server;
let browser;
before(async () => {
  if (why) return;
  server = await serve(PACKAGE, { test: join(ROOT, "npm/test") });
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A page with the class and an engine, and what the checks need. */
const openPage = async (way) => {
  const [, path, worker] = WAYS.find(([name]) => name === way);
  const page = await browser.newPage();
  page.on("pageerror", (error) => console.error(error));
  await page.goto(`${server.url}/${path}/`);
  await page.evaluate(async ([base, worker]) => {
    const { Petteia: Plain, parseInfo } = await import(`${base}petteia.js`);
    class Petteia extends Plain {
      constructor(options) {
        super({ url: base + worker, base, ...options });
      }
    }
    const [checks, conversation] = [await import(`${base}test/checks.mjs`), await import(`${base}test/conversation.mjs`)];
    const fail = (text, found) => {
      throw new Error(`${text ?? "check"}: ${JSON.stringify(found)}`);
    };
    const isSame = (a, b) => JSON.stringify(a) === JSON.stringify(b);
    const assert = {
      ok: (value, text) => value || fail(text, value),
      equal: (found, expected, text) => found === expected || fail(text, [found, expected]),
      deepEqual: (found, expected) => isSame(found, expected) || fail("deepEqual", [found, expected]),
      match: (text, pattern) => pattern.test(text) || fail(String(pattern), text),
    };
    // Four games are enough here: the module is the same as under Node.js.
    Object.assign(globalThis, { Petteia, parseInfo, checks, conversation, assert, games: 4, engine: new Petteia() });
    await globalThis.engine.ask("isready");
  }, [`${server.url}/${path}/`, worker]);
  return page;
};

const options = { skip: why ?? false };

for (const [way] of WAYS) {
  test(`searches of a page that stops them by ${way}`, options, async (context) => {
    const page = await openPage(way);
    assert.equal(await page.evaluate(() => globalThis.engine.stops), way);
    for (const name of Object.keys(searchChecks)) {
      // Counting nodes takes a while, and is the same in every page.
      if (way !== "flag" && name.includes("nodes")) continue;
      await context.test(name, () => page.evaluate((name) => globalThis.checks.searchChecks[name](globalThis), name));
    }
    const times = await page.evaluate(() => globalThis.checks.stopTimes(globalThis.engine));
    console.log(`${way}: stop after ${times.map((time) => time.toFixed(1)).join(" ")} ms`);
  });
}

test("transcripts, examples and fixtures", options, async () => {
  const page = await openPage("message");
  const folder = "fixtures/transcripts";
  const texts = [];
  for (const name of (await readdir(join(ROOT, folder))).filter((name) => name.endsWith(".txt")).sort()) {
    texts.push([name, await read(`${folder}/${name}`)]);
  }
  blocks(await read("protocol.md")).forEach((block, i) => texts.push([`protocol.md, block ${i + 1}`, block]));
  const count = await page.evaluate(async (texts) => {
    const makeEngine = (onLine) => new globalThis.Petteia({ onLine });
    let count = 0;
    for (const [name, text] of texts) count += await globalThis.conversation.converse(makeEngine, name, text);
    return count;
  }, texts);
  assert.ok(count > 290, `only ${count} commands`);
  const files = [];
  for (const game of FIXTURES) {
    for (const name of await readdir(join(ROOT, "fixtures", game))) {
      if (name.endsWith(".txt")) files.push([`${game}/${name}`, await read(`fixtures/${game}/${name}`)]);
    }
  }
  const cases = await page.evaluate((files) => globalThis.checks.checkFixtures(globalThis.engine, files), files);
  assert.ok(cases > 1_000, `${cases} cases`);
});

test("a worker alone is a pipe of lines", options, async () => {
  const page = await openPage("message");
  const lines = await page.evaluate(async (base) => {
    const found = [];
    for (const type of ["classic", "module"]) {
      const worker = new Worker(`${base}petteia.worker.js`, { type });
      const until = (start) =>
        new Promise((resolve) => (worker.onmessage = ({ data }) => data.startsWith(start) && resolve(data)));
      worker.postMessage("isready");
      found.push(await until("readyok"));
      worker.postMessage("go infinite");
      await until("info depth 4");
      worker.postMessage("isready");
      found.push(await until("readyok"));
      worker.postMessage("stop");
      found.push(await until("bestmove "));
      worker.terminate();
    }
    return found;
  }, `${server.url}/plain/`);
  assert.equal(lines.length, 6);
  assert.ok(lines.every((line, i) => line.startsWith(i % 3 < 2 ? "readyok" : "bestmove ")), `${lines}`);
});

test("a search before the engine has loaded, and the first answer", options, async () => {
  const page = await openPage("message");
  const { ready, progress, move } = await page.evaluate(async () => {
    const began = performance.now();
    let progress = 0;
    const engine = new globalThis.Petteia({ onState: () => (progress = Math.max(progress, engine.progress?.loaded ?? 0)) });
    const search = engine.search({ position: "startpos", infinite: true });
    search.stop();
    const { move } = await search.best;
    await engine.ask("isready");
    return { ready: performance.now() - began, progress, move };
  });
  console.log(`first readyok after ${ready.toFixed(0)} ms`);
  assert.ok(ready < 5_000 && progress > 1_000_000 && move, `${ready} ms, ${progress} bytes, ${move}`);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { EngineClient, EngineError, RulesClient } from "../../page/js/client.js";
import { Pipe } from "../../page/js/lines.js";

/** A pipe whose answers the test writes. */
class FakePipe extends Pipe {
  /** @type {string[]} */
  sent = [];
  state = "ready";

  send(text) {
    this.sent.push(...text.split("\n"));
  }

  restart() {
    this.become("ready");
  }
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

test("answers go to their questions", async () => {
  const pipe = new FakePipe();
  const rules = new RulesClient(pipe);
  const [first, second] = [rules.ask(["query fen"]), rules.ask(["moves"])];
  assert.deepEqual(pipe.sent, ["query fen", "isready", "moves", "isready"]);
  pipe.receive("response x\nreadyok\nmoves a b");
  pipe.receive("readyok");
  assert.deepEqual(await first, ["response x"]);
  assert.deepEqual(await second, ["moves a b"]);
});

test("an error line rejects its question only", async () => {
  const pipe = new FakePipe();
  const rules = new RulesClient(pipe);
  const [first, second] = [rules.ask(["position fen x"]), rules.ask(["d"])];
  pipe.receive("info string error bad-fen: column 14: no\nreadyok\nboard\nreadyok");
  await assert.rejects(first, (error) => error instanceof EngineError && error.code === "bad-fen");
  assert.deepEqual(await second, ["board"]);
});

test("questions are asked again after a lost connection", async () => {
  const pipe = new FakePipe();
  const rules = new RulesClient(pipe);
  const question = rules.ask(["query fen"]);
  pipe.receive("half an answer");
  pipe.become("failed");
  pipe.sent = [];
  pipe.become("ready");
  assert.deepEqual(pipe.sent, ["query fen", "isready"]);
  pipe.receive("response x\nreadyok");
  assert.deepEqual(await question, ["response x"]);
});

test("a newer search stops the running one and replaces the waiting one", async () => {
  const pipe = new FakePipe();
  const engine = new EngineClient(pipe);
  const first = engine.search({ setup: ["position startpos"], go: "infinite" });
  const second = engine.search({ setup: ["position startpos moves a"], go: "nodes 1" });
  const third = engine.search({ setup: ["position startpos moves b"], go: "nodes 2" });
  assert.deepEqual(pipe.sent, ["position startpos", "go infinite", "stop"]);
  assert.equal((await second.done).best, null);
  pipe.receive("bestmove c");
  assert.equal((await first.done).best, "c");
  assert.deepEqual(pipe.sent.slice(3), ["position startpos moves b", "go nodes 2"]);
  pipe.receive("bestmove d");
  assert.deepEqual(await third.done, { best: "d", stopped: false, error: null });
});

test("a stopped search reports nothing more, but its best move", async () => {
  const pipe = new FakePipe();
  const engine = new EngineClient(pipe);
  const depths = [];
  const search = engine.search({ setup: [], go: "infinite", onInfo: (info) => depths.push(info.depth) });
  pipe.receive("info depth 1 multipv 1 score cp 5 nodes 1 pv a");
  search.stop();
  search.stop();
  pipe.receive("info depth 2 multipv 1 score cp 5 nodes 2 pv a\nbestmove a");
  assert.deepEqual(depths, [1]);
  assert.deepEqual(await search.done, { best: "a", stopped: true, error: null });
  assert.deepEqual(pipe.sent, ["go infinite", "stop"]);
});

test("a lost engine searches again once", async () => {
  const pipe = new FakePipe();
  const engine = new EngineClient(pipe);
  const search = engine.search({ setup: [], go: "nodes 9" });
  pipe.become("failed");
  pipe.become("ready");
  assert.deepEqual(pipe.sent, ["go nodes 9", "go nodes 9"]);
  pipe.become("failed");
  assert.equal((await search.done).error?.code, "lost");
  pipe.become("ready");
  assert.equal(pipe.sent.length, 2);
});

test("a refused search has the error", async () => {
  const pipe = new FakePipe();
  const engine = new EngineClient(pipe);
  const search = engine.search({ setup: [], go: "depth 0.5" });
  pipe.receive("info string error bad-number: column 10: expected a depth\nbestmove (none)");
  const result = await search.done;
  assert.equal(result.best, null);
  assert.equal(result.error?.code, "bad-number");
  await settle();
  assert.equal(engine.state, "idle");
});

// Tables without a browser: texts of Dixit, and the client against a server of the test.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { clueMove, giveMove, parseDixit, voteMove } from "../../page/js/rooms/dixit-model.js";
import { parseTablePath } from "../../page/js/rooms/store.js";

test("actions of Dixit", () => {
  assert.equal(clueMove("17", " quiet harbour! "), "clue:17:quiet%20harbour%21");
  assert.equal(clueMove("17", "-"), "clue:17:%2D");
  assert.equal(clueMove("17", "it's (a) 한국"), "clue:17:it%27s%20%28a%29%20%ED%95%9C%EA%B5%AD");
  assert.equal(giveMove(3, ["40", "12"]), "give:3:12+40");
  assert.equal(voteMove(3, 2), "vote:3:2");
});

test("a view of Dixit", () => {
  const card = (/** @type {string} */ label) => ({ owner: 2, kind: "card", height: 1, label });
  const scene = {
    variant: "dixit", fen: "vote 1 5,3,8,0 #5/5,6/#5/#5 #,4,#,# quiet - -,2,#,- #52 -", grid: "none", cells: [], pieces: [],
    areas: [
      { name: "hand", owner: 1, pieces: [{ owner: 1, kind: "hidden", height: 5 }] },
      { name: "hand", owner: 2, pieces: [card("5"), card("6")] },
      { name: "given", owner: 2, pieces: [card("4")] },
      { name: "vote", owner: 2, pieces: [{ owner: 2, kind: "vote", height: 1, label: "2" }] },
      { name: "table", owner: null, pieces: [card("4"), card("9")] },
      { name: "pile", owner: null, pieces: [{ owner: null, kind: "hidden", height: 52 }] },
    ],
    side: "seats 3,4", turn: [3, 4], committed: [], lastmove: null, result: null, reason: null, score: [5, 3, 8, 0], text: "quiet",
  };
  const view = parseDixit(scene, 2);
  assert.deepEqual([view.phase, view.storyteller, view.clue, view.vote, view.pile], ["vote", 1, "quiet", 2, 52]);
  assert.deepEqual(view.hand.map(({ label }) => label), ["5", "6"]);
  assert.deepEqual(parseDixit(scene, 1).hand, []);
  assert.deepEqual(parseDixit(scene, null).hand, []);
});

test("addresses of tables", () => {
  assert.deepEqual(parseTablePath("k3vq/pf0c"), { room: "k3vq", token: "pf0c" });
  assert.deepEqual(parseTablePath("k3vq"), { room: "k3vq", token: null });
  for (const path of ["", "a/b/c", "<b>", "a b"]) assert.equal(parseTablePath(path), null);
});

/** A WebSocket that the test answers. */
class FakeSocket extends EventTarget {
  static OPEN = 1;
  /** @type {FakeSocket[]} */
  static all = [];
  readyState = 0;
  /** @type {any[]} */
  sent = [];
  constructor() {
    super();
    FakeSocket.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.dispatchEvent(new Event("open"));
  }
  /** @param {string} text */
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  /** @param {object} frame */
  answer(frame) {
    this.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  }
  close() {
    this.readyState = 3;
    this.dispatchEvent(new Event("close"));
  }
}

/** @type {Record<string, unknown>} */
let kept = {};
beforeEach(({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  FakeSocket.all = [];
  const fakes = { WebSocket: FakeSocket, addEventListener: () => {}, document: Object.assign(new EventTarget(), { hidden: false }) };
  kept = Object.fromEntries(Object.keys(fakes).map((name) => [name, Reflect.get(globalThis, name)]));
  Object.assign(globalThis, fakes);
});
afterEach(() => Object.assign(globalThis, kept));

/** @param {Partial<import("../../page/js/rooms/wire.js").WireEvents>} events */
async function connect(events) {
  const { Wire } = await import("../../page/js/rooms/wire.js");
  const wire = new Wire("ws://localhost/room", events);
  return { wire, socket: () => /** @type {FakeSocket} */ (FakeSocket.all.at(-1)) };
}

test("a frame without an answer goes again with the same id", async ({ mock }) => {
  const { wire, socket } = await connect({});
  wire.join({ room: "k3", take: true });
  socket().open();
  const [join] = socket().sent;
  socket().answer({ t: "joined", id: join.id, room: "k3", seat: 2, token: "secret" });
  const done = wire.request({ t: "move", v: 3, move: "c3" });
  const move = socket().sent[1];
  socket().close();
  assert.equal(wire.state, "offline");
  mock.timers.tick(2_000);
  assert.equal(FakeSocket.all.length, 2);
  socket().open();
  const [again] = socket().sent;
  assert.deepEqual([again.t, again.token, again.take], ["join", "secret", undefined]);
  assert.notEqual(again.id, join.id);
  assert.equal(socket().sent.length, 1, "nothing goes before the seat is joined");
  socket().answer({ t: "joined", id: again.id, room: "k3", seat: 2 });
  assert.deepEqual(socket().sent[1], move);
  socket().answer({ t: "done", id: move.id, v: 4 });
  assert.equal((await done).v, 4);
  wire.close();
});

test("an open seat is asked for again with the same id", async ({ mock }) => {
  const { wire, socket } = await connect({});
  wire.join({ room: "k3", take: true });
  socket().open();
  const [join] = socket().sent;
  socket().close();
  mock.timers.tick(2_000);
  socket().open();
  assert.deepEqual(socket().sent[0], join);
  wire.close();
});

test("an older view is not taken", async () => {
  /** @type {number[]} */
  const seen = [];
  const { wire, socket } = await connect({ view: (view) => seen.push(view.v) });
  wire.join({ room: "k3" });
  socket().open();
  socket().answer({ t: "joined", id: socket().sent[0].id, room: "k3", seat: null });
  for (const v of [4, 5, 3, 5, 6]) socket().answer({ t: "view", room: "k3", v });
  socket().answer({ t: "view", room: "other", v: 9 });
  assert.deepEqual(seen, [4, 5, 5, 6]);
  wire.close();
});

test("refusals", async () => {
  /** @type {string[]} */
  const states = [];
  const { wire, socket } = await connect({ state: (state, text) => states.push(`${state} ${text}`) });
  wire.join({ room: "k3", token: "wrong" });
  socket().open();
  socket().answer({ t: "refused", id: socket().sent[0].id, code: "no-seat", text: "" });
  assert.equal(states.at(-1), "closed no-seat");
  wire.close();
});

test("a silent connection is given up", async ({ mock }) => {
  const { wire, socket } = await connect({});
  wire.join({ room: "k3" });
  socket().open();
  const first = socket();
  mock.timers.tick(15_000);
  assert.deepEqual(first.sent.at(-1), { t: "ping", n: 1 });
  mock.timers.tick(8_000);
  assert.equal(wire.state, "offline");
  mock.timers.tick(1_000);
  assert.equal(FakeSocket.all.length, 2);
  wire.close();
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { between, choices, click, parseMove, sources, targets, typed } from "../../page/js/moves.js";

const KEYS = new Set(["a1", "a10", "a11", "c3", "d4", "11", "15", "19", "24", "6", "10"]);

test("words of moves name their cells", () => {
  assert.deepEqual(parseMove("c3", KEYS), { word: "c3", from: null, to: "c3", captures: [] });
  assert.deepEqual(parseMove("c3d4", KEYS), { word: "c3d4", from: "c3", to: "d4", captures: [] });
  assert.deepEqual(parseMove("a10a11", KEYS), { word: "a10a11", from: "a10", to: "a11", captures: [] });
  assert.deepEqual(parseMove("11-15", KEYS), { word: "11-15", from: "11", to: "15", captures: [] });
  assert.deepEqual(parseMove("15x24x19", KEYS), { word: "15x24x19", from: "15", to: "24", captures: ["19"] });
  assert.deepEqual(parseMove("pass", KEYS), { word: "pass", from: null, to: null, captures: [] });
});

test("sources and targets", () => {
  const { moves } = choices(["c3d4", "c3a1", "a1"], KEYS);
  assert.deepEqual([...sources(moves)], ["c3", "a1"]);
  assert.deepEqual([...targets(moves, "c3")], ["d4", "a1"]);
  assert.deepEqual([...targets(moves, null)], ["a1"]);
  assert.equal(between(moves, "c3", "d4").length, 1);
});

test("clicks choose a piece, its target, another piece, or nothing", () => {
  const { moves } = choices(["c3d4", "a1a10"], KEYS);
  assert.deepEqual(click(moves, null, "c3"), { kind: "select", from: "c3" });
  assert.deepEqual(click(moves, null, "d4"), { kind: "none" });
  assert.deepEqual(click(moves, "c3", "c3"), { kind: "clear" });
  assert.deepEqual(click(moves, "c3", "a1"), { kind: "select", from: "a1" });
  assert.deepEqual(click(moves, "c3", "a11"), { kind: "clear" });
  assert.equal(click(moves, "c3", "d4").kind, "move");
});

test("captures with the same cells are all offered", () => {
  const { moves } = choices(["15x6x10", "15x6x10x11x19x24"], KEYS);
  const found = click(moves, "15", "6");
  assert.equal(found.kind, "move");
  assert.deepEqual(found.kind === "move" && found.moves.map((move) => move.captures), [["10"], ["10", "11", "19", "24"]]);
});

test("typed moves may be short and in any case", () => {
  const { moves } = choices(["c3d4", "15x6x10", "15x6x10x11x19x24", "11-15"], KEYS);
  const words = (text) => typed(moves, text).map((move) => move.word);
  assert.deepEqual(words("C3-D4"), ["c3d4"]);
  assert.deepEqual(words("c3 d4"), ["c3d4"]);
  assert.deepEqual(words("11x15"), ["11-15"]);
  assert.deepEqual(words("15x6x10"), ["15x6x10"]);
  assert.deepEqual(words("15x6"), ["15x6x10", "15x6x10x11x19x24"]);
  assert.deepEqual(words("d4"), []);
});

// Epigo without a browser: its texts, plans in the making and the numbers of turns.

import assert from "node:assert/strict";
import { test } from "node:test";
import { formatPlan, isOnBoard, lineUpTiles, parseFen, parseLineUp, parsePlan, parseSteps, pointOf, replay, turnNumber } from "../../page/js/epigo/model.js";
import { Planner, chooseSquare } from "../../page/js/epigo/planner.js";

const FEN = "..../b6b5...b2/......../b7..b4.b3.b1/.w2.w4.w5w6./w1......w7/.w3..../.... 2";

test("a position of Epigo", () => {
  const { tiles, turn } = parseFen(FEN);
  assert.equal(turn, 2);
  assert.equal(tiles.size, 14);
  assert.deepEqual(tiles.get("w3"), pointOf("c2"));
  assert.deepEqual(tiles.get("b6"), pointOf("b7"));
  assert.equal(parseFen("- 0").tiles.size, 0);
  assert.ok(!isOnBoard(pointOf("a1")) && isOnBoard(pointOf("c1")));
});

test("line-ups and plans as people type them", () => {
  assert.equal(parseLineUp(" 1234x567 "), "1234X567");
  assert.equal(parseLineUp("1234X566"), null);
  assert.deepEqual(lineUpTiles("1234X567", "b").get("bX"), pointOf("e5"));
  const { tiles } = parseFen(FEN);
  assert.equal(formatPlan(parsePlan("3n, 7e 1W", tiles, "w") ?? []), "3N-7E-1W");
  tiles.delete("w1");
  assert.equal(formatPlan(parsePlan("3N-7E-1W", tiles, "w") ?? []), "3N-7E-1x");
  for (const text of ["3N-7E", "3N-3E-1W", "8N-7E-1W", "3N-7x-1W", "", "3N-7E-1W-2N"]) assert.equal(parsePlan(text, tiles, "w"), null);
});

test("the steps of a turn lead to the position of the engine", () => {
  const effects = ["1 cancel 3", "2 w7S off h3", "2 capture w7 by b", "2 b5N slide c7c8", "3 b6N off b7", "3 capture b6 by w", "3 w1S off a3", "3 capture w1 by b"];
  const steps = parseSteps(effects);
  assert.deepEqual(steps.map(({ kind }) => kind), ["cancel", "off", "slide", "off", "off"]);
  assert.deepEqual(steps[1]?.captured, ["w7"]);
  const end = replay(parseFen(FEN).tiles, steps).at(-1);
  const expected = parseFen("b5.../.....b2/......../b7..b4.b3.b1/.w2.w4.w5w6./......../.w3..../.... 3").tiles;
  assert.deepEqual(new Map([...(end ?? [])].sort()), new Map([...expected].sort()));
});

test("a push moves the whole row, and the last tile leaves the board", () => {
  const start = parseFen("b7b2b4b5/b6...../......../......../.b3w6b1w2.../......../....../w4w5w1w3 5").tiles;
  const [step] = parseSteps(["1 b3E push b4c4 w6,b1,w2 2:2"]);
  const end = replay(start, step ? [step] : []).at(-1);
  assert.deepEqual(["b3", "w6", "b1", "w2"].map((tile) => end?.get(tile)), ["c4", "d4", "e4", "f4"].map(pointOf));
  const off = parseSteps(["1 w5E push d1e1 w1,w3 3:0", "1 capture w3 by b"]);
  assert.equal(replay(start, off).at(-1)?.has("w3"), false);
});

test("all kinds of steps", () => {
  const effects = ["1 w7x absent", "1 b3E push b4c4 w6,b1,w2 2:2", "2 cancel 4", "3 w1N super a1a3", "3 w2W off a3", "3 capture w2 by b", "2 w5N blocked f4 at b4 2:3", "fen - 0"];
  const steps = parseSteps(effects);
  assert.deepEqual(steps.map(({ kind }) => kind), ["absent", "push", "cancel", "super", "off", "blocked"]);
  assert.deepEqual(steps[1], { slot: 1, kind: "push", tile: "b3", direction: "E", from: "b4", to: "c4", pushed: ["w6", "b1", "w2"], count: "2:2", captured: [] });
  assert.deepEqual([steps[4]?.captured, steps[5]?.from, steps[5]?.to, steps[5]?.count], [["w2"], "f4", "b4", "2:3"]);
});

test("turns are counted from the start position", () => {
  assert.deepEqual([0, 1, 2].map((index) => turnNumber(null, index)), [0, 1, 2], "the line-ups, then turn 1");
  assert.equal(turnNumber("- 0", 1), 1);
  assert.deepEqual([0, 3].map((index) => turnNumber(FEN, index)), [2, 5], "the first turn has the number of the FEN");
});

test("a line-up by squares", () => {
  const planner = new Planner("b", new Map());
  assert.equal(planner.text, "1357X642");
  assert.equal(chooseSquare(planner, "a4"), false, "a square of the other side");
  for (const key of ["a5", "e5"]) assert.equal(chooseSquare(planner, key), true);
  assert.equal(planner.text, "X3571642");
});

test("a plan by squares and directions", () => {
  const { tiles } = parseFen(FEN);
  tiles.delete("w7");
  const planner = new Planner("w", tiles);
  chooseSquare(planner, "c2");
  planner.order("N");
  planner.select(7);
  assert.equal(planner.isComplete, false);
  chooseSquare(planner, "a3");
  planner.order("W");
  assert.equal(planner.text, "3N-7x-1W");
  planner.exchange(0);
  chooseSquare(planner, "c2");
  planner.order("E");
  assert.equal(planner.text, "7x-3E-1W", "another order takes the place of the old one");
  planner.remove(1);
  assert.equal(planner.slotOf(1), 2);
});

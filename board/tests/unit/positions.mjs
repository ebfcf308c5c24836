import assert from "node:assert/strict";
import { test } from "node:test";
import { Clock, clockText } from "../../page/js/clock.js";
import { difference } from "../../page/js/animate.js";
import { placementOf, restOf, writeFen } from "../../page/js/fen.js";
import { positionLines } from "../../page/js/rules.js";
import { atEnd, centipieces, forFirst, lossOf, parseInfo, scoreText, share } from "../../page/js/scores.js";

/** A board of files and ranks with pieces, as `d json` answers it. */
function scene(variant, fen, files, ranks, pieces) {
  const cells = [];
  for (let rank = 1; rank <= ranks; rank += 1) {
    for (let file = 0; file < files; file += 1) {
      cells.push({ key: String.fromCharCode(97 + file) + rank, x: file, y: variant === "reversi" ? rank - 1 : ranks - rank, shade: "plain" });
    }
  }
  return { variant, fen, cells, pieces, turn: [2], grid: "squares", areas: [], side: "", committed: [], lastmove: null, result: null, reason: null, score: [] };
}

test("a position is written as it was read", () => {
  const piece = (at, owner, kind) => ({ at, owner, kind, height: 1 });
  const sparta = scene("sparta", "7h/8/8/8/1P6/8/8/8 b w:a4;b:-", 8, 8, [piece("b4", 1, "warrior"), piece("h8", 2, "hero")]);
  assert.equal(writeFen(sparta, placementOf(sparta), restOf(sparta)), sparta.fen);
  const reversi = scene("reversi", "8/8/8/3OX3/8/8/8/8 w", 8, 8, [piece("d4", 2, "disc"), piece("e4", 1, "disc")]);
  assert.equal(writeFen(reversi, placementOf(reversi), restOf(reversi)), reversi.fen);
  const wide = scene("latrunculi-12x8", "12/12/12/4D7/12/12/12/11d b", 12, 8, [piece("e5", 1, "dux"), piece("l1", 2, "dux")]);
  assert.equal(writeFen(wide, placementOf(wide), restOf(wide)), wide.fen);
});

test("squares of draughts are written by number", () => {
  const cells = ["2", "10", "32"].map((key, i) => ({ key, x: i, y: 0, shade: "dark" }));
  const pieces = [
    { at: "10", owner: 1, kind: "man", height: 1 },
    { at: "2", owner: 1, kind: "king", height: 1 },
    { at: "32", owner: 2, kind: "man", height: 1 },
  ];
  const checkers = { ...scene("checkers", "B:W32:BK2,10", 0, 0, pieces), cells, turn: [1] };
  assert.equal(writeFen(checkers, placementOf(checkers), restOf(checkers)), "B:W32:BK2,10");
});

test("pieces that have moved are found", () => {
  const piece = (owner, height = 1) => ({ owner, kind: "stack", height });
  const before = new Map([["a1", piece(1)], ["b1", piece(2)], ["c1", piece(2)]]);
  const after = new Map([["b1", piece(1, 2)]]);
  const found = difference(before, after, { from: "a1", to: "b1" });
  assert.deepEqual(found.slides, [{ from: "a1", to: "b1" }]);
  assert.deepEqual(found.gone, ["b1", "c1"]);
  assert.deepEqual(difference(after, before, { from: "a1", to: "b1" }).come, ["b1", "c1", "a1"].sort((a, b) => ["a1", "b1", "c1"].indexOf(a) - ["a1", "b1", "c1"].indexOf(b)));
});

test("lines of a search", () => {
  const info = parseInfo("info depth 9 seldepth 12 multipv 2 score cp -120 lowerbound wdl 0 0 1000 nodes 5 nps 7 hashfull 0 time 3 pv a b");
  assert.deepEqual(info, { depth: 9, line: 2, score: { kind: "cp", value: -120, proved: true }, bound: "lower", wdl: [0, 0, 1000], nodes: 5, nps: 7, time: 3, pv: ["a", "b"] });
  assert.equal(parseInfo("info string gap 0.1 value 0"), null);
  assert.equal(scoreText({ kind: "mate", value: -7, proved: true }), "-#7");
  const over = parseInfo("info depth 0 score mate 0")?.score;
  assert.equal(scoreText(over), "-#0");
  assert.equal(scoreText(atEnd(over, 2, "p2win")), "#0");
  assert.equal(centipieces(forFirst(atEnd(over, 1, "p2win"), 1)), -1000);
  assert.equal(share(forFirst(over, 2)), 1);
  assert.equal(scoreText({ kind: "cp", value: 2600, proved: true }), "+26!");
  assert.equal(forFirst({ kind: "cp", value: 30, proved: false }, 2).value, -30);
});

test("the cost of a move counts a mate as ten pieces", () => {
  const cp = (value) => ({ kind: "cp", value, proved: false });
  const mate = (value) => ({ kind: "mate", value, proved: true });
  assert.equal(lossOf(cp(120), cp(50)), 70);
  assert.equal(lossOf(cp(50), cp(120)), 0);
  assert.equal(lossOf(mate(5), cp(0)), 1000);
  assert.equal(lossOf(cp(3000), mate(-4)), 2000);
  assert.equal(centipieces(mate(-1)), -1000);
});

test("clocks", () => {
  const clock = new Clock(1, 2, () => {}, () => {});
  clock.turn(1);
  clock.turn(2, true);
  assert.ok(clock.of(1) > 61_000);
  clock.turn(0);
  assert.match(clock.limits(), /^p1time \d+ p2time \d+ p1inc 2000 p2inc 2000$/);
  assert.equal(clockText(65_000), "1:05");
  assert.equal(clockText(9_460), "0:09.4");
});

test("a position is two lines, whatever an address has", () => {
  const lines = positionLines({ variant: "gonu", fen: "8/8 w\ngo infinite\r\u0000x", moves: ["a1a2\nquit"] });
  assert.deepEqual(lines, ["setoption name UCI_Variant value gonu", "position fen 8/8 w go infinite x moves a1a2 quit"]);
});

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, parseEffects, slotEffect } from "../../page/js/effects.js";

test("effects name their cells", () => {
  const effects = parseEffects("effects b3b1: removed c4=b c5=w; result p1win; fen ..w/. w s");
  assert.equal(effects?.move, "b3b1");
  assert.equal(effects?.fen, "..w/. w s");
  assert.deepEqual(cellsOf(effects?.list ?? []), [
    { key: "c4", effect: "removed", value: "b" },
    { key: "c5", effect: "removed", value: "w" },
  ]);
});

test("a move without effects", () => {
  assert.deepEqual(parseEffects("effects b4b2: fen 9/1Ka6 w"), { move: "b4b2", list: [], fen: "9/1Ka6 w" });
  assert.equal(parseEffects("info string error illegal-move: ..."), null);
});

test("the steps of a turn of Epigo", () => {
  const text = "1 w7x absent; 1 b3E push b4c4 w6,b1,w2 2:2; 2 cancel 4; 3 w1N super a1a3; 3 w2W off a3; 3 capture w2 by b; 2 w5N blocked f4 at b4 2:3";
  const steps = (parseEffects(`effects x/y: ${text}; fen - 0`)?.list ?? []).map(slotEffect);
  assert.deepEqual(steps.map((step) => step?.kind), ["absent", "push", "cancel", "super", "off", "capture", "blocked"]);
  assert.deepEqual(steps[1], { slot: 1, kind: "push", tile: "b3", from: "b4", to: "c4", row: ["w6", "b1", "w2"], by: "" });
  assert.deepEqual([steps[5]?.tile, steps[5]?.by], ["w2", "b"]);
  assert.deepEqual([steps[6]?.from, steps[6]?.to], ["f4", "b4"]);
});

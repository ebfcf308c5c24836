import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, parseEffects } from "../../page/js/effects.js";

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

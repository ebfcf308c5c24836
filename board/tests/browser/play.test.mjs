// Playing in a browser, with the lines of a native engine behind a server.

import assert from "node:assert/strict";
import { test } from "node:test";
import { movesOf, press, waitForMoves, withServer } from "./browser.mjs";

const shared = withServer();
const { start } = shared;

/** Clicks on the first piece that can move, and on the first cell that it can go to. */
async function clickMove(page) {
  const source = await page.locator("#board g.pt-cell.is-source").first().getAttribute("data-key");
  await press(page, source);
  const target = page.locator("#board g.pt-cell.is-target");
  if ((await page.locator('#board g.pt-cell[aria-selected="true"]').count()) > 0) await press(page, await target.first().getAttribute("data-key"));
}

for (const game of ["dvonn", "reversi", "checkers", "draughts", "gonu", "tablut", "latrunculi", "sparta"]) {
  test(`${game}: a move by clicks and the answer of the engine`, async () => {
    const { page, context, errors } = await start(`#play?game=${game}`, { side: "1", level: 2 });
    await clickMove(page);
    const moves = await waitForMoves(page, (found) => found.length === 2);
    assert.equal(moves.length, 2);
    assert.match(await page.textContent("#live"), /\w/);
    assert.deepEqual(errors, []);
    await context.close();
  });
}

test("a whole game by clicks to its end", async () => {
  const fen = "7p/P7/8/8/8/8/8/P6P w";
  const { page, context, errors } = await start(`#play?game=gonu&fen=${encodeURIComponent(fen)}`, { side: "1", level: 4 });
  for (let turn = 0; turn < 60; turn += 1) {
    if (await page.locator(".status.is-over").count()) break;
    const count = movesOf(page).length;
    await clickMove(page);
    await waitForMoves(page, (found) => found.length >= count + 2 || found.length === count + 1).catch(() => {});
    await page.waitForFunction(() => document.querySelector(".status.is-over") || document.querySelector("#board .is-source"), null, { timeout: 20_000 });
  }
  assert.equal(await page.locator(".status.is-over").count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test("several captures with the same cells are asked for", async () => {
  const fen = "W:WK15:B10,18,19,26,27";
  const { page, context } = await start(`#play?game=checkers&fen=${encodeURIComponent(fen)}`, { side: "both" });
  await press(page, "15");
  await press(page, "6");
  await page.getByRole("dialog").getByRole("button", { name: "captures 10", exact: true }).click();
  assert.deepEqual(await waitForMoves(page, (found) => found.length === 1), ["15x6x10"]);
  await context.close();
});

test("a move by dragging, with the preview of its effects", async () => {
  const fen = "p6p/8/3P4/3p4/1Pp1pP2/8/8/3P4 w";
  const { page, context } = await start(`#play?game=gonu&fen=${encodeURIComponent(fen)}`, { side: "both" });
  const box = async (key) => page.locator(`#board g.pt-cell[data-key="${key}"]`).boundingBox();
  const [from, to] = [await box("d1"), await box("d4")];
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.waitForSelector("#board g.effect-captured");
  assert.equal(await page.locator("#board g.effect-captured").count(), 3);
  await page.mouse.up();
  assert.deepEqual(await waitForMoves(page, (found) => found.length === 1), ["d1d4"]);
  await context.close();
});

test("undo, redo, hint, resign and a new game", async () => {
  const { page, context, errors } = await start("#play?game=reversi", { side: "1", level: 2 });
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForSelector("#board .arrow-hint");
  await press(page, "f5");
  await waitForMoves(page, (found) => found.length === 2);
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => location.hash.includes("ply=0"));
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "Last position" }).click();
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".status.is-over");
  assert.match(await page.textContent(".status"), /White wins \(resignation\)/);
  await page.locator("#tools").getByRole("button", { name: "New game" }).click();
  await page.getByText("Sparta", { exact: true }).click();
  await page.getByRole("dialog").getByText("Two players").click();
  await page.getByRole("button", { name: "Begin" }).click();
  await page.waitForSelector("#board svg.game-sparta, #board svg[aria-label*=parta]");
  assert.match(page.url(), /game=sparta/);
  assert.deepEqual(errors, []);
  await context.close();
});

test("the keyboard alone: choosing, moving and typing", async () => {
  const { page, context, errors } = await start("#play?game=sparta", { side: "both" });
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("data-key"));
  assert.equal(await focused(), "a1");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("x");
  await page.keyboard.press("a");
  assert.equal(await focused(), "a1");
  await page.keyboard.press("m");
  assert.match(await page.textContent("#live"), /^a1: \d+ moves, to /);
  await page.keyboard.press("Enter");
  assert.match(await page.textContent("#live"), /^a1 chosen/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  assert.deepEqual(await waitForMoves(page, (found) => found.length === 1), ["a1a3"]);
  assert.equal(await focused(), "a3");
  await page.waitForFunction(() => document.querySelector("#live")?.textContent?.includes("a1 to a3"));
  await page.keyboard.press("i");
  await page.keyboard.type("H8-H6");
  await page.keyboard.press("Enter");
  await waitForMoves(page, (found) => found.length === 2);
  await page.fill("#typed-move", "h8h6");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".toast.error");
  assert.deepEqual(errors, []);
  await context.close();
});

test("thinking is shown and can be ended", async () => {
  const { page, context } = await start("#play?game=draughts", { side: "1", level: 20 });
  await clickMove(page);
  await page.waitForSelector(".thinking");
  await page.getByRole("button", { name: "Play now" }).click();
  await waitForMoves(page, (found) => found.length === 2, 5_000);
  await context.close();
});

test("a crashed engine comes back and goes on", async () => {
  const { page, context } = await start("#play?game=reversi", { side: "1", level: 2 });
  await press(page, "f5");
  await waitForMoves(page, (found) => found.length === 2);
  shared.server.crash();
  await page.waitForTimeout(1500);
  await clickMove(page);
  await waitForMoves(page, (found) => found.length === 4);
  await context.close();
});

test("clocks run, and a player without time loses", async () => {
  const { page, context } = await start("#play?game=reversi", { side: "both", minutes: 1, increment: 0 });
  await page.clock.install();
  assert.equal(await page.locator(".clock").count(), 2);
  await press(page, "f5");
  await page.waitForSelector(".clock.runs");
  await page.clock.fastForward(61_000);
  await page.waitForSelector(".status.is-over");
  assert.match(await page.textContent(".status"), /Black wins \(time is up\)/);
  await context.close();
});

test("a visit without an address shows the last game", async () => {
  const { page, context } = await start("#play?game=gonu&moves=a1a7", { side: "both" });
  await page.goto("about:blank");
  await page.goto(shared.server.url);
  await page.waitForSelector("#board svg");
  await waitForMoves(page, (moves) => moves.join() === "a1a7");
  await context.close();
});

test("the second button of the mouse draws an arrow and takes it back", async () => {
  const { page, context } = await start("#play?game=gonu", { side: "both" });
  const centre = async (key) => {
    const box = await page.locator(`#board g.pt-cell[data-key="${key}"]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  for (const count of [1, 0]) {
    await page.mouse.move(...(await centre("a1")));
    await page.mouse.down({ button: "right" });
    await page.mouse.move(...(await centre("a5")));
    await page.mouse.up({ button: "right" });
    assert.equal(await page.locator("#board .arrow-user").count(), count);
  }
  await context.close();
});

test("a phone: a move by taps", async () => {
  const { page, context, errors } = await start("#play?game=tablut", { side: "1", level: 2 }, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  for (const key of ["d9", "b9"]) {
    const box = await page.locator(`#board g.pt-cell[data-key="${key}"]`).boundingBox();
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  }
  const moves = await waitForMoves(page, (found) => found.length === 2);
  assert.equal(moves[0], "d9b9");
  assert.deepEqual(errors, []);
  await context.close();
});

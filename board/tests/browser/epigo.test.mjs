// Epigo on one device: secret plans, the replay, the tree of moves and the engine.

import assert from "node:assert/strict";
import { test } from "node:test";
import { press, waitForMoves, withServer } from "./browser.mjs";

const { start } = withServer();
const LINE_UPS = "1357X642/1357X642";

/** Types a choice and sends it. @param {import("playwright-core").Page} page @param {string} text */
async function type(page, text) {
  await page.fill("[data-do=typed] [name=text]", text);
  await page.keyboard.press("Enter");
  await page.click("[data-do=commit]");
}

test("two people plan on one device", async () => {
  const { page, context, errors } = await start("#play?game=epigo", { side: "both" });
  const cover = page.locator("dialog.cover .primary");
  await cover.click();
  await press(page, "a4");
  await press(page, "b4");
  assert.match(await page.textContent(".status"), /White plans/);
  await page.click("[data-do=commit]");
  await cover.waitFor();
  assert.match(await page.textContent(".status"), /Black plans/);
  assert.equal(await page.locator("#board .pt-piece, .epigo-line-up, .epigo-slots").count(), 0, "nothing of the choice is left");
  await cover.click();
  await page.click("[data-do=commit]");
  assert.deepEqual(await waitForMoves(page, (found) => found.length === 1), ["3157X642/1357X642"]);
  await page.click("[data-do=replay-end]");
  await cover.click();
  await press(page, "a4");
  await press(page, "a5");
  assert.match(await page.textContent(".epigo-slots"), /3.*north/);
  await type(page, "1N-3N-4N");
  await cover.click();
  assert.equal(await page.locator("#board .epigo-arrow, #board .epigo-ghost").count(), 0);
  for (const tile of [5, 6, 7]) {
    await page.click(`.epigo-orders [data-arg="${tile}"]`);
    await page.click(".epigo-compass [data-arg=S]");
  }
  await page.waitForSelector(".epigo-preview");
  await page.click("[data-do=commit]");
  assert.deepEqual(await waitForMoves(page, (found) => found.length === 2), ["3157X642/1357X642", "1N-3N-4N/5S-6S-7S"]);
  assert.match(await page.textContent(".epigo-steps"), /White 1 pushes Black 3/);
  assert.equal(await page.textContent(".epigo-panel h2"), "Turn 1");
  await page.click("[data-do=replay-end]");
  await cover.click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.waitForFunction(() => location.hash.includes("ply=1"));
  await page.getByRole("button", { name: "Plan this turn" }).click();
  await cover.click();
  await type(page, "7E-6E-5E");
  await cover.click();
  await type(page, "1S-2S-3S");
  assert.deepEqual(await waitForMoves(page, (found) => found.length === 2 && found[1].startsWith("7E")), ["3157X642/1357X642", "7E-6E-5E/1S-2S-3S"]);
  assert.equal(await page.locator(".moves .variation").count(), 1, "both turns are in the tree");
  assert.deepEqual(errors, []);
  await context.close();
});

test("a turn is replayed again, step by step, and the game goes on", async () => {
  const { page, context, errors } = await start(`#play?game=epigo&moves=${LINE_UPS}+1N-2N-3N/7S-6S-5S`, { side: "both" });
  await page.locator("dialog.cover .primary").click();
  await page.getByRole("button", { name: "Replay the last turn" }).click();
  await page.waitForSelector(".epigo-steps");
  await page.click("[data-do=replay-first]");
  assert.equal(await page.locator("#board [data-tile=w1]").getAttribute("transform"), await centre(page, "a4"));
  await page.click("[data-do=replay-step]");
  await page.waitForSelector(".epigo-step[aria-current=step]");
  await page.click("[data-do=replay-end]");
  await page.waitForSelector(".epigo-orders");
  await page.getByRole("button", { name: "Turn board" }).click();
  await page.waitForFunction(() => document.querySelector("#board [data-key=a4]").getBoundingClientRect().x > document.querySelector("#board [data-key=h4]").getBoundingClientRect().x);
  await page.locator(".moves button").first().click();
  await page.getByRole("button", { name: "Plan this turn" }).waitFor();
  assert.equal(await page.textContent(".status"), "Turn 1");
  await page.getByRole("button", { name: "Redo" }).click();
  await page.locator("dialog.cover .primary").waitFor();
  assert.deepEqual(errors, []);
  await context.close();
});

test("keys alone, against the engine", async () => {
  const { page, context, errors } = await start(`#play?game=epigo&moves=${LINE_UPS}`, { side: "2", level: 2 });
  await page.locator("#board [tabindex='0']").focus();
  for (const key of ["1", "ArrowUp", "2", "ArrowLeft", "7", "ArrowUp"]) await page.keyboard.press(key);
  assert.equal(await page.locator(".epigo-slot:not(.is-empty)").count(), 3);
  await page.locator("[data-do=commit]").focus();
  await page.keyboard.press("Enter");
  const moves = await waitForMoves(page, (found) => found.length === 2, 30_000);
  assert.match(moves[1], /\/1S-2E-7S$/);
  await page.waitForSelector(".epigo-steps");
  await page.locator("#board [tabindex='0']").focus();
  await page.keyboard.press("?");
  await page.waitForSelector("dialog .keys");
  await page.keyboard.press("Escape");
  await page.click("[data-do=replay-end]");
  await page.waitForSelector(".epigo-orders");
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
  await page.waitForSelector(".status.is-over");
  assert.equal(await page.locator(".epigo-orders").count(), 0, "nobody plans after the end");
  assert.deepEqual(errors, []);
  await context.close();
});

/** Where a tile on a square stands. @param {import("playwright-core").Page} page @param {string} key */
function centre(page, key) {
  return page.evaluate((name) => {
    const square = document.querySelector(`#board [data-key=${name}] rect`);
    return `translate(${Number(square?.getAttribute("x")) + 50} ${Number(square?.getAttribute("y")) + 50})`;
  }, key);
}

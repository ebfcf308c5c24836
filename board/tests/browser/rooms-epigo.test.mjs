// Epigo at tables: secret plans, keys, and a server that is killed.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { close, createTable, isTooWide, lastView, linkOf, person, shoot, skip, startBoard, tabTo, texts, violations, withBoard } from "./rooms-browser.mjs";

/** @typedef {import("./rooms-browser.mjs").Person} Person */

const shared = withBoard();

test("a game of Epigo by clicks, with secret plans", { skip, timeout: 120_000 }, async () => {
  const watcher = await person(shared.browser);
  const { white, black } = await epigo();
  await watcher.page.goto(await white.page.url());
  await watcher.page.waitForSelector("text=You are watching");
  await lineUp(white, "1234X567");
  await white.page.waitForSelector(".epigo-sent");
  await black.page.waitForSelector(".rooms-player-row:nth-child(1) .rooms-tag.is-accent");
  assert.ok(!black.received.some((frame) => frame.includes("1234X567")), "the line-up of White is secret");
  await lineUp(black, "7654X321");
  for (const { page } of [white, black]) await page.waitForSelector(".epigo-steps");
  assert.ok(black.received.some((frame) => frame.includes("1234X567/7654X321")), "the line-ups are shown together");
  for (const { page } of [white, black]) await page.click("[data-do=replay-end]");

  await plan(white, "1W 7E 2W");
  await shoot(white, "epigo-plan");
  assert.deepEqual(await violations(white), []);
  const before = [black, watcher].map(({ received }) => received.length);
  await white.page.click("[data-do=commit]");
  await white.page.waitForSelector(".epigo-sent");
  assert.equal(await white.page.textContent(".epigo-plan-text"), "1W-7E-2W");
  await shoot(white, "epigo-sent");
  await black.page.waitForSelector(".rooms-player-row:nth-child(1) .rooms-tag.is-accent");
  await watcher.page.waitForSelector(".rooms-player-row:nth-child(1) .rooms-tag.is-accent");
  for (const [i, { received }] of [black, watcher].entries()) {
    const seen = received.slice(before[i]).join("\n");
    assert.ok(!/1W|7E|2W/.test(seen), "no message to others holds an order of White");
  }
  await plan(black, "4S 5S 6S");
  await shoot(black, "epigo-black");
  await black.page.click("[data-do=commit]");
  await white.page.waitForSelector(".epigo-step-slot");
  const steps = await white.page.textContent(".epigo-steps");
  assert.match(steps ?? "", /White 1 leaves the board at a4\. White 1 is captured\./);
  await shoot(white, "epigo-replay");
  await watcher.page.waitForSelector("text=White 1 leaves the board at a4.");
  assert.deepEqual(await violations(white), []);
  for (const { page } of [white, black]) await page.click("[data-do=replay-end]");

  await plan(white, "2W 1x 3S");
  await white.page.click("[data-do=commit]");
  await plan(black, "1N 2N 3N");
  await black.page.click("[data-do=commit]");
  for (const one of [white, black]) {
    await one.page.waitForSelector(".rooms-result");
    assert.match((await one.page.textContent(".rooms-result")) ?? "", /^Black wins/);
  }
  await shoot(black, "epigo-over");
  assert.deepEqual(await violations(black), []);
  await white.page.click("[data-arg=rematch]");
  await black.page.click("[data-do=answer][data-arg='rematch yes']");
  await white.page.waitForSelector("text=game 2");
  assert.equal(lastView(white).seat, 2, "a rematch changes the seats");
  await close(white, black, watcher);
});

test("Epigo by keys and typed orders alone, on a phone", { skip, timeout: 120_000 }, async () => {
  const { white, black } = await epigo({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await lineUps(white, black);
  assert.equal(await isTooWide(black), false);
  await black.page.locator(".epigo-board [tabindex='0']").focus();
  for (const key of ["7", "ArrowUp", "6", "ArrowLeft", "5", "ArrowDown"]) await black.page.keyboard.press(key);
  assert.deepEqual(await texts(black, ".epigo-slot .epigo-slot-way"), ["↑ south", "← east", "↓ north"]);
  await black.page.keyboard.press("Backspace");
  assert.equal((await texts(black, ".epigo-slot .epigo-slot-way")).length, 2);
  await black.page.keyboard.press("5");
  await black.page.waitForSelector("#live:has-text('Tile 5: choose a direction')", { state: "attached" });
  await black.page.keyboard.press("ArrowUp");
  await shoot(black, "epigo-phone");
  assert.deepEqual(await violations(black), []);
  await tabTo(black, "[data-do=commit]");
  await black.page.keyboard.press("Enter");
  await black.page.waitForSelector(".epigo-sent");
  await white.page.locator("[data-do=typed] [name=text]").focus();
  await white.page.keyboard.type("3n 4n 5n");
  await white.page.keyboard.press("Enter");
  await tabTo(white, "[data-do=commit]", true);
  await white.page.keyboard.press("Enter");
  await black.page.waitForSelector(".epigo-steps");
  assert.equal(lastView(black).line.at(-1), "3N-4N-5N/7S-6E-5S");
  await shoot(black, "epigo-phone-replay");
  await close(white, black);
});

test("a killed server loses no game", { skip, timeout: 120_000 }, async () => {
  const data = await mkdtemp(join(tmpdir(), "petteia-rooms-"));
  const first = await startBoard(["--data", data]);
  const { port } = new URL(first.url);
  const { white, black } = await epigoAt(first.url);
  await plan(white, "1N 2N 3N");
  await white.page.click("[data-do=commit]");
  await white.page.waitForSelector(".epigo-sent");
  await first.kill("SIGKILL");
  await white.page.waitForSelector(".rooms-connection.is-offline");
  await shoot(white, "offline");
  const second = await startBoard(["--listen", `127.0.0.1:${port}`, "--data", data]);
  await white.page.waitForSelector(".rooms-connection.is-online", { skip, timeout: 30_000 });
  await black.page.waitForSelector(".rooms-connection.is-online", { skip, timeout: 30_000 });
  assert.equal(await white.page.textContent(".epigo-plan-text"), "1N-2N-3N");
  await plan(black, "1S 2S 3S");
  await black.page.click("[data-do=commit]");
  await white.page.waitForSelector(".epigo-steps");
  await close(white, black);
  await second.kill();
  await rm(data, { recursive: true });
});

/** Orders by clicks on the panel. @param {Person} somebody @param {string} plan such as `1W 2E 3N` */
async function plan({ page }, plan) {
  for (const order of plan.split(" ")) {
    await page.click(`.epigo-orders [data-arg="${order[0]}"]`);
    if (order[1] !== "x") await page.click(`.epigo-compass [data-arg="${order[1]}"]`);
  }
  await page.waitForSelector(".epigo-preview");
}

/** @param {Person} somebody @param {string} lineUp */
async function lineUp({ page }, lineUp) {
  await page.fill("[data-do=typed] [name=text]", lineUp);
  await page.click("[data-do=typed] [type=submit]");
  await page.click("[data-do=commit]");
}

/** Two people at a table of Epigo, after the line-ups. @param {object} [options] of the second context */
async function epigo(options = {}) {
  const [white, black] = [await person(shared.browser), await person(shared.browser, options)];
  await createTable(white, shared.board.url, { variant: "epigo" });
  await shoot(white, "epigo-waiting");
  await black.page.goto(await linkOf(white, "seat-2"));
  await black.page.waitForSelector(".epigo-line-up");
  await shoot(black, "epigo-line-up");
  return { white, black };
}

/** @param {Person} white @param {Person} black */
async function lineUps(white, black) {
  await lineUp(white, "1234X567");
  await white.page.waitForSelector(".epigo-sent");
  await lineUp(black, "7654X321");
  for (const { page } of [white, black]) await page.click("[data-do=replay-end]");
}

/** @param {string} url */
async function epigoAt(url) {
  const [white, black] = [await person(shared.browser), await person(shared.browser)];
  await createTable(white, url, { variant: "epigo" });
  await black.page.goto(await linkOf(white, "seat-2"));
  await lineUps(white, black);
  return { white, black };
}

// Tables: people at several devices, with the server of the board.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, createTable, isTooWide, lastView, linkOf, person, shoot, skip, violations, withBoard } from "./rooms-browser.mjs";

/** @typedef {import("./rooms-browser.mjs").Person} Person */

const shared = withBoard();

test("a game of moves with clocks, spectators and a draw", { skip, timeout: 120_000 }, async () => {
  const [white, black, watcher] = [await person(shared.browser), await person(shared.browser, { locale: "ko-KR" }), await person(shared.browser)];
  await createTable(white, shared.board.url, { variant: "dvonn", minutes: "5", who: { 1: "open" } });
  const link = await linkOf(white, "watch");
  await black.page.goto(link);
  await black.page.click("[data-do=take]");
  await watcher.page.goto(link);
  await watcher.page.waitForSelector(".rooms-board svg");
  await play(white, "e3");
  await play(black, "f3");
  await watcher.page.waitForSelector(".rooms-moves button[aria-current] >> text=f3");
  assert.equal(lastView(watcher).seat, null);
  await white.page.locator("[data-do=typed] [name=text]").fill("g3");
  await white.page.keyboard.press("Enter");
  await black.page.waitForSelector(".rooms-moves >> text=g3");
  await shoot(black, "moves");
  assert.deepEqual(await violations(black), []);
  await black.page.click("[data-arg=undo]");
  await white.page.click("[data-do=answer][data-arg='undo no']");
  await black.page.click("[data-arg=draw]");
  await white.page.waitForSelector("[data-key=ask-draw]");
  await shoot(white, "moves-draw");
  await white.page.click("[data-do=answer][data-arg='draw yes']");
  await watcher.page.waitForSelector(".rooms-result");
  await close(white, black, watcher);
});

test("a reload and a broken connection change nothing", { skip, timeout: 120_000 }, async () => {
  const [white, black] = [await person(shared.browser), await person(shared.browser)];
  /** @type {import("playwright-core").WebSocketRoute[]} */
  const routes = [];
  let dropsNext = false;
  await black.page.routeWebSocket(/\/room$/, (route) => {
    const server = route.connectToServer();
    routes.push(route);
    route.onMessage((message) => {
      server.send(message);
      if (!dropsNext || !String(message).includes('"t":"move"')) return;
      dropsNext = false;
      // The server has the move, and its answer is lost.
      server.onMessage(() => {});
      setTimeout(() => void route.close().then(() => server.close()), 100);
    });
  });
  await createTable(white, shared.board.url, { variant: "reversi" });
  await black.page.goto(await linkOf(white, "seat-2"));
  await black.page.waitForSelector(".rooms-board svg");
  await playFirst(white);
  await black.page.waitForSelector(".rooms-moves button");
  assert.match(black.page.url(), /#\/table\/\w+$/, "the address holds no token");
  dropsNext = true;
  await playFirst(black);
  await white.page.waitForFunction(() => document.querySelectorAll(".rooms-moves button").length === 2);
  await black.page.waitForFunction(() => document.querySelectorAll(".rooms-moves button").length === 2);
  await black.page.waitForSelector(".rooms-connection.is-online");
  assert.equal(routes.length, 2, "the page has connected again");
  assert.equal(lastView(white).line.length, 2, "the move was played once");
  await white.page.reload();
  await white.page.waitForSelector(".rooms-board svg");
  await playFirst(white);
  await black.page.waitForFunction(() => document.querySelectorAll(".rooms-moves button").length === 3);
  await close(white, black);
});

test("letters on the board of a table", { skip, timeout: 60_000 }, async () => {
  const [first, second] = [await person(shared.browser), await person(shared.browser)];
  await createTable(first, shared.board.url, { variant: "reversi", minutes: "5" });
  await second.page.goto(await linkOf(first, "seat-2"));
  await first.page.waitForSelector(".rooms-board .is-target");
  const hears = (/** @type {RegExp} */ text) =>
    second.page.waitForFunction((source) => new RegExp(source).test(document.querySelector("#live")?.textContent ?? ""), text.source);
  const says = async (/** @type {string} */ key, /** @type {RegExp} */ text) => {
    await second.page.keyboard.press(key);
    await hears(text);
  };
  await second.page.waitForSelector(".rooms-board svg");
  await play(first, "f5");
  // What the page says by itself comes first, or it could replace an answer.
  await hears(/f5.*flipped/);
  await second.page.waitForSelector(".rooms-moves >> text=f5");
  await second.page.locator(".rooms-board .is-target").first().waitFor();
  await second.page.locator(".rooms-board [tabindex='0']").focus();
  await says("l", /^f5/);
  await says("c", /^1 disc flipped: e5/);
  await says("t", /^It is your turn\. Ann \d:\d\d & White \d:\d\d/);
  await second.page.keyboard.press("p");
  await says("o", /^d4, white disc/);
  await says("s", /^e4, black disc; d4, white disc/);
  await second.page.keyboard.press("i");
  assert.equal(await second.page.evaluate(() => document.activeElement?.getAttribute("name")), "text");
  await second.page.keyboard.type("p black");
  await second.page.keyboard.press("Enter");
  await second.page.waitForFunction(() => /Black.*;.*Black/i.test(document.querySelector("#live")?.textContent ?? ""));
  await second.page.locator(".rooms-board [tabindex='0']").focus();
  for (const from of [".rooms-board [tabindex='0']", "#views button"]) {
    await second.page.locator(from).first().focus();
    await second.page.keyboard.press("?");
    await second.page.waitForSelector("dialog .keys");
    assert.equal(await second.page.locator("dialog .keys kbd").filter({ hasText: /^[vg]$/ }).count(), 0, "tables have no engine to ask");
    await second.page.keyboard.press("Escape");
  }
  await close(first, second);
});

test("lobby, refused links and wide screens", { skip, timeout: 60_000 }, async () => {
  const [one, two] = [await person(shared.browser, { viewport: { width: 2560, height: 1300 } }), await person(shared.browser)];
  await createTable(one, shared.board.url, { variant: "epigo", who: { 1: "engine" } });
  await one.page.click("[data-do=commit]");
  await one.page.waitForSelector(".epigo-steps", { skip, timeout: 30_000 });
  assert.equal(await isTooWide(one), false);
  await shoot(one, "epigo-wide");
  await one.page.goto(`${shared.board.url}#tables`);
  await one.page.waitForSelector(".rooms-known a");
  assert.deepEqual(await violations(one), []);
  await shoot(one, "lobby");
  await two.page.goto(`${shared.board.url}#/table/aaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb`);
  await two.page.waitForSelector("text=There is no such table");
  await shoot(two, "no-room");
  await close(one, two);
});

test("the header of a phone shows every view", { skip, timeout: 60_000 }, async () => {
  for (const locale of ["en-GB", "ko-KR"]) {
    const one = await person(shared.browser, { viewport: { width: 360, height: 740 }, locale });
    await one.page.goto(`${shared.board.url}#tables`);
    await one.page.waitForSelector(".rooms-form");
    const { right, end } = await one.page.evaluate(() => ({
      right: Math.max(...[...document.querySelectorAll("#views button")].map((view) => view.getBoundingClientRect().right)),
      end: document.querySelector("#views")?.getBoundingClientRect().right ?? 0,
    }));
    assert.ok(right <= end + 1, `${locale}: the last view ends at ${right} of ${end}`);
    assert.equal(await isTooWide(one), false);
    await shoot(one, `header-${locale}`);
    await close(one);
  }
});

/** Clicks on a cell when it is a target. @param {Person} somebody @param {string} key */
async function play({ page }, key) {
  const cell = page.locator(`.rooms-board g.pt-cell.is-target[data-key="${key}"]`);
  await cell.waitFor();
  const box = await cell.boundingBox();
  assert.ok(box);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Plays the first legal target. @param {Person} somebody */
async function playFirst(somebody) {
  const cell = somebody.page.locator(".rooms-board g.pt-cell.is-target").first();
  await cell.waitFor();
  await play(somebody, (await cell.getAttribute("data-key")) ?? "");
}

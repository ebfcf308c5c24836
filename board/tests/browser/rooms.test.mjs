// Tables: people at several devices, with the server of the board.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createTable, isTooWide, lastView, launch, linkOf, missing, person, shoot, startBoard, violations } from "./rooms-browser.mjs";

/** @typedef {import("./rooms-browser.mjs").Person} Person */

const reason = missing();
if (reason) console.log(`skipped: browser (${reason})`);

describe("tables", { skip: reason }, () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof startBoard>>} */
  let board;
  before(async () => {
    browser = await launch();
    board = await startBoard();
  });
  after(async () => {
    await browser?.close();
    await board?.kill();
  });

  /** @param {Person[]} people */
  async function close(...people) {
    for (const { page, errors } of people) {
      assert.deepEqual(errors, []);
      await page.context().close();
    }
  }

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
    const [white, black] = [await person(browser), await person(browser, options)];
    await createTable(white, board.url, { variant: "epigo" });
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

  test("a game of Epigo by clicks, with secret plans", { timeout: 120_000 }, async () => {
    const watcher = await person(browser);
    const { white, black } = await epigo();
    await watcher.page.goto(await white.page.url());
    await watcher.page.waitForSelector("text=You are watching");
    await lineUp(white, "1234X567");
    await white.page.waitForSelector(".epigo-sent");
    await black.page.waitForSelector(".rooms-player-row:nth-child(1) .rooms-tag.is-accent");
    assert.ok(!black.received.some((frame) => frame.includes("1234X567")), "the line-up of White is secret");
    await lineUp(black, "7654X321");
    await white.page.waitForSelector(".epigo-steps");
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

  test("Epigo by keys and typed orders alone, on a phone", { timeout: 120_000 }, async () => {
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

  test("a round of Dixit with people and an engine, and hands that stay hidden", { timeout: 120_000 }, async () => {
    const people = [await person(browser), await person(browser), await person(browser, { viewport: { width: 390, height: 844 } })];
    const [ann, bob, eve] = people;
    await createTable(ann, board.url, { variant: "dixit", who: { 1: "person", 2: "person", 3: "engine" }, name: "<img src=x>" });
    await shoot(ann, "dixit-waiting");
    await bob.page.goto(await linkOf(ann, "seat-2"));
    await eve.page.goto(await linkOf(ann, "seat-3"));
    await eve.page.waitForSelector(".dixit-hand");
    await ann.page.waitForSelector("[name=clue]");
    const hand = await texts(ann, ".dixit-choice .dixit-title");
    assert.equal(hand.length, 6);
    for (const other of [bob, eve]) {
      for (const title of hand) assert.ok(!other.received.some((frame) => frame.includes(title)), `${title} is hidden`);
    }
    await ann.page.fill("[name=clue]", "a <b>quiet</b> harbour");
    await ann.page.click(".dixit-choice .dixit-card >> nth=0");
    await shoot(ann, "dixit-clue");
    assert.deepEqual(await violations(ann), []);
    await ann.page.keyboard.press("Enter");
    for (const one of [bob, eve]) {
      await one.page.waitForSelector("[data-do=give]");
      assert.equal(await one.page.textContent(".dixit-clue blockquote"), "a <b>quiet</b> harbour");
      assert.equal(await one.page.locator("img[src=x], blockquote b").count(), 0, "text of others is no markup");
      const given = await one.page.textContent(".dixit-choice .dixit-card:nth-child(2) .dixit-title");
      await one.page.click(".dixit-choice .dixit-card >> nth=1");
      await shoot(one, `dixit-give-${people.indexOf(one)}`);
      await one.page.click("[data-do=give] [type=submit]");
      if (one === bob) assert.ok(!eve.received.some((frame) => frame.includes(given ?? "")), "what Bob gives is hidden");
    }
    for (const one of [bob, eve]) {
      await one.page.waitForSelector("[data-do=vote]");
      await (one === bob ? one.page.click("[data-do=vote] label >> nth=0") : byKeys(one, "[name=slot]", " "));
      await shoot(one, `dixit-vote-${people.indexOf(one)}`);
      assert.deepEqual(await violations(one), []);
      assert.equal(await isTooWide(one), false);
      await (one === bob ? one.page.click("[data-do=vote] [type=submit]") : one.page.keyboard.press("Enter"));
    }
    for (const title of hand.slice(1)) assert.ok(!eve.received.some((frame) => frame.includes(title)), `${title} stays hidden`);
    await bob.page.waitForSelector("text=You are the storyteller");
    const { scene } = lastView(bob);
    if (scene.round) {
      await eve.page.waitForSelector(".dixit-round .is-answer");
      assert.equal(await eve.page.locator(".dixit-round .dixit-card").count(), 4);
      await shoot(eve, "dixit-round-phone");
      await shoot(ann, "dixit-round");
      assert.deepEqual(await violations(ann), []);
      await ann.page.click("[data-do=next]");
    }
    await shoot(ann, "dixit-next");
    await close(...people);
  });

  test("a whole game of Dixit with two engines and two cards to give", { timeout: 300_000 }, async () => {
    const ann = await person(browser);
    const { page } = ann;
    await createTable(ann, board.url, { variant: "dixit", seats: 3, who: { 1: "engine", 2: "engine" } });
    const ways = {
      "[data-do=next]": () => page.click("[data-do=next]"),
      "[data-do=clue]": async () => {
        await page.click("[data-do=clue] label >> nth=1");
        await page.fill("[name=clue]", "the old garden");
        await page.keyboard.press("Enter");
      },
      "[data-do=give]": async () => {
        for (const i of [2, 0, 1]) await page.click(`[data-do=give] label >> nth=${i}`);
        assert.equal(await page.locator("[data-do=give] :checked").count(), 2, "a third card takes the place of another");
        await page.click("[data-do=give] [type=submit]");
      },
      "[data-do=vote]": async () => {
        await page.click("[data-do=vote] label >> nth=0");
        await page.click("[data-do=vote] [type=submit]");
      },
    };
    const waiting = Object.keys(ways).map((way) => `${way}:not(:has(:disabled))`).join(", ");
    for (let steps = 0; steps < 200; steps += 1) {
      await page.waitForSelector(`${waiting}, .rooms-result`, { timeout: 60_000 });
      if (await page.locator(".rooms-result").count()) break;
      for (const [selector, act] of Object.entries(ways)) {
        if (!(await page.locator(selector).count())) continue;
        const before = ann.received.length;
        await act();
        if (selector !== "[data-do=next]") await until(() => ann.received.slice(before).some((frame) => frame.includes('"t":"done"')));
        break;
      }
    }
    assert.match((await page.textContent(".rooms-result")) ?? "", /wins?/);
    const view = lastView(ann);
    assert.equal(view.state, "over");
    assert.ok(Math.max(...view.scene.score) >= 30);
    assert.ok(view.winners.length > 0);
    await shoot(ann, "dixit-over");
    await close(ann);
  });

  test("a game of moves with clocks, spectators and a draw", { timeout: 120_000 }, async () => {
    const [white, black, watcher] = [await person(browser), await person(browser, { locale: "ko-KR" }), await person(browser)];
    await createTable(white, board.url, { variant: "dvonn", minutes: "5", who: { 1: "open" } });
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

  test("a reload and a broken connection change nothing", { timeout: 120_000 }, async () => {
    const [white, black] = [await person(browser), await person(browser)];
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
    await createTable(white, board.url, { variant: "reversi" });
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

  test("a killed server loses no game", { timeout: 120_000 }, async () => {
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
    await white.page.waitForSelector(".rooms-connection.is-online", { timeout: 30_000 });
    await black.page.waitForSelector(".rooms-connection.is-online", { timeout: 30_000 });
    assert.equal(await white.page.textContent(".epigo-plan-text"), "1N-2N-3N");
    await plan(black, "1S 2S 3S");
    await black.page.click("[data-do=commit]");
    await white.page.waitForSelector(".epigo-steps");
    await close(white, black);
    await second.kill();
    await rm(data, { recursive: true });
  });

  test("lobby, refused links and wide screens", { timeout: 60_000 }, async () => {
    const [one, two] = [await person(browser, { viewport: { width: 2560, height: 1300 } }), await person(browser)];
    await createTable(one, board.url, { variant: "epigo", who: { 1: "engine" } });
    await one.page.click("[data-do=commit]");
    await one.page.waitForSelector(".epigo-steps", { timeout: 30_000 });
    assert.equal(await isTooWide(one), false);
    await shoot(one, "epigo-wide");
    await one.page.goto(`${board.url}#tables`);
    await one.page.waitForSelector(".rooms-known a");
    assert.deepEqual(await violations(one), []);
    await shoot(one, "lobby");
    await two.page.goto(`${board.url}#/table/aaaaaaaaaaaaaaaa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb`);
    await two.page.waitForSelector("text=There is no such table");
    await shoot(two, "no-room");
    await close(one, two);
  });

  /** @param {string} url */
  async function epigoAt(url) {
    const [white, black] = [await person(browser), await person(browser)];
    await createTable(white, url, { variant: "epigo" });
    await black.page.goto(await linkOf(white, "seat-2"));
    await lineUps(white, black);
    return { white, black };
  }
});

/** Waits until something is so. @param {() => boolean} isSo */
async function until(isSo) {
  for (let i = 0; i < 600 && !isSo(); i += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(isSo());
}

/** @param {Person} somebody @param {string} selector */
async function texts({ page }, selector) {
  return (await page.locator(selector).allTextContents()).map((text) => text.trim());
}

/** Presses Tab until the focus is there. @param {Person} somebody @param {string} selector @param {boolean} [isBack] */
async function tabTo({ page }, selector, isBack = false) {
  for (let i = 0; i < 60; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.keyboard.press(isBack ? "Shift+Tab" : "Tab");
  }
  throw new Error(`expected to reach ${selector} by Tab`);
}

/** Goes to an element by Tab and presses a key there. @param {Person} somebody @param {string} selector @param {string} key */
async function byKeys(somebody, selector, key) {
  await tabTo(somebody, selector);
  await somebody.page.keyboard.press(key);
}

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

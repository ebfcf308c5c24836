// Dixit at tables: hidden hands, whole games and engines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { close, createTable, isTooWide, lastView, linkOf, person, shoot, skip, tabTo, texts, violations, withBoard } from "./rooms-browser.mjs";

/** @typedef {import("./rooms-browser.mjs").Person} Person */

const shared = withBoard();

test("a round of Dixit with people and an engine, and hands that stay hidden", { skip, timeout: 120_000 }, async () => {
  const people = [await person(shared.browser), await person(shared.browser), await person(shared.browser, { viewport: { width: 390, height: 844 } })];
  const [ann, bob, eve] = people;
  await createTable(ann, shared.board.url, { variant: "dixit", who: { 1: "person", 2: "person", 3: "engine" }, name: "<img src=x>" });
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

test("a whole game of Dixit with two engines and two cards to give", { skip, timeout: 300_000 }, async () => {
  const ann = await person(shared.browser);
  const { page } = ann;
  await createTable(ann, shared.board.url, { variant: "dixit", seats: 3, who: { 1: "engine", 2: "engine" } });
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
    await page.waitForSelector(`${waiting}, .rooms-result`, { skip, timeout: 60_000 });
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

/** Waits until something is so. @param {() => boolean} isSo */
async function until(isSo) {
  for (let i = 0; i < 600 && !isSo(); i += 1) await new Promise((resolve) => setTimeout(resolve, 50));
  assert.ok(isSo());
}

/** Goes to an element by Tab and presses a key there. @param {Person} somebody @param {string} selector @param {string} key */
async function byKeys(somebody, selector, key) {
  await tabTo(somebody, selector);
  await somebody.page.keyboard.press(key);
}

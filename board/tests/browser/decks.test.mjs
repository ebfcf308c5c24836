// Tables of Dixit with a deck of the server, whose cards have images.

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { createTable, lastView, launch, person, shoot, skip, startBoard, violations } from "./rooms-browser.mjs";

/** Pictures of one pixel. */
const IMAGES = {
  "red.png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPYZ6MBAALeASPfqw2yAAAAAElFTkSuQmCC",
  "blue.png": "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGPQCNgHAAHaATda6Kk+AAAAAElFTkSuQmCC",
};

/** Writes a deck of 30 cards with two images. @param {string} folder @param {string} title */
async function writeDeck(folder, title) {
  for (const [name, base64] of Object.entries(IMAGES)) await writeFile(join(folder, name), Buffer.from(base64, "base64"));
  const names = Object.keys(IMAGES);
  const cards = Array.from({ length: 30 }, (_, i) => `${i + 1}\t${title} ${i + 1}\tA card\ta,b\t${names[i % 2]}\tA plain card\n`);
  const deck = join(folder, "deck.tsv");
  await writeFile(deck, `number\ttitle\tcaption\ttags\timage\talt\n${cards.join("")}`);
  return deck;
}

describe("decks", { skip }, () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  /** @type {string} */
  let folder;
  before(async () => {
    browser = await launch();
    folder = await mkdtemp(join(tmpdir(), "petteia-deck-"));
  });
  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("a table shows the images of the server's deck, and waits for it after a restart", { timeout: 120_000 }, async () => {
    const data = join(folder, "data");
    const deck = await writeDeck(folder, "Moon");
    let board = await startBoard(["--data", data, "--deck", deck]);
    const ann = await person(browser);
    await createTable(ann, board.url, { variant: "dixit", seats: 3, who: { 1: "engine", 2: "engine" } });
    await ann.page.waitForSelector("[name=clue]");
    const images = ann.page.locator(".dixit-choice .dixit-art img");
    assert.equal(await images.count(), 7);
    for (let i = 0; i < 7; i += 1) {
      await images.nth(i).scrollIntoViewIfNeeded();
      await ann.page.waitForFunction((image) => image.complete && image.naturalWidth === 1, await images.nth(i).elementHandle());
      assert.match((await images.nth(i).getAttribute("src")) ?? "", /^\/deck\/[0-9a-f]{16}\.png$/);
      assert.equal(await images.nth(i).getAttribute("alt"), "A plain card");
    }
    assert.equal(await ann.page.locator(".dixit-choice .dixit-pattern").count(), 0);
    assert.deepEqual(await violations(ann), []);
    await shoot(ann, "dixit-images");
    // Engines play with the same cards.
    await ann.page.fill("[name=clue]", "the moon");
    await ann.page.click(".dixit-choice .dixit-card >> nth=0");
    await ann.page.keyboard.press("Enter");
    await ann.page.waitForSelector(".dixit-round .dixit-art img", { timeout: 60_000 });
    const { room } = lastView(ann);

    await board.kill("SIGKILL");
    await writeDeck(folder, "Sun");
    board = await startBoard(["--data", data, "--deck", deck, "--listen", new URL(board.url).host]);
    await ann.page.waitForSelector("[data-key=closed] >> text=another deck", { timeout: 60_000 });
    assert.ok(ann.page.url().includes(room));
    await board.kill();
    assert.deepEqual(ann.errors, []);
    await ann.page.context().close();
  });

  test("the built-in deck is a choice", { timeout: 60_000 }, async () => {
    const board = await startBoard(["--no-data", "--deck", await writeDeck(folder, "Moon")]);
    const ann = await person(browser);
    const { page } = ann;
    await page.goto(`${board.url}#tables`);
    await page.selectOption("[name=variant]", "dvonn");
    assert.equal(await page.locator("[name=deck]").count(), 0);
    await page.selectOption("[name=variant]", "dixit");
    assert.match((await page.textContent("[name=deck] option:checked")) ?? "", /30 cards/);
    await page.selectOption("[name=deck]", "built-in");
    assert.deepEqual(await violations(ann), []);
    for (const seat of [1, 2, 3]) await page.selectOption(`[name="who:${seat}"]`, "engine");
    await page.click(".rooms-form [type=submit]");
    await page.waitForSelector("[name=clue]");
    assert.equal(await page.locator(".dixit-choice .dixit-pattern").count(), 6);
    assert.equal(await page.locator(".dixit-art img").count(), 0);
    await board.kill();
    assert.deepEqual(ann.errors, []);
    await page.context().close();
  });
});

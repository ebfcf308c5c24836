// The page that `petteia analyse --to html` writes: a file by itself, opened without a server.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { ENGINE, launch } from "./browser.mjs";

/** What the board of the first game shows. @param {import("playwright-core").Page} page */
const shown = (page) => page.textContent(".game >> nth=0 >> .board svg > desc");

/** The step that is marked in the list of moves. @param {import("playwright-core").Page} page */
const marked = (page) => page.getAttribute(".game >> nth=0 >> .moves [aria-current]", "data-step");

describe("the page of an analysis", () => {
  /** @type {import("playwright-core").Browser} */
  let browser;
  /** @type {string} */
  let folder;
  /** @type {import("playwright-core").Page} */
  let page;
  /** @type {string[]} */
  const errors = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "petteia-analyse-"));
    const games = join(folder, "games.txt");
    await writeFile(games, "f5d6c3d3c4f4\nf5f6\n");
    const words = ["--game", "reversi", "--go", "nodes 2000", "--to", "html", "-o", join(folder, "games.html")];
    execFileSync(ENGINE, ["analyse", games, ...words], { stdio: "pipe" });
    browser = await launch();
    page = await browser.newPage();
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(pathToFileURL(join(folder, "games.html")).href);
  });
  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("a click on a move shows its position", async () => {
    assert.equal(await marked(page), "6");
    const end = await shown(page);
    await page.click(".game >> nth=0 >> .moves [data-step='1']");
    assert.equal(await marked(page), "1");
    const first = (await shown(page)) ?? "";
    assert.notEqual(first, end);
    assert.match(first, /black disc: .*f5/);
    assert.ok(!/d6/.test(first), first);
    await page.click(".game >> nth=0 >> .moves [data-step='0']");
    assert.ok(!/f5/.test((await shown(page)) ?? ""));
    await page.click(".game >> nth=0 >> [data-go=last]");
    assert.deepEqual([await marked(page), await shown(page)], ["6", end]);
    await page.click(".game >> nth=0 >> [data-go=back]");
    assert.equal(await marked(page), "5");
  });

  test("a click on the graph shows the position there", async () => {
    const point = page.locator(".game >> nth=0 >> svg [data-step='2']").first();
    await point.click({ force: true });
    assert.equal(await marked(page), "2");
  });

  test("keys show the positions too", async () => {
    await page.focus(".game >> nth=0 >> .moves [data-step='3']");
    await page.keyboard.press("Enter");
    assert.equal(await marked(page), "3");
    for (const [key, step] of [["ArrowRight", "4"], ["ArrowLeft", "3"], ["End", "6"], ["ArrowRight", "6"], ["Home", "0"], ["ArrowLeft", "0"]]) {
      await page.keyboard.press(key);
      assert.equal(await marked(page), step, key);
    }
    assert.match((await shown(page)) ?? "", /black disc: e4 d5; white disc: d4 e5/);
    await page.keyboard.press("Tab");
    await page.keyboard.press(" ");
    assert.equal(await marked(page), "4", "the button behind the one that has the focus");
  });

  test("games of a file do not disturb each other", async () => {
    const other = page.locator(".game").nth(1);
    assert.equal(await other.locator(".moves [aria-current]").getAttribute("data-step"), "2");
    await other.locator(".moves [data-step='1']").click();
    assert.equal(await other.locator(".moves [aria-current]").getAttribute("data-step"), "1");
    assert.equal(await marked(page), "4");
    assert.deepEqual(errors, []);
  });
});

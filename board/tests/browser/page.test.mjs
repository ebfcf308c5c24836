// Accessibility, sizes and languages.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { withServer } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const { start } = withServer();

/** What axe finds, as short texts. */
async function violations(page) {
  const result = await page.evaluate(async (source) => {
    // The policy of the page forbids a script element; a function is allowed to evaluate by the debugger.
    if (!globalThis.axe) (0, eval)(source);
    return globalThis.axe.run(document, { resultTypes: ["violations"] });
  }, AXE);
  return result.violations.map((found) => `${found.id}: ${found.nodes.map((node) => node.target.join(" ")).slice(0, 3).join("; ")} ${found.nodes[0]?.failureSummary ?? ""}`);
}

const VIEWS = ["#play?game=dvonn", "#play?game=checkers", "#analysis?game=reversi&moves=f5+d6", "#setup?game=sparta", "#play?game=epigo"];

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing, ${theme}`, async () => {
    for (const hash of VIEWS) {
      const { page, context } = await start(hash, { theme, side: "1" }, { bypassCSP: true });
      await page.waitForTimeout(600);
      assert.deepEqual(await violations(page), [], hash);
      await context.close();
    }
  });
}

test("axe finds nothing in the dialogs", async () => {
  const { page, context } = await start("#play?game=dvonn", {}, { bypassCSP: true });
  for (const name of ["New game", "Settings", "Keys and help"]) {
    await page.locator("#tools").getByRole("button", { name }).click();
    await page.waitForTimeout(400);
    assert.deepEqual(await violations(page), [], name);
    await page.keyboard.press("Escape");
  }
  await context.close();
});

for (const [width, height] of [[360, 740], [800, 1100], [1440, 900], [2560, 1440]]) {
  test(`${width} pixels wide: nothing overflows`, async () => {
    for (const hash of [...VIEWS, "#play?game=latrunculi-19x11"]) {
      const { page, context } = await start(hash, { side: "1" }, { viewport: { width, height } });
      const { whole, board, right } = await page.evaluate(() => ({
        whole: document.documentElement.scrollWidth,
        board: document.querySelector("#board svg")?.getBoundingClientRect().width ?? 0,
        right: Math.max(...[...document.querySelectorAll(".stage > *")].map((part) => part.getBoundingClientRect().right)),
      }));
      assert.ok(whole <= width, `${hash}: the page is ${whole} pixels wide`);
      assert.ok(right <= width - 7, `${hash}: the board ends at ${right}`);
      assert.ok(board > width * 0.25, `${hash}: the board is ${board} pixels wide`);
      await context.close();
    }
  });
}

test("Korean, by the browser and by the setting", async () => {
  const { page, context, errors } = await start("#play?game=dvonn", {}, { locale: "ko-KR" });
  assert.equal(await page.locator("#views button").first().textContent(), "대국");
  assert.match(await page.locator('[data-key="a1"]').getAttribute("aria-label"), /^a1, 빈칸$/);
  await page.locator("#tools button").last().click();
  await page.getByLabel("언어").selectOption("en");
  await page.waitForFunction(() => document.documentElement.lang === "en");
  assert.equal(await page.locator("#views button").first().textContent(), "Play");
  assert.deepEqual(errors, []);
  await context.close();
});

test("the policy of the page allows everything that it does", async () => {
  const { context, errors } = await start("#analysis?game=dvonn&moves=a1+k5");
  assert.deepEqual(errors, []);
  await context.close();
});

// The static form: no server but a host of files, and the engine in workers.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { startServer } from "../server.mjs";
import { FILES, contextOf, launch, open, press, waitForMoves } from "./browser.mjs";

const skip = FILES === null ? "no npm package" : false;

let browser;

before(async () => {
  browser = await launch();
});

after(async () => {
  await browser?.close();
});

/** Runs a test on a host with or without the headers for shared memory. */
async function hosted(isolated, run) {
  const server = await startServer({ files: FILES, isolated });
  try {
    await run(server);
  } finally {
    await server.close();
  }
}

for (const isolated of [true, false]) {
  test(`a game against the engine in the browser, ${isolated ? "isolated" : "without headers"}`, { skip }, () =>
    hosted(isolated, async (server) => {
      const { page, context, errors } = await open(browser, `${server.url}#play?game=reversi`, contextOf(server.url, { side: "1", level: 5 }));
      await press(page, "f5");
      await waitForMoves(page, (moves) => moves.length === 2);
      assert.deepEqual(errors, []);
      await context.close();
    }),
  );

  test(`a search stops when the position changes, ${isolated ? "isolated" : "without headers"}`, { skip }, () =>
    hosted(isolated, async (server) => {
      const { page, context, errors } = await open(browser, `${server.url}#analysis?game=reversi&moves=f5+d6+c3`, contextOf(server.url, {}));
      await page.waitForFunction(() => document.querySelectorAll(".line-move").length > 5, null, { timeout: 20_000 });
      await page.getByRole("button", { name: "Search deeper" }).click();
      for (const name of ["First position", "One move forward", "Last position"]) await page.getByRole("button", { name }).click();
      const begin = Date.now();
      await page.getByRole("button", { name: "One move back" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".line-move").length > 2 && document.querySelector(".move[aria-current]")?.textContent?.startsWith("d6"));
      assert.ok(Date.now() - begin < 3000);
      assert.deepEqual(errors, []);
      await context.close();
    }),
  );
}

test("files are converted in the browser", { skip }, () =>
  hosted(true, async (server) => {
    const { page, context, errors } = await open(browser, `${server.url}#analysis?game=reversi`, contextOf(server.url, {}));
    await page.getByText("Position and files").click();
    await page.getByRole("button", { name: "Import" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Text of the games").fill("F5D6C3D3C4");
    await dialog.locator("select").selectOption("transcript");
    await dialog.getByRole("button", { name: "Read" }).click();
    await waitForMoves(page, (moves) => moves.length === 5);
    assert.deepEqual(errors, []);
    await context.close();
  }),
);

test("Epigo against the engine in the browser", { skip }, () =>
  hosted(true, async (server) => {
    const { page, context, errors } = await open(browser, `${server.url}#play?game=epigo`, contextOf(server.url, { side: "1", level: 2 }));
    await page.click("[data-do=commit]");
    await waitForMoves(page, (moves) => moves.length === 1, 60_000);
    assert.deepEqual(errors, []);
    await context.close();
  }),
);

test("the page plays without a network", { skip }, () =>
  hosted(true, async (server) => {
    const { page, context } = await open(browser, `${server.url}#play?game=dvonn`, contextOf(server.url, { side: "1", level: 3 }));
    await page.evaluate(() => navigator.serviceWorker.ready);
    const isKept = () => page.evaluate(async () => (await caches.match("engine/dvonn.net")) !== undefined);
    for (let i = 0; i < 100 && !(await isKept()); i += 1) await page.waitForTimeout(100);
    await server.close();
    await context.setOffline(true);
    await page.reload();
    await page.waitForSelector("body[data-ready]");
    await page.waitForSelector("#board svg");
    await press(page, "c3");
    await waitForMoves(page, (moves) => moves.length === 2);
    await context.close();
  }),
);

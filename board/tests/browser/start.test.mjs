// Time from the request of the page to a board that can be played on, and what is loaded for it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { startServer } from "../server.mjs";
import { ENGINE, FILES, contextOf, launch, open } from "./browser.mjs";

const LOADS = 5;

for (const [name, options, skip] of [
  ["with a server", { engine: ENGINE }, false],
  ["without a server", { files: FILES }, FILES === null ? "no npm package" : false],
]) {
  test(`the first board ${name}`, { skip }, async (t) => {
    const browser = await launch();
    const server = await startServer(options);
    const times = [];
    let size = { files: 0, bytes: 0 };
    for (let load = 0; load < LOADS; load++) {
      const { page, context, errors } = await open(browser, server.url, contextOf(server.url, {}));
      const { now, ...loaded } = await page.evaluate(() => {
        const entries = performance.getEntriesByType("resource");
        return { now: performance.now(), files: entries.length, bytes: entries.reduce((sum, entry) => sum + entry.encodedBodySize, 0) };
      });
      times.push(now);
      size = loaded;
      assert.deepEqual(errors, []);
      await context.close();
    }
    await server.close();
    await browser.close();
    times.sort((a, b) => a - b);
    const [median, longest] = [times[LOADS >> 1], times[LOADS - 1]].map(Math.round);
    t.diagnostic(`first board after ${median} ms (median of ${LOADS}), at most ${longest} ms; ${size.files} files, ${Math.round(size.bytes / 1000)} kB`);
    assert.ok(size.files > 10 && size.bytes < 4_500_000);
  });
}

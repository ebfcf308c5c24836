// What the tests in the browser share.

import { accessSync } from "node:fs";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";
import { startServer } from "../server.mjs";

export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** The native engine. */
export const ENGINE = process.env.PETTEIA ?? `${ROOT}target/release/petteia`;

/** The folder of the built npm package, or null. */
export const FILES = folder(process.env.PETTEIA_NPM ?? `${ROOT}target/npm`);

/** @param {string} path */
function folder(path) {
  try {
    accessSync(`${path}/petteia.js`);
    return path;
  } catch {
    return null;
  }
}

export function launch() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
}

/**
 * Opens the page. Errors of the page fail the test at its end.
 * @param {import("playwright-core").Browser} browser @param {string} url @param {object} [options] of the context
 */
export async function open(browser, url, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: "en-GB", reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => message.type() === "error" && errors.push(`${message.text()} ${message.location().url}`));
  await page.goto(url);
  await page.waitForSelector("body[data-ready]");
  await page.waitForSelector("#board svg");
  return { page, context, errors };
}

/** Clicks on a cell of the board. @param {import("playwright-core").Page} page @param {string} key */
export async function press(page, key) {
  const box = await page.locator(`#board g.pt-cell[data-key="${key}"]`).boundingBox();
  if (!box) throw new Error(`expected the cell ${key} on the board`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
}

/** Waits until the moves of the address are these. @param {import("playwright-core").Page} page @param {(moves: string[]) => boolean} fit */
export async function waitForMoves(page, fit, timeout = 20_000) {
  const end = Date.now() + timeout;
  for (;;) {
    const moves = movesOf(page);
    if (fit(moves)) return moves;
    if (Date.now() > end) throw new Error(`expected other moves, found ${moves.join(" ")}`);
    await page.waitForTimeout(50);
  }
}

/** @param {import("playwright-core").Page} page */
export function movesOf(page) {
  const query = new URLSearchParams(new URL(page.url()).hash.split("?")[1] ?? "");
  return (query.get("moves") ?? "").split(" ").filter(Boolean);
}

/**
 * The options of a context whose page finds these settings.
 * @param {string} url @param {object} settings
 */
export function contextOf(url, settings) {
  const localStorage = [{ name: "petteia.settings", value: JSON.stringify(settings) }];
  return { storageState: { cookies: [], origins: [{ origin: new URL(url).origin, localStorage }] } };
}

/**
 * A browser and a server with engines for the tests of a file. Both are there when a test runs, and end after the last.
 * `start` opens the page at this part of the address, with these settings and options of the context.
 */
export function withServer() {
  const shared = { browser: undefined, server: undefined, start };
  before(async () => {
    shared.browser = await launch();
    shared.server = await startServer({ engine: ENGINE });
  });
  after(async () => {
    await shared.browser?.close();
    await shared.server?.close();
  });

  function start(hash, settings = {}, options = {}) {
    const { url } = shared.server;
    return open(shared.browser, `${url}${hash}`, { ...contextOf(url, settings), ...options });
  }
  return shared;
}

// What the tests of tables share: the server, people with a browser each, and what they have received.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { accessSync, mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** The server of the board. */
export const BOARD = process.env.PETTEIA_BOARD ?? `${ROOT}target/release/petteia-board`;
/** The browser. */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
/** A folder to take the page from instead of the files in the server, for work on the page, or null. */
export const PAGE = process.env.PAGE ?? null;
/** A folder for screenshots, or null. */
export const SHOTS = process.env.SHOTS ?? null;

/** Why the tests cannot run here, or false. */
function missing() {
  for (const file of [BOARD, CHROMIUM]) {
    try {
      accessSync(file);
    } catch {
      return `expected ${file}, found none`;
    }
  }
  return false;
}

/** Why the tests of tables are skipped, or false. */
export const skip = missing();
if (skip) console.log(`skipped: browser (${skip})`);

/** A browser and a server for the tests of a file. Both are there when a test runs, and end after the last. */
export function withBoard() {
  const shared = { /** @type {import("playwright-core").Browser} */ browser: undefined, /** @type {Awaited<ReturnType<typeof startBoard>>} */ board: undefined };
  before(async () => {
    if (skip) return;
    shared.browser = await launch();
    shared.board = await startBoard();
  });
  after(async () => {
    await shared.browser?.close();
    await shared.board?.kill();
  });
  return shared;
}

/**
 * Starts the server.
 * @param {string[]} [words] more arguments
 * @returns {Promise<{ url: string, kill: (signal?: NodeJS.Signals) => Promise<void> }>}
 */
export async function startBoard(words = ["--no-data"]) {
  const listen = words.includes("--listen") ? [] : ["--listen", "127.0.0.1:0"];
  const program = spawn(BOARD, [...listen, ...words], { stdio: ["ignore", "pipe", "inherit"] });
  const ended = new Promise((resolve) => program.once("exit", resolve));
  const url = await new Promise((resolve, reject) => {
    createInterface(program.stdout).once("line", resolve);
    program.once("exit", () => reject(new Error("expected the link of the server, found its end")));
  });
  return {
    url,
    async kill(signal = "SIGTERM") {
      program.kill(signal);
      await ended;
    },
  };
}

export function launch() {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
      // A page that a test has replaced counts as one of another network.
      ...(PAGE === null ? [] : ["--disable-features=LocalNetworkAccessChecks"])],
  });
}

/**
 * A person with a browser context. `received` holds every frame that any WebSocket of the page has received, and
 * `errors` every error of the page.
 * @typedef {{ page: import("playwright-core").Page, received: string[], errors: string[] }} Person
 */

/**
 * @param {import("playwright-core").Browser} browser
 * @param {object} [options] of the context
 * @returns {Promise<Person>}
 */
export async function person(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, locale: "en-GB", reducedMotion: "reduce", ...options });
  if (PAGE !== null) await context.route(/\/(index\.html|\w+\.css|(js|styles|icons|messages)\/.*)?$/, (route) => fromFolder(route, PAGE));
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  /** @type {string[]} */
  const received = [];
  /** @type {string[]} */
  const errors = [];
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => received.push(String(payload))));
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    const isNetwork = /WebSocket|ERR_CONNECTION|Failed to load resource/.test(message.text());
    if (message.type() === "error" && !isNetwork) errors.push(message.text());
  });
  return { page, received, errors };
}

/**
 * @param {import("playwright-core").Route} route
 * @param {string} folder
 */
async function fromFolder(route, folder) {
  const { pathname } = new URL(route.request().url());
  const answer = pathname === "/" ? await route.fetch() : undefined;
  const headers = answer?.headers() ?? {};
  const path = `${folder}${pathname === "/" ? "/index.html" : pathname}`;
  await route.fulfill(answer ? { headers, body: await readFile(path) } : { path });
}

/**
 * Makes a table by its form.
 * @param {Person} host
 * @param {string} url
 * @param {{ variant: string, who?: Record<number, string>, seats?: number, minutes?: string, name?: string }} wish
 *   `who` has what is chosen for seats, from 0
 */
export async function createTable({ page }, url, { variant, who = {}, seats, minutes, name = "Ann" }) {
  await page.goto(`${url}#tables`);
  await page.waitForSelector(".rooms-form");
  await page.selectOption("[name=variant]", variant);
  await page.fill("[name=name]", name);
  if (seats !== undefined) await page.selectOption("[name=count]", String(seats));
  for (const [seat, kind] of Object.entries(who)) await page.selectOption(`[name="who:${seat}"]`, kind);
  if (minutes !== undefined) await page.selectOption("[name=minutes]", minutes);
  await page.click(".rooms-form [type=submit]");
  await page.waitForSelector(".rooms-table .rooms-connection.is-online");
}

/**
 * The link of a seat, or of those who watch, as the form shows it.
 * @param {Person} host
 * @param {string} key such as `seat-2` or `watch`
 */
export function linkOf({ page }, key) {
  return page.inputValue(`#link-${key}`);
}

/**
 * Takes a picture, if somebody wants pictures.
 * @param {Person} somebody
 * @param {string} name
 */
export async function shoot({ page }, name) {
  if (SHOTS === null) return;
  mkdirSync(SHOTS, { recursive: true });
  await page.screenshot({ path: `${SHOTS}/${name}.png`, fullPage: true });
}

/**
 * Violations that axe finds in the view; the tests of the page look at what is around it.
 * @param {Person} somebody
 * @returns {Promise<string[]>}
 */
export async function violations({ page }) {
  // The policy of the page allows no script but its own, so axe comes through the debugger.
  await page.evaluate(await readFile(AXE, "utf8"));
  return page.evaluate(async () => {
    // @ts-expect-error axe is a global of its script
    const { violations: found } = await axe.run("#own", { resultTypes: ["violations"] });
    return found.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => `${node.target} ${node.failureSummary}`).join("; ")}`);
  });
}

/** Whether the page is wider than the window. @param {Person} somebody */
export function isTooWide({ page }) {
  return page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
}

/** The last view that a person has received. @param {Person} somebody */
export function lastView({ received }) {
  const text = received.findLast((frame) => frame.startsWith('{"t":"view"') || frame.includes('"t":"view"'));
  return JSON.parse(text ?? "{}");
}

/** Closes the pages of people, who have seen no error. @param {Person[]} people */
export async function close(...people) {
  for (const { page, errors } of people) {
    assert.deepEqual(errors, []);
    await page.context().close();
  }
}

/** @param {Person} somebody @param {string} selector */
export async function texts({ page }, selector) {
  return (await page.locator(selector).allTextContents()).map((text) => text.trim());
}

/** Presses Tab until the focus is there. @param {Person} somebody @param {string} selector @param {boolean} [isBack] */
export async function tabTo({ page }, selector, isBack = false) {
  for (let i = 0; i < 60; i += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector)) return;
    await page.keyboard.press(isBack ? "Shift+Tab" : "Tab");
  }
  throw new Error(`expected to reach ${selector} by Tab`);
}

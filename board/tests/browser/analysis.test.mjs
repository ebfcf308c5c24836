// Analysis, set-up, files and addresses.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { ENGINE, movesOf, press, waitForMoves, withServer } from "./browser.mjs";

const shared = withServer();
const { start } = shared;

test("lines, bar and arrows follow the position", async () => {
  const { page, context, errors } = await start("#analysis?game=reversi&moves=f5+d6");
  await page.waitForFunction(() => document.querySelectorAll(".lines .line-move").length > 3);
  assert.ok((await page.locator("#board .arrow").count()) >= 1);
  assert.equal(await page.locator("#bar").isVisible(), true);
  await page.locator(".line-move").first().click();
  await waitForMoves(page, (moves) => moves.length === 3);
  await page.getByRole("button", { name: "First position" }).click();
  await page.waitForFunction(() => location.hash.includes("ply=0"));
  await page.locator(".engine-options select").selectOption("5");
  await page.getByLabel("Value of each move").check();
  await page.waitForSelector("#board g.value");
  assert.deepEqual(errors, []);
  await context.close();
});

test("proved scores are marked", async () => {
  const fen = "wb......./.b......../.b2........./W4w......../W4r....... b s";
  const { page, context } = await start(`#analysis?game=dvonn&fen=${encodeURIComponent(fen)}`);
  await page.waitForSelector(".evaluation.proved");
  assert.equal(await page.textContent(".evaluation"), "+6!");
  await context.close();
});

test("variations with comments", async () => {
  const { page, context, errors } = await start("#analysis?game=gonu&moves=a1a7+h8h2");
  await page.getByRole("button", { name: "First position" }).click();
  await page.waitForFunction(() => location.hash.includes("ply=0"));
  await press(page, "b1");
  await press(page, "b3");
  await page.waitForSelector(".variation .move[aria-current]");
  await page.fill("textarea", "a quiet start");
  await page.locator("textarea").blur();
  await page.waitForSelector(".comment >> text=a quiet start");
  await page.getByRole("button", { name: "Make main line" }).click();
  assert.equal(await page.locator(".main-line > li > .move > span:first-child").first().textContent(), "b1b3");
  await page.getByRole("button", { name: "Delete from here" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".variation").length === 0);
  assert.equal(await page.locator(".main-line > li > .move > span:first-child").first().textContent(), "a1a7");
  assert.deepEqual(errors, []);
  await context.close();
});

test("the report of a game, as the program analyses it", async () => {
  const moves = ["d3", "c5", "d6", "e3"];
  const words = ["analyse", "-", "--from", "lines", "--game", "reversi", "--go", "nodes 10000", "--to", "json"];
  const { summary, analysis } = JSON.parse(String(execFileSync(ENGINE, words, { input: `startpos moves ${moves.join(" ")}\n` })));
  const { page, context, errors } = await start(`#analysis?game=reversi&moves=${moves.join("+")}`);
  await page.getByText("Report of the game").click();
  await page.locator("details select").first().selectOption("10000");
  await page.getByRole("button", { name: "Analyse the game" }).click();
  await page.waitForSelector(".report table", { timeout: 30_000 });
  const lost = await page.locator(".report tbody tr td:nth-of-type(2)").allTextContents();
  assert.deepEqual(lost, [summary.p1, summary.p2].map((side) => side.lost_a_move.toFixed(2)));
  const worst = await page.locator(".worst li").allTextContents();
  const first = analysis[summary.worst[0] - 1];
  assert.match(worst[0], new RegExp(`^${first.ply}\\. ${first.move}: −${(first.loss / 100).toFixed(2)}, better ${first.best}$`));
  assert.equal(await page.locator(".graph svg").count(), 1);
  assert.deepEqual(errors, []);
  await context.close();
});

test("the report of a game of Epigo has the losses of analyse", async () => {
  const moves = ["1234X567/7654X321", "3S-7S-1N/2N-5N-6N"];
  const game = JSON.stringify({ variant: "epigo", startpos: true, moves });
  const words = ["analyse", "-", "--from", "json", "--go", "nodes 400000", "--to", "json"];
  const { turns } = JSON.parse(String(execFileSync(ENGINE, words, { input: `${game}\n` })));
  const { page, context, errors } = await start(`#analysis?game=epigo&moves=${moves.join("+")}`);
  await page.getByText("Report of the game").click();
  await page.getByRole("button", { name: "Analyse the game" }).click();
  await page.waitForSelector(".report table", { timeout: 30_000 });
  const lost = await page.locator(".report tbody tr td:nth-of-type(2)").allTextContents();
  const mean = (side) => turns.reduce((sum, turn) => sum + turn.loss[side], 0) / turns.length / 100;
  assert.deepEqual(lost, [mean(0).toFixed(2), mean(1).toFixed(2)]);
  assert.deepEqual(errors, []);
  await context.close();
});

test("games are imported and exported", async () => {
  const { page, context, errors } = await start("#analysis?game=reversi&moves=f5+d6");
  await page.getByText("Position and files").click();
  await page.getByRole("button", { name: "Export" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("select").selectOption("transcript");
  await page.waitForFunction(() => /F5D6/.test(document.querySelector("dialog textarea")?.value ?? ""));
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Import" }).click();
  await dialog.getByLabel("Text of the games").fill("F5D6C3D3C4");
  await dialog.locator("select").selectOption("transcript");
  await dialog.getByRole("button", { name: "Read" }).click();
  await waitForMoves(page, (moves) => moves.length === 5);
  await page.getByRole("button", { name: "Import" }).click();
  await dialog.getByLabel("Text of the games").fill("F5F5");
  await dialog.locator("select").selectOption("transcript");
  await dialog.getByRole("button", { name: "Read" }).click();
  await page.waitForFunction(() => (document.querySelector("dialog .error")?.textContent ?? "") !== "");
  assert.deepEqual(errors.filter((error) => !error.includes("422")), []);
  await context.close();
});

test("the console passes lines on", async () => {
  const { page, context } = await start("#analysis?game=reversi");
  await page.getByText("Engine console").click();
  await page.getByLabel("Line to the engine").fill("query variant");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".console-output >> text=response");
  await context.close();
});

test("the address shows the same position again", async () => {
  const { page, context } = await start("#analysis?game=tablut&moves=d9b9+e3g3&ply=1");
  assert.deepEqual(movesOf(page), ["d9b9", "e3g3"]);
  assert.equal(await page.locator(".move[aria-current]").textContent(), "d9b9");
  await page.goto(`${shared.server.url}#analysis?game=sparta&moves=a1a3`);
  await page.waitForFunction(() => document.querySelector("h1")?.textContent === "Sparta");
  await page.goto(`${shared.server.url}#analysis?game=sparta&moves=a1h8`);
  await page.waitForSelector(".toast.error");
  await context.close();
});

test("a position is set up by dragging, clicks and FEN", async () => {
  const { page, context, errors } = await start("#setup?game=gonu");
  const centre = async (selector) => {
    const box = await page.locator(selector).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.getByRole("button", { name: "Empty board" }).click();
  await page.getByRole("button", { name: "Place White man" }).click();
  await press(page, "a1");
  await press(page, "b1");
  await page.mouse.move(...(await centre('[aria-label="Place Black man"]')));
  await page.mouse.down();
  await page.mouse.move(...(await centre('#board [data-key="h8"]')), { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".fen-label input")?.value === "7p/8/8/8/8/8/8/PP6 w");
  await page.getByRole("button", { name: "Move", exact: true }).click();
  await page.mouse.move(...(await centre('#board [data-key="b1"]')));
  await page.mouse.down();
  await page.mouse.move(...(await centre('#board [data-key="c3"]')), { steps: 6 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector(".fen-label input")?.value === "7p/8/8/8/8/2P5/8/P7 w");
  await page.getByLabel("FEN", { exact: true }).fill("pp6/8/8/8/8/8/8/PP6 b");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("#board .pt-pieces > g").length === 4);
  await page.getByRole("button", { name: "Analyse" }).click();
  await page.waitForFunction(() => location.hash.includes("pp6"));
  assert.deepEqual(errors, []);
  await context.close();
});

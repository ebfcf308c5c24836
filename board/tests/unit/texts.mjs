import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { choose, setCatalogue, t } from "../../page/js/i18n.js";
import { LIST, MODULES, PAGE, filesOf, moduleLines, pageFiles } from "../list-files.mjs";
import { parseHash, writeHash } from "../../page/js/url.js";

const read = (name) => JSON.parse(readFileSync(join(PAGE, "messages", name), "utf8"));
const english = { ...read("en.json"), ...read("rooms.en.json") };
const korean = { ...read("ko.json"), ...read("rooms.ko.json") };

/** Values in braces. */
const names = (message) => {
  const texts = typeof message === "string" ? [message] : Object.values(message);
  return [...new Set(texts.flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
};

test("every language has every text with the same values", () => {
  assert.deepEqual(Object.keys(korean).sort(), Object.keys(english).sort());
  for (const [key, message] of Object.entries(english)) assert.deepEqual(names(korean[key]), names(message), key);
});

test("every text that the code names is there", () => {
  const code = filesOf(PAGE).filter((file) => /\.(js|html)$/.test(file)).map((file) => readFileSync(file, "utf8")).join("\n");
  const used = [...code.matchAll(/\bt\("([\w.-]+)"|data-t(?:-label)?="([\w.-]+)"/g)].map((match) => match[1] ?? match[2]);
  assert.ok(used.length > 100);
  for (const key of used) assert.ok(key in english, key);
});

test("plural forms and values", () => {
  setCatalogue("en", english, english);
  assert.equal(t("analysis.lines", { n: 1 }), "1 line");
  assert.equal(t("analysis.lines", { n: 3 }), "3 lines");
  assert.equal(t("no.such.text"), "no.such.text");
  setCatalogue("ko", korean, english);
  assert.equal(t("analysis.lines", { n: 1 }), "1줄");
  assert.equal(choose(["fr-FR", "ko-KR"]), "ko");
  assert.equal(choose(["fr"]), "en");
});

test("the address carries game, position and moves", () => {
  const address = { view: "analysis", variant: "reversi", fen: "8/8 b", moves: ["f5", "d6"], ply: 1, rest: { room: "k3" } };
  assert.deepEqual(parseHash(writeHash(address)), address);
  const table = { view: "table", variant: null, fen: null, moves: [], ply: null, rest: { path: "k3vq/pf0c" } };
  assert.equal(writeHash(table), "#/table/k3vq/pf0c");
  assert.deepEqual(parseHash("#/table/k3vq/pf0c"), table);
  assert.deepEqual(parseHash("#play"), { view: "play", variant: null, fen: null, moves: [], ply: null, rest: {} });
});

test("the service worker stores every file of the page", () => {
  const source = readFileSync(join(PAGE, "service-worker.js"), "utf8");
  const listed = [...(LIST.exec(source)?.[0] ?? "").matchAll(/"([^"]+)"/g)].map((match) => match[1]);
  assert.deepEqual(listed, pageFiles(), "node board/tests/list-files.mjs writes the list");
});

test("the page names every module", () => {
  const page = readFileSync(join(PAGE, "index.html"), "utf8");
  assert.equal(MODULES.exec(page)?.[0], moduleLines(), "node board/tests/list-files.mjs writes the list");
});

// Writes the lists of files into the page: all of them into its service worker, and its modules into index.html, so that
// a browser fetches them at once instead of one import after another. Run `node list-files.mjs` after adding a file.

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";

export const PAGE = fileURLToPath(new URL("../page/", import.meta.url));
const WORKER = "service-worker.js";

/** The list as it stands in the service worker. */
export const LIST = /const FILES = \[[^\]]*\];/;

/** All files below a folder. @param {string} folder @returns {string[]} */
export function filesOf(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesOf(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

/** The files of the page, without the worker itself and the engine. */
export function pageFiles() {
  const names = filesOf(PAGE).map((file) => relative(PAGE, file).split(sep).join("/"));
  return names.filter((name) => name !== WORKER && !name.startsWith("engine/")).sort();
}

/** The modules as they stand in index.html. */
export const MODULES = /(?: {4}<link rel="modulepreload" href="[^"]*">\n)+/;

/** The lines about the modules. */
export function moduleLines() {
  const modules = pageFiles().filter((name) => name.startsWith("js/") && name.endsWith(".js") && name !== "js/main.js");
  return modules.map((name) => `    <link rel="modulepreload" href="${name}">\n`).join("");
}

/** @param {string} name @param {RegExp} old @param {string} text */
function replace(name, old, text) {
  const path = join(PAGE, name);
  writeFileSync(path, readFileSync(path, "utf8").replace(old, () => text));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  replace(WORKER, LIST, `const FILES = [\n${pageFiles().map((name) => `  ${JSON.stringify(name)},\n`).join("")}];`);
  replace("index.html", MODULES, moduleLines());
}

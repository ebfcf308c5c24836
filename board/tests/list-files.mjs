// Writes the list of the files of the page into its service worker: node list-files.mjs

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

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = join(PAGE, WORKER);
  const list = pageFiles().map((name) => `  ${JSON.stringify(name)},\n`).join("");
  writeFileSync(path, readFileSync(path, "utf8").replace(LIST, () => `const FILES = [\n${list}];`));
}

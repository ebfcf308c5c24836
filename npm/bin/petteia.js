#!/usr/bin/env node
// Lines of the protocol on standard input and output, as the program `petteia` has them. Arguments are lines too.
import { createInterface } from "node:readline";
import { Readable } from "node:stream";

import { Petteia } from "../petteia.js";

const HELP = `petteia [LINE...]: the engine petteia, which reads lines of its protocol

  npx petteia                                   read lines until quit
  npx petteia "position startpos" "go depth 9"  carry these lines out
`;
/** Searches that end only by a stop. */
const ENDLESS = /^\s*go\b(?!\s+perft\b)(?!.*\b(depth|nodes|mate|movetime|[wb]time|p[12]time)\b)|^\s*go\b.*\b(infinite|ponder)\b/i;

const lines = process.argv.slice(2);
if (["-h", "--help"].includes(lines[0])) {
  process.stdout.write(HELP);
  process.exit(0);
}

const engine = new Petteia({ onLine: (line) => process.stdout.write(`${line}\n`) });
let isOver = false;
let isEndless = false;
engine.onState = (state) => {
  if (state === "failed") {
    process.stderr.write(`petteia: ${engine.error}\n`);
    process.exit(70);
  }
};

const input = createInterface({ input: lines.length > 0 ? Readable.from(lines.map((line) => `${line}\n`)) : process.stdin });
input.on("line", (line) => {
  if (isOver) return;
  isEndless = ENDLESS.test(line) || (isEndless && !/^\s*stop\s*$/i.test(line));
  if (/^\s*quit\s*$/i.test(line)) {
    isOver = true;
    engine.stop();
    void engine.ask("# the end").then(() => process.exit(0));
  } else {
    engine.send(line);
  }
});
input.on("close", async () => {
  if (isOver) return;
  if (isEndless) engine.stop();
  // Comments are answered by nothing, after all lines before them.
  await engine.ask("# the end");
  process.exit(0);
});

// Runs the example `perft` of petteia-games, built for wasm32-unknown-unknown, and ends with its exit code.
// Usage: node tests/wasm.mjs target/wasm32-unknown-unknown/release/examples/perft.wasm
import { readFile } from "node:fs/promises";

const { instance } = await WebAssembly.instantiate(await readFile(process.argv[2]));
const status = instance.exports.main(0, 0);
console.log(`exit code ${status}`);
process.exitCode = status;

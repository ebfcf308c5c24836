// A server for the tests: the files of the page with their headers, and the lines of a native engine.

import { execFileSync, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";

export const PAGE = fileURLToPath(new URL("../page/", import.meta.url));

const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
  "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/**
 * Starts a server. With `engine`, the program of the engine, it is a server with engines; with `files`, the folder of
 * the npm package, it is a static host with the engine for browsers.
 * @param {{engine?: string, files?: string, isolated?: boolean}} options
 */
export async function startServer({ engine, files, isolated = true }) {
  const server = createServer((request, response) => {
    answer(request, response, { engine, files, isolated }).catch((error) => {
      response.writeHead(500).end(String(error));
    });
  });
  const programs = engine ? attachEngines(server, engine) : new Set();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    /** Ends every engine, as a crash does. */
    crash() {
      for (const program of programs) program.kill("SIGKILL");
    },
    async close() {
      for (const program of programs) program.kill("SIGKILL");
      server.closeAllConnections();
      await new Promise((resolve) => server.close(() => resolve(undefined)));
    },
  };
}

/** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
async function answer(request, response, { engine, files, isolated }) {
  const path = new URL(request.url ?? "/", "http://localhost").pathname;
  const headers = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    ...(isolated ? { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" } : {}),
  };
  if (engine && path === "/config.json") {
    const config = { server: true, engine: true, rooms: false, hash: 64, threads: 1 };
    response.writeHead(200, { ...headers, "Content-Type": TYPES[".json"] }).end(JSON.stringify(config));
    return;
  }
  if (engine && path === "/convert" && request.method === "POST") return convert(request, response, engine, headers);
  const name = normalize(path === "/" ? "/index.html" : path);
  const folder = files && name.startsWith("/engine/") ? join(files, name.slice("/engine".length)) : join(PAGE, name);
  try {
    const bytes = await readFile(folder);
    response.writeHead(200, { ...headers, "Content-Type": TYPES[extname(name)] ?? "application/octet-stream" }).end(bytes);
  } catch {
    response.writeHead(404, headers).end("not found");
  }
}

async function convert(request, response, engine, headers) {
  let body = "";
  for await (const part of request) body += part;
  const { game, from, to, text } = JSON.parse(body);
  const words = ["convert", "-", "--to", to, ...(game ? ["--game", game] : []), ...(from ? ["--from", from] : [])];
  const json = { ...headers, "Content-Type": TYPES[".json"] };
  try {
    const output = execFileSync(engine, words, { input: text, stdio: ["pipe", "pipe", "pipe"] });
    response.writeHead(200, json).end(JSON.stringify({ text: String(output) }));
  } catch (error) {
    response.writeHead(422, json).end(JSON.stringify({ error: String(error.stderr || error.message) }));
  }
}

/** Gives each WebSocket an engine of its own. */
function attachEngines(server, engine) {
  const programs = new Set();
  const sockets = new WebSocketServer({ server });
  sockets.on("connection", (socket) => {
    const program = spawn(engine, ["--no-files"], { stdio: ["pipe", "pipe", "ignore"] });
    programs.add(program);
    program.stdin.write("ugi\n");
    let rest = "";
    let introduced = false;
    program.stdout.on("data", (data) => {
      const lines = (rest + data).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (introduced) socket.send(line);
        else introduced = line === "ugiok";
      }
    });
    program.stdin.on("error", () => {});
    program.on("exit", () => (programs.delete(program), socket.close()));
    socket.on("message", (data) => program.stdin.write(`${data}\n`));
    socket.on("close", () => program.kill("SIGKILL"));
  });
  return programs;
}

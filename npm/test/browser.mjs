// Chromium for the tests and measurements: a server of the package's folder, and pages of it.
import { createServer } from "node:http";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, normalize } from "node:path";

const TYPES = { html: "text/html", js: "text/javascript", mjs: "text/javascript", wasm: "application/wasm" };
const ISOLATION = { "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" };
const FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];
/** Where Debian has the browser. */
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";

/** Why there is no browser; null where there is one. */
export const missing = async () => {
  if (!existsSync(CHROMIUM)) return `no ${CHROMIUM}`;
  try {
    await import("playwright-core");
    return null;
  } catch {
    return "no playwright-core";
  }
};

/**
 * Serves a folder on a free port, below /plain and below /isolated with the headers of cross-origin isolation. `others`
 * are further folders by the first part of the path.
 */
export const serve = async (folder, others = {}) => {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const isIsolated = pathname.startsWith("/isolated/");
    const path = normalize(pathname.replace(/^\/(isolated|plain)\//, "/"));
    const [, first] = path.split("/");
    const file = others[first] ? join(others[first], path.slice(first.length + 1)) : join(folder, path);
    const headers = isIsolated ? ISOLATION : {};
    try {
      const body = path === "/" ? "<!doctype html><title>petteia</title>" : await readFile(file);
      const type = path === "/" ? TYPES.html : TYPES[path.split(".").pop()] ?? "application/octet-stream";
      response.writeHead(200, { ...headers, "Content-Type": type, "Content-Length": Buffer.byteLength(body) }).end(body);
    } catch {
      response.writeHead(404, headers).end();
    }
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://localhost:${server.address().port}`, close: () => server.close() };
};

/** Starts the browser. */
export const launch = async (flags = []) => {
  const { chromium } = await import("playwright-core");
  return chromium.launch({ executablePath: CHROMIUM, args: [...FLAGS, ...flags] });
};

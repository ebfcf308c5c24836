// Keeps the page and its engine for use without a network. Only the static form registers it.

/** A new name drops the files of older versions. */
const CACHE = "petteia-1";

/** The files of the page, as tests/list-files.mjs writes them. */
const FILES = [
  "config.json",
  "icons/petteia-192.png",
  "icons/petteia-512.png",
  "icons/petteia.svg",
  "index.html",
  "js/analysis.js",
  "js/animate.js",
  "js/board-keys.js",
  "js/board-letters.js",
  "js/board.js",
  "js/client.js",
  "js/clock.js",
  "js/comments.js",
  "js/connect.js",
  "js/console.js",
  "js/dialogs.js",
  "js/dom.js",
  "js/drawing.js",
  "js/effects.js",
  "js/emitter.js",
  "js/engine-lines.js",
  "js/epigo/board.js",
  "js/epigo/drag.js",
  "js/epigo/drawing.js",
  "js/epigo/game.js",
  "js/epigo/lines.js",
  "js/epigo/mix.js",
  "js/epigo/model.js",
  "js/epigo/panel.js",
  "js/epigo/planner.js",
  "js/epigo/referee.js",
  "js/epigo/replay-panel.js",
  "js/epigo/replay.js",
  "js/epigo/words.js",
  "js/fen.js",
  "js/files.js",
  "js/games.js",
  "js/graph.js",
  "js/help.js",
  "js/i18n.js",
  "js/lines.js",
  "js/live.js",
  "js/main.js",
  "js/marks.js",
  "js/movelist.js",
  "js/moves.js",
  "js/newgame.js",
  "js/offline.js",
  "js/play.js",
  "js/preferences.js",
  "js/report.js",
  "js/rooms/agreement.js",
  "js/rooms/clock.js",
  "js/rooms/dixit-cards.js",
  "js/rooms/dixit-model.js",
  "js/rooms/dixit.js",
  "js/rooms/errors.js",
  "js/rooms/lobby.js",
  "js/rooms/seats.js",
  "js/rooms/sequential.js",
  "js/rooms/share.js",
  "js/rooms/store.js",
  "js/rooms/table.js",
  "js/rooms/types.js",
  "js/rooms/view.js",
  "js/rooms/wire.js",
  "js/rules.js",
  "js/scores.js",
  "js/session.js",
  "js/settings.js",
  "js/setup.js",
  "js/sound.js",
  "js/stage.js",
  "js/tree.js",
  "js/update.js",
  "js/url.js",
  "js/views.js",
  "js/words.js",
  "manifest.webmanifest",
  "messages/en.json",
  "messages/ko.json",
  "messages/rooms.en.json",
  "messages/rooms.ko.json",
  "styles/analysis.css",
  "styles/base.css",
  "styles/board.css",
  "styles/dialog.css",
  "styles/epigo.css",
  "styles/layout.css",
  "styles/moves.css",
  "styles/panel.css",
  "styles/rooms.css",
];

/** The engine, which is beside the page in the static form. Networks come when their game is played. */
const ENGINE = ["engine/petteia.js", "engine/petteia.lines.js", "engine/petteia.worker.js", "engine/petteia.wasm"];

self.addEventListener("install", (event) => {
  event.waitUntil(install().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(dropOld().then(() => self.clients.claim()));
});

self.addEventListener("message", (event) => {
  const keep = event.data?.keep;
  if (Array.isArray(keep)) event.waitUntil(keepFiles(keep.map(String)));
});

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin) return;
  event.respondWith(answer(event.request));
});

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(["./", ...FILES]);
  await keepFiles(ENGINE);
}

async function dropOld() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("petteia-") && name !== CACHE).map((name) => caches.delete(name)));
}

/** Stores files that are not stored yet. A file that cannot be fetched is left out. */
async function keepFiles(files) {
  const cache = await caches.open(CACHE);
  await Promise.all(
    files.map(async (file) => {
      const url = new URL(file, self.registration.scope);
      if (url.origin !== self.location.origin || (await cache.match(url))) return;
      await cache.add(url).catch(() => {});
    }),
  );
}

/** The network's answer, and without a network the stored one, so that a new version is seen at once. */
async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(request, { ignoreSearch: true });
    if (stored) return stored;
    throw error;
  }
}

// The page without a network, in the static form.

import { config } from "./connect.js";
import { GAMES } from "./games.js";

export function canBeOffline() {
  return !config.server && "serviceWorker" in navigator;
}

/** Registers the service worker, which stores the page. */
export async function registerOffline() {
  if (!canBeOffline()) return;
  try {
    await navigator.serviceWorker.register(new URL("../service-worker.js", import.meta.url));
  } catch {
    // The page works without it, but not offline.
  }
}

/** Stores what a game needs; without a name, what all games need. @param {string} [variant] */
export async function keepGame(variant) {
  if (!canBeOffline()) return;
  const { active } = await navigator.serviceWorker.ready;
  const games = GAMES.filter((game) => variant === undefined || game.variant === variant);
  const networks = new Set(games.flatMap((game) => game.network ?? []));
  active?.postMessage({ keep: [...networks].map((network) => `engine/${network}.net`) });
}

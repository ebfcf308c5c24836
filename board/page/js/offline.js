// The page without a network, in the static form.

import { config } from "./connect.js";

/** Games whose evaluation is a file of its own. */
const NETWORKS = ["dvonn", "reversi", "checkers", "draughts"];

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
  const games = NETWORKS.filter((game) => variant === undefined || game === variant);
  active?.postMessage({ keep: games.map((game) => `engine/${game}.net`) });
}

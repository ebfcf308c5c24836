/**
 * Refusals of the server in the language of the page.
 * @module
 */

import { t } from "../i18n.js";
import { RefusedError } from "./wire.js";

/** Codes that say all; the text of the others names the place of the fault. */
const CODES = new Set(["old-version", "not-your-turn", "state", "no-seat", "limit", "internal", "closed"]);

/**
 * @param {unknown} error
 * @returns {string}
 */
export function errorText(error) {
  if (error instanceof RefusedError && CODES.has(error.code)) return t(`rooms.refused.${error.code}`);
  return error instanceof Error ? error.message : String(error);
}

/**
 * Names of seats.
 * @module
 */

import { t } from "../i18n.js";
import { sideName } from "../words.js";

/** @typedef {import("./types.js").View} View */

/**
 * What a seat is called in its game: a colour, or a number.
 * @param {View} view
 * @param {number} number from 1
 * @returns {string}
 */
export function roleName(view, number) {
  return view.seats.length === 2 ? sideName(view.variant, number) : t("rooms.seat", { n: number });
}

/**
 * The name of who sits there, else what the seat is called.
 * @param {View} view
 * @param {number} number from 1
 * @returns {string}
 */
export function seatName(view, number) {
  const seat = view.seats[number - 1];
  if (seat?.name) return seat.name;
  const role = roleName(view, number);
  if (seat?.kind === "open") return t("rooms.seat.open", { role });
  if (seat?.kind !== "engine") return role;
  const engines = view.seats.filter((other) => other.kind === "engine" && !other.name);
  const level = seat.level ?? 0;
  return engines.length > 1 ? t("rooms.engine.seat", { n: number, level }) : t("rooms.engine", { level });
}

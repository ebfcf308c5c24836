/**
 * Names of seats.
 * @module
 */

/** @typedef {import("./types.js").Host} Host */
/** @typedef {import("./types.js").View} View */

/**
 * What a seat is called in its game: a colour, or a number.
 * @param {Host} host
 * @param {View} view
 * @param {number} number from 1
 * @returns {string}
 */
export function roleName(host, view, number) {
  return view.seats.length === 2 ? host.colour(view.variant, number) : host.t("rooms.seat", { n: number });
}

/**
 * The name of who sits there, else what the seat is called.
 * @param {Host} host
 * @param {View} view
 * @param {number} number from 1
 * @returns {string}
 */
export function seatName(host, view, number) {
  const seat = view.seats[number - 1];
  if (seat?.name) return seat.name;
  const role = roleName(host, view, number);
  if (seat?.kind === "open") return host.t("rooms.seat.open", { role });
  if (seat?.kind !== "engine") return role;
  const engines = view.seats.filter((other) => other.kind === "engine" && !other.name);
  const level = seat.level ?? 0;
  return engines.length > 1 ? host.t("rooms.engine.seat", { n: number, level }) : host.t("rooms.engine", { level });
}

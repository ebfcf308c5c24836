/**
 * Names of seats.
 * @module
 */

/** @typedef {import("./types.js").Host} Host */
/** @typedef {import("./types.js").Seat} Seat */

/**
 * The name of a seat, as others read it.
 * @param {Host} host
 * @param {Seat[]} seats
 * @param {number} number from 1
 * @returns {string}
 */
export function seatName({ t }, seats, number) {
  const seat = seats[number - 1];
  if (seat === undefined) return t("rooms.seat", { n: number });
  if (seat.name) return seat.name;
  if (seat.kind === "engine") {
    const others = seats.filter((other) => other.kind === "engine" && !other.name);
    const level = seat.level ?? 0;
    return others.length > 1 ? t("rooms.engine.seat", { n: number, level }) : t("rooms.engine", { level });
  }
  return seat.kind === "open" ? t("rooms.seat.open", { n: number }) : t("rooms.seat", { n: number });
}

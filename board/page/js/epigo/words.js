// Tiles, orders and steps of Epigo in words.

import { list, t } from "../i18n.js";

/** @typedef {import("./model.js").Step} Step */

/** Such as "White 3". @param {string} tile */
export function tileName(tile) {
  if (tile[1] === "_") return t("epigo.tile.hidden");
  const colour = t(tile[0] === "w" ? "side.white" : "side.black");
  return tile[1] === "X" ? t("epigo.gap", { colour }) : t("epigo.tile", { colour, n: tile.slice(1) });
}

/** @param {string} direction */
export function directionName(direction) {
  return direction === "" ? "" : t(`epigo.direction.${direction}`);
}

/** @param {number} slot @param {string} direction */
export function orderName(slot, direction) {
  return t("epigo.order", { slot, direction: directionName(direction) });
}

/** A turn, or the line-ups before the first one. @param {number} turn */
export function turnName(turn) {
  return turn === 0 ? t("epigo.line-ups") : t("epigo.turn", { n: turn });
}

/** A step with its captures as sentences. @param {Step} step */
export function sentence(step) {
  const values = {
    tile: step.tile.length === 2 ? tileName(step.tile) : step.tile,
    from: step.from, to: step.to, count: step.count,
    row: list(step.pushed.map(tileName)),
    direction: directionName(step.direction),
  };
  const captures = step.captured.map((tile) => t("epigo.event.capture", { tile: tileName(tile) }));
  return [t(`epigo.event.${step.kind}`, values), ...captures].join(" ");
}

// The panel beside the board of Epigo, but for replays.

import { t } from "../i18n.js";
import { button, el } from "../dom.js";
import { DIRECTIONS, ORDERS, TILES, colourOf, isOnBoard, lostTiles, neighbour, parseFen, turnNumber } from "./model.js";
import { directionName, tileName, turnName } from "./words.js";

/** @typedef {import("./planner.js").Planner} Planner */
/** @typedef {import("./model.js").Direction} Direction */
/** @typedef {import("./lines.js").Preview} Preview */

/** @type {Record<Direction, string>} */
const ARROWS = { N: "↑", E: "→", S: "↓", W: "←" };

/** @param {string} text */
export function waitingNode(text) {
  return text !== "" && el("p.epigo-waiting", { "data-key": "waiting" }, text);
}

/**
 * @param {Planner} planner
 * @param {number} turn
 */
export function headingNode(planner, turn) {
  return el("h2", { "data-key": "heading" }, planner.isLineUp ? t("epigo.line-up.heading") : t("epigo.plan.heading", { n: turn }));
}

/**
 * A choice that can be changed.
 * @param {Planner} planner
 * @param {{ turned: boolean, turn: (direction: Direction) => Direction, preview: Preview | null }} options
 */
export function openNodes(planner, { turned, turn, preview }) {
  return [
    el("p.quiet", { "data-key": "hint" }, planner.isLineUp ? t("epigo.line-up.hint") : planHint(planner)),
    planner.isLineUp ? lineUpPanel(planner, turned) : planPanel(planner, turn),
    preview !== null && preview.text === planner.text && !planner.isLineUp && el("div.epigo-preview", { "data-key": "preview" },
      el("h3", {}, t("epigo.preview")), el("ol", {}, preview.sentences.map((text) => el("li", {}, text)))),
  ];
}

/**
 * @param {Planner} planner
 */
function planHint(planner) {
  if (planner.selected !== null) return t("epigo.hint.direction", { tile: planner.selected });
  if (planner.isComplete) return t("epigo.hint.complete");
  return t("epigo.hint.tile", { slot: planner.orders.length + 1 });
}

/**
 * @param {Planner} planner
 * @param {boolean} isChanging whether a choice was sent before
 */
export function commitNodes(planner, isChanging) {
  return [
    el("div.row", { "data-key": "commit" },
      button(t(planner.isLineUp ? "epigo.line-up.commit" : "epigo.plan.commit"), "commit", {
        class: "primary", "aria-disabled": planner.isComplete ? null : "true",
      }),
      isChanging && button(t("epigo.plan.keep"), "keep")),
    el("form.type-form", { "data-do": "typed", "data-key": "typed" },
      el("label", {}, el("span", {}, t(planner.isLineUp ? "epigo.line-up.type" : "epigo.plan.type")),
        el("input", {
          name: "text", type: "text", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", maxlength: 20,
          placeholder: planner.isLineUp ? "1357X642" : "3N-7E-1W",
        })),
      el("button.button", { type: "submit" }, t("epigo.type.take"))),
    el("details.epigo-keys", { "data-key": "keys" },
      el("summary", {}, t("epigo.keys")), el("p.quiet", {}, t(planner.isLineUp ? "epigo.line-up.keys" : "epigo.plan.keys"))),
  ];
}

/**
 * The panel of a plan.
 * @param {Planner} planner
 * @param {(direction: Direction) => Direction} turn from the board to the screen
 * @returns {Node[]}
 */
export function planPanel(planner, turn) {
  return [
    el("ol.epigo-slots", { "aria-label": t("epigo.plan") },
      Array.from({ length: ORDERS }, (_, i) => slotItem(planner, i, turn))),
    el("div.epigo-orders", { role: "group", "aria-label": t("epigo.tiles") },
      Array.from({ length: TILES }, (_, i) => tileButton(planner, i + 1))),
    el("div.epigo-compass", { role: "group", "aria-label": t("epigo.directions") },
      DIRECTIONS.map((direction) => compassButton(planner, direction, turn(direction)))),
  ];
}

/**
 * @param {Planner} planner
 * @param {number} i
 * @param {(direction: Direction) => Direction} turn
 */
function slotItem(planner, i, turn) {
  const order = planner.orders[i];
  if (order === undefined) {
    return el("li.epigo-slot.is-empty", {}, el("span.epigo-slot-number", {}, i + 1), el("span", {}, t("epigo.slot.empty")));
  }
  const { tile, direction } = order;
  const glyph = direction === "x" ? "×" : ARROWS[turn(direction)];
  return el("li.epigo-slot", { "data-key": `slot-${tile}` },
    el("span.epigo-slot-number", {}, i + 1),
    el("span.epigo-chip", { class: `owner-${planner.colour === "w" ? 1 : 2}` }, tile),
    el("span.epigo-slot-way", {}, el("span", { "aria-hidden": "true" }, `${glyph} `), directionName(direction)),
    el("span.epigo-slot-tools", {},
      tool("‹", "exchange", i - 1, t("epigo.slot.earlier", { tile }), i === 0),
      tool("›", "exchange", i, t("epigo.slot.later", { tile }), i + 1 >= planner.orders.length),
      tool("×", "remove", i, t("epigo.slot.remove", { tile }))));
}

/**
 * @param {string} text
 * @param {string} action
 * @param {number} argument
 * @param {string} label
 * @param {boolean} [disabled]
 */
function tool(text, action, argument, label, disabled = false) {
  return el("button", { type: "button", "data-do": action, "data-arg": argument, "aria-label": label, disabled }, text);
}

/**
 * @param {Planner} planner
 * @param {number} tile
 */
function tileButton(planner, tile) {
  const slot = planner.slotOf(tile);
  const isLost = planner.isLost(tile);
  const label = [t("epigo.order.tile", { tile }), isLost ? t("epigo.lost") : "", slot > 0 ? t("epigo.slot", { slot }) : ""];
  return el("button.epigo-chip", {
    type: "button", "data-do": "tile", "data-arg": tile, "data-key": `tile-${tile}`,
    class: `owner-${planner.colour === "w" ? 1 : 2}${isLost ? " is-lost" : ""}`,
    "aria-pressed": String(planner.selected === tile),
    "aria-label": label.filter(Boolean).join(", "),
    "aria-disabled": slot === 0 && planner.orders.length === ORDERS ? "true" : null,
    "data-slot": slot > 0 ? slot : null,
  }, tile);
}

/**
 * @param {Planner} planner
 * @param {Direction} direction
 * @param {Direction} onScreen
 */
function compassButton(planner, direction, onScreen) {
  const point = planner.selected === null ? undefined : planner.tiles.get(planner.colour + String(planner.selected));
  const isOff = point !== undefined && !isOnBoard(neighbour(point, direction));
  const label = isOff ? t("epigo.direction.off", { direction: directionName(direction) }) : directionName(direction);
  return el("button.epigo-way", {
    type: "button", "data-do": "way", "data-arg": direction, class: `at-${onScreen}${isOff ? " is-off" : ""}`,
    "aria-label": label, title: label, "aria-disabled": point === undefined ? "true" : null,
  }, ARROWS[onScreen]);
}

/**
 * The panel of a line-up.
 * @param {Planner} planner
 * @param {boolean} turned whether file h is at the left
 * @returns {Node[]}
 */
export function lineUpPanel(planner, turned) {
  const owner = planner.colour === "w" ? 1 : 2;
  const chips = [...planner.lineUp].map((letter, i) => el("button.epigo-chip", {
    type: "button", "data-do": "file", "data-arg": i, "data-key": `file-${i}`, "aria-pressed": String(planner.selected === i),
    class: `owner-${owner}${letter === "X" ? " is-lost" : ""}`,
    "aria-label": t(letter === "X" ? "epigo.line-up.gap" : "epigo.line-up.tile", { file: "abcdefgh"[i], n: letter }),
  }, letter));
  return [
    el("div.epigo-line-up", { role: "group", "aria-label": t("epigo.line-up") }, turned ? chips.reverse() : chips),
    el("div.row", {}, button(t("epigo.line-up.shuffle"), "shuffle")),
  ];
}

/**
 * A choice that was sent.
 * @param {Planner} planner
 * @param {{ isSending: boolean, canChange: boolean }} options
 */
export function sentNodes(planner, { isSending, canChange }) {
  return [
    el("p.epigo-sent", { "data-key": "sent" },
      el("span.epigo-sent-mark", { "aria-hidden": "true" }, "✓"), t(isSending ? "rooms.sending" : "epigo.sent")),
    el("p.epigo-plan-text", { class: `owner-${planner.colour === "w" ? 1 : 2}`, "data-key": "mine" }, planner.text),
    canChange && !isSending && el("div.row", { "data-key": "change" },
      button(t("epigo.plan.change"), "change")),
  ];
}

/**
 * The turns so far, to be replayed.
 * @param {{ line: string[], start: string | null }} game
 * @param {number | null} shown the number of the turn that is replayed
 */
export function historyNode({ line, start }, shown) {
  if (line.length === 0) return null;
  const turns = line.filter((move) => !move.includes("X")).length;
  return [
    shown === null && el("div.row", { "data-key": "again" }, button(t("epigo.again"), "load", { "data-arg": line.length - 1 })),
    el("details.epigo-history", { "data-key": "history" },
      el("summary", {}, turns === 0 ? t("epigo.line-ups") : t("epigo.history", { n: turns })),
      el("ol", {}, line.map((move, i) => el("li", {}, el("button.epigo-step", {
        type: "button", "data-do": "load", "data-arg": i, "aria-current": shown === i + 1 ? "true" : null,
      }, el("span.quiet", {}, turnName(turnNumber(start, i))), " ", move))))),
  ];
}

/**
 * The captured tiles of a side, as the opponent shows them.
 * @param {string} fen
 * @param {number} seat whose tiles are off the board
 */
export function lostStrip(fen, seat) {
  const colour = colourOf(seat);
  const lost = lostTiles(parseFen(fen).tiles, colour);
  return el("span.epigo-lost", { role: "img", "aria-label": t("epigo.lost.list", {
    tiles: lost.map((tile) => tileName(colour + String(tile))).join(", ") || t("epigo.lost.none"),
  }) }, [0, 1, 2].map((i) => el("span.epigo-chip", { class: lost[i] === undefined ? "is-empty" : `owner-${seat}` }, lost[i] ?? "")));
}

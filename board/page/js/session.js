// The game on the page: its tree of moves, the position that is shown, and its connections.

import { EngineClient, RulesClient } from "./client.js";
import { convert, openEngine, openRules } from "./connect.js";
import { Emitter } from "./emitter.js";
import { bottomOf, FULL_LEVEL, gameOf } from "./games.js";
import { effectsOf, look, positionLines } from "./rules.js";
import { drawingWords, settings } from "./settings.js";
import { Tree } from "./tree.js";

/** @typedef {import("./tree.js").Node} Node */
/** @typedef {import("./rules.js").Position} Position */
/** @typedef {import("./rules.js").Look} Look */
/** @typedef {import("./effects.js").Effects} Effects */
/** @typedef {"game" | "move" | "walk" | "view"} Why a new game, a move, another node of the tree, or another drawing */

/**
 * @typedef {object} SessionEvents
 * @property {{why: Why, from: Node, effects?: Promise<Effects | null>, before?: Look}} look the position of `node` is
 *   there; after a move with what it does, and the position before it
 * @property {Why} going the position is about to change
 * @property {null} tree the tree has changed
 * @property {Error} error
 * @property {string} notice a message of the engine
 * @property {string} engine the state of the engine
 */

const MOST_EFFECTS = 400;

/** @extends {Emitter<SessionEvents>} */
export class Session extends Emitter {
  variant = settings.game;
  /** @type {string | null} */
  fen = null;
  tree = new Tree();
  /** @type {Node} */
  node = this.tree.root;
  /** @type {Look | null} */
  look = null;
  /** Whether the board is turned by half a turn. */
  turned = false;
  /** A result that the rules do not know, such as a resignation. @type {{result: string, reason: string} | null} */
  agreed = null;
  /** How much of a file of the engine is there, in percent, while one is being loaded. @type {number | null} */
  loaded = null;
  rules = new RulesClient(openRules());
  engine = this.#openEngine();
  #turn = 0;
  /** @type {Map<string, Promise<Effects | null>>} */
  #effects = new Map();

  #openEngine() {
    const engine = new EngineClient(openEngine());
    engine.onState = (state, text) => this.emit("engine", text ? `${state} ${text}` : state);
    engine.onNotice = (text) => this.emit("notice", text);
    engine.pipe.onProgress = (loaded, total) => {
      this.loaded = total && loaded < total ? Math.round((100 * loaded) / total) : null;
      this.emit("engine", "loading");
    };
    return engine;
  }

  /** Opens the connections again, after the place of the engine has changed. */
  reconnect() {
    this.rules.close();
    this.engine.close();
    this.rules = new RulesClient(openRules());
    this.engine = this.#openEngine();
    this.emit("engine", this.engine.state);
    return this.refresh();
  }

  /** @param {Node} [node] @returns {Position} */
  position(node = this.node) {
    return { variant: this.variant, fen: this.fen, moves: node.moves() };
  }

  get game() {
    return gameOf(this.variant);
  }

  /** The player at the bottom of the board. */
  get bottom() {
    const bottom = bottomOf(this.variant);
    return this.turned ? 3 - bottom : bottom;
  }

  /** Turns the board so that a player is at the bottom. @param {number} player @param {string} variant of the next game */
  face(player, variant) {
    this.turned = player !== bottomOf(variant);
  }

  /** The player to move: 1, 2, or 0 if several act at a time or none. */
  get mover() {
    const turn = this.look?.scene.turn ?? [];
    return turn.length === 1 ? (turn[0] ?? 0) : 0;
  }

  /** The result of the game at the position that is shown, or null. */
  get result() {
    const scene = this.look?.scene;
    if (scene?.result) return { result: scene.result, reason: scene.reason ?? "" };
    return this.agreed && this.node.children.length === 0 ? this.agreed : null;
  }

  /**
   * Begins a game. It rejects, and nothing changes, if the engine refuses the position or a move.
   * @param {string} variant @param {string | null} fen @param {string[]} [moves] @param {number | null} [ply]
   */
  async begin(variant, fen, moves = [], ply = null) {
    await this.rules.ask(positionLines({ variant, fen, moves }));
    const tree = new Tree();
    const end = tree.addLine(tree.root, moves);
    return this.open(variant, fen, tree, ply === null ? end : (end.path()[ply] ?? end));
  }

  /** Shows a game with a tree that is there. @param {string} variant @param {string | null} fen @param {Tree} tree @param {Node} node */
  open(variant, fen, tree, node) {
    this.emit("going", "game");
    this.variant = variant;
    this.fen = fen;
    this.tree = tree;
    this.agreed = null;
    this.look = null;
    this.#effects.clear();
    this.emit("tree", null);
    return this.#show(node, "game");
  }

  /** Shows another node of the tree. @param {Node} node */
  walk(node) {
    if (node === this.node) return Promise.resolve();
    this.emit("going", "walk");
    return this.#show(node, "walk");
  }

  /** Rejects if a move is refused at the node that is shown. @param {string} word */
  async check(word) {
    const position = this.position();
    await this.rules.ask(positionLines({ ...position, moves: [...position.moves, word] }));
  }

  /** Plays a legal move at the node that is shown. @param {string} word */
  play(word) {
    const effects = this.effects(word);
    const before = this.look ?? undefined;
    this.emit("going", "move");
    const node = this.tree.add(this.node, word);
    this.emit("tree", null);
    return this.#show(node, "move", { effects, before });
  }

  /** Draws the same position again. */
  refresh() {
    return this.#show(this.node, "view");
  }

  /** @param {Node} node @param {Why} why @param {{effects?: Promise<Effects | null>, before?: Look | undefined}} [move] */
  async #show(node, why, move = {}) {
    const turn = (this.#turn += 1);
    const from = this.node;
    this.node = node;
    try {
      const found = await look(this.rules, this.position(node), this.words());
      if (turn !== this.#turn) return;
      this.look = found;
      this.emit("look", { why, from, ...(move.effects ? { effects: move.effects } : {}), ...(move.before ? { before: move.before } : {}) });
    } catch (error) {
      if (turn === this.#turn && error instanceof Error) this.emit("error", error);
    }
  }

  /** The words of `d svg`. */
  words() {
    return drawingWords("b", this.turned);
  }

  /** What a move would do here; asked once. @param {string} word @returns {Promise<Effects | null>} */
  effects(word) {
    const position = this.position();
    const name = `${position.moves.join(" ")} ${word}`;
    let found = this.#effects.get(name);
    if (!found) {
      found = effectsOf(this.rules, position, word).catch(() => null);
      if (this.#effects.size > MOST_EFFECTS) this.#effects.clear();
      this.#effects.set(name, found);
    }
    return found;
  }

  /** @param {import("./lines.js").ConvertRequest} request */
  convert(request) {
    return convert(this.rules.pipe, request);
  }

  /** The lines before a search: options, then the position. @param {{lines?: number, node?: Node, level?: number}} [how] */
  setup(how = {}) {
    const [variant = "", position = ""] = positionLines(this.position(how.node));
    return [
      variant,
      `setoption name Hash value ${settings.hash}`,
      `setoption name Threads value ${settings.threads}`,
      `setoption name MultiPV value ${how.lines ?? 1}`,
      `setoption name Skill Level value ${how.level ?? FULL_LEVEL}`,
      position,
    ];
  }
}

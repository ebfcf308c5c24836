// Variations with comments.

/** A position of the tree, and the move that leads to it. */
export class Node {
  /** @type {Node[]} the first is the main continuation */
  children = [];
  comment = "";
  /** @type {import("./scores.js").Score | null} for the first player */
  score = null;
  /** What the move cost in a report, in hundredths of a piece. @type {number | null} */
  loss = null;
  /** The better move that a report names. @type {string | null} */
  better = null;

  /** @param {Node | null} parent @param {string} move */
  constructor(parent, move) {
    this.parent = parent;
    this.move = move;
  }

  /** The plies from the root. @returns {number} */
  get ply() {
    return this.parent ? this.parent.ply + 1 : 0;
  }

  /** The nodes from the root to this one. @returns {Node[]} */
  path() {
    /** @type {Node[]} */
    const nodes = [];
    for (let node = /** @type {Node | null} */ (this); node !== null; node = node.parent) nodes.unshift(node);
    return nodes;
  }

  /** The moves from the root to this node. */
  moves() {
    return this.path().slice(1).map((node) => node.move);
  }

  /** The node at the end of the main continuation. */
  end() {
    let node = /** @type {Node} */ (this);
    while (node.children[0]) node = node.children[0];
    return node;
  }

  /** Whether every node up to the root is a main continuation. */
  isMain() {
    return this.path().every((node) => !node.parent || node.parent.children[0] === node);
  }
}

export class Tree {
  root = new Node(null, "");

  /** The node after this move: the one that is there, or a new last variation. @param {Node} node @param {string} move */
  add(node, move) {
    const found = node.children.find((child) => child.move === move);
    if (found) return found;
    const child = new Node(node, move);
    node.children.push(child);
    return child;
  }

  /** Adds moves one after another. Returns the last node. @param {Node} node @param {string[]} moves */
  addLine(node, moves) {
    return moves.reduce((last, move) => this.add(last, move), node);
  }

  /** The nodes of the main line, without the root. */
  mainLine() {
    return this.root.end().path().slice(1);
  }

  /** Makes the line of this node the main line. @param {Node} node */
  promote(node) {
    for (let child = node; child.parent; child = child.parent) {
      const siblings = child.parent.children;
      siblings.splice(siblings.indexOf(child), 1);
      siblings.unshift(child);
    }
  }

  /** Removes a node and what follows it. Returns the node before it. @param {Node} node */
  remove(node) {
    const parent = node.parent;
    if (!parent) return node;
    parent.children.splice(parent.children.indexOf(node), 1);
    return parent;
  }

  /** @returns {Iterable<Node>} all nodes, a node before its children */
  *nodes() {
    const open = [this.root];
    for (let node = open.pop(); node; node = open.pop()) {
      yield node;
      open.push(...[...node.children].reverse());
    }
  }
}

import assert from "node:assert/strict";
import { test } from "node:test";
import { Tree } from "../../page/js/tree.js";

test("moves are added once", () => {
  const tree = new Tree();
  const first = tree.add(tree.root, "a");
  assert.equal(tree.add(tree.root, "a"), first);
  const other = tree.add(tree.root, "b");
  assert.equal(other.ply, 1);
  assert.deepEqual(tree.mainLine().map((node) => node.move), ["a"]);
  assert.equal(first.isMain(), true);
  assert.equal(other.isMain(), false);
});

test("a variation becomes the main line", () => {
  const tree = new Tree();
  tree.addLine(tree.root, ["a", "b", "c"]);
  const end = tree.addLine(tree.root, ["a", "x", "y"]);
  tree.promote(end);
  assert.deepEqual(tree.mainLine().map((node) => node.move), ["a", "x", "y"]);
  assert.deepEqual([...tree.nodes()].map((node) => node.move), ["", "a", "x", "y", "b", "c"]);
});

test("removing a node goes to the one before it", () => {
  const tree = new Tree();
  const end = tree.addLine(tree.root, ["a", "b"]);
  const parent = tree.remove(end);
  assert.equal(parent.move, "a");
  assert.equal(parent.children.length, 0);
  assert.equal(tree.remove(tree.root), tree.root);
});

// The part of the address behind #: the view, the game and the position.

/**
 * @typedef {object} Address
 * @property {string} view
 * @property {string | null} variant
 * @property {string | null} fen
 * @property {string[]} moves
 * @property {number | null} ply the position to show; null for the last
 * @property {Record<string, string>} rest what other views keep there, such as a table
 */

const KNOWN = new Set(["game", "fen", "moves", "ply"]);

/** @param {string} hash @returns {Address} */
export function parseHash(hash) {
  const [view = "", query = ""] = hash.replace(/^#/, "").split("?", 2);
  const values = new URLSearchParams(query);
  const ply = values.get("ply");
  return {
    view,
    variant: values.get("game"),
    fen: values.get("fen"),
    moves: (values.get("moves") ?? "").split(/[ ,]+/).filter(Boolean),
    ply: ply !== null && /^\d+$/.test(ply) ? Number(ply) : null,
    rest: Object.fromEntries([...values].filter(([name]) => !KNOWN.has(name))),
  };
}

/** @param {Partial<Address> & {view: string}} address */
export function writeHash(address) {
  const values = new URLSearchParams(address.rest ?? {});
  if (address.variant) values.set("game", address.variant);
  if (address.fen) values.set("fen", address.fen);
  if (address.moves?.length) values.set("moves", address.moves.join(" "));
  if (address.ply !== null && address.ply !== undefined) values.set("ply", String(address.ply));
  const query = values.toString();
  return query ? `#${address.view}?${query}` : `#${address.view}`;
}

// The part of the address behind #: the view, the game and the position; `#/table/ROOM` names a table.

/**
 * @typedef {object} Address
 * @property {string} view
 * @property {string | null} variant
 * @property {string | null} fen
 * @property {string[]} moves
 * @property {number | null} ply the position to show; null for the last
 * @property {Record<string, string>} rest what other views keep there; `path` is what follows the view after a slash
 */

const KNOWN = new Set(["game", "fen", "moves", "ply"]);

/** @param {string} hash @returns {Address} */
export function parseHash(hash) {
  const [place = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [view = "", ...path] = place.split("/");
  const values = new URLSearchParams(query);
  const ply = values.get("ply");
  return {
    view,
    variant: values.get("game"),
    fen: values.get("fen"),
    moves: (values.get("moves") ?? "").split(/[ ,]+/).filter(Boolean),
    ply: ply !== null && /^\d+$/.test(ply) ? Number(ply) : null,
    rest: {
      ...Object.fromEntries([...values].filter(([name]) => !KNOWN.has(name))),
      ...(path.length > 0 ? { path: path.join("/") } : {}),
    },
  };
}

/** @param {Partial<Address> & {view: string}} address */
export function writeHash(address) {
  const { path, ...rest } = address.rest ?? {};
  const values = new URLSearchParams(rest);
  if (address.variant) values.set("game", address.variant);
  if (address.fen) values.set("fen", address.fen);
  if (address.moves?.length) values.set("moves", address.moves.join(" "));
  if (address.ply !== null && address.ply !== undefined) values.set("ply", String(address.ply));
  const query = values.toString();
  const place = path ? `/${address.view}/${path}` : address.view;
  return query ? `#${place}?${query}` : `#${place}`;
}

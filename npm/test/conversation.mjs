// Conversations as in fixtures/transcripts: `> go depth 2` and the lines expected after it.
//
// This file runs under Node.js and in pages, so it reads no files.

/** Milliseconds to wait for a line. */
const PATIENCE = 60_000;
const JOB = /^\s*(go|perft|divide|bench|check)\b/i;
/** What the package has no part of: files, several threads. */
const ELSEWHERE = /^\s*(check\b|setoption name (Deck|TablebasePath|Book File|Threads)\b)/i;

/** Whether a line matches a pattern: `<n>` stands for a number, `<m>` for a word and `...` for any text. */
export const matches = (pattern, line) => {
  /** The ends of what one part of the pattern stands for, from a place of the line. */
  const ends = (part, at) => {
    if (part === "...") return Array.from({ length: line.length - at + 1 }, (_, i) => at + i);
    const length = { "<n>": /^-?\d*/, "<m>": /^[^ ]*/ }[part]?.exec(line.slice(at))[0].length;
    if (length === undefined) return line.startsWith(part, at) ? [at + part.length] : [];
    return Array.from({ length }, (_, i) => at + i + 1).filter((end) => line.slice(at, end) !== "-" || part === "<m>");
  };
  let places = new Set([0]);
  for (const part of pattern.split(/(<n>|<m>|\.\.\.)/).filter((part) => part !== "")) {
    places = new Set(part === "..." && places.size > 0 ? ends(part, Math.min(...places)) : [...places].flatMap((at) => ends(part, at)));
  }
  return places.has(line.length);
};

/** The commands of a conversation, each with the lines expected up to the next one. */
export const exchanges = (text) => {
  const found = [];
  text.split("\n").forEach((raw, i) => {
    const line = raw.trimEnd();
    if (line.startsWith(">")) found.push({ place: i + 1, command: line.slice(1).replace(/^ /, ""), expected: [] });
    else if (line !== "" && !/^[#$=] /.test(line)) found.at(-1)?.expected.push(line);
  });
  return found;
};

/** The blocks of a page that are conversations. */
export const blocks = (page) => [...page.matchAll(/^```petteia\n(.*?)^```/gms)].map((match) => match[1]);

/** The lines of an engine, to be read one by one. */
export class Lines {
  #lines = [];
  #wake = () => {};

  add(line) {
    if (line.trim() === "") return;
    this.#lines.push(line.trimEnd());
    this.#wake();
  }

  async next(place) {
    if (this.#lines.length === 0) {
      await new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`${place}: nothing for ${PATIENCE} ms`)), PATIENCE);
        this.#wake = () => resolve(clearTimeout(timer));
      });
    }
    return this.#lines.shift();
  }

  rest() {
    return this.#lines.splice(0);
  }
}

/** Whether a conversation goes on during a job with lines that the package carries out only afterwards. */
const isBeyond = (list, i) => {
  if (!JOB.test(list[i].command) || list[i].expected.some((line) => line !== "...")) return false;
  const stop = list.findIndex((exchange, k) => k > i && /^\s*stop\b/i.test(exchange.command));
  return stop < 0 || list.slice(i + 1, stop).some(({ command }) => !/^\s*isready\b/i.test(command));
};

/** Reads the lines that are expected after a command. */
const expectLines = async (lines, place, expected) => {
  let isSkipping = false;
  for (const pattern of expected) {
    if (pattern === "...") {
      isSkipping = true;
      continue;
    }
    for (;;) {
      const line = await lines.next(`${place}: expected '${pattern}'`);
      if (matches(pattern, line)) break;
      if (!isSkipping) throw new Error(`${place}: expected '${pattern}', found '${line}'`);
    }
    isSkipping = false;
  }
  return isSkipping;
};

/** Has a conversation, up to a line that needs what the package lacks. Returns the number of its commands. */
export const converse = async (makeEngine, name, text) => {
  const words = /^\$ (.*)$/m.exec(text)?.[1].split(/\s+/) ?? [];
  if (words.length > 0 && (words.length !== 2 || words[0] !== "--game")) return 0;
  const lines = new Lines();
  const engine = makeEngine((line) => lines.add(line));
  try {
    if (words[1]) await engine.ask(`setoption name UCI_Variant value ${words[1]}`);
    const list = exchanges(text);
    let count = 0;
    for (const [i, { place, command, expected }] of list.entries()) {
      if (ELSEWHERE.test(command) || isBeyond(list, i)) break;
      const threads = expected.map((line) => line.replace("Threads type spin default 1 min 1 max 512", "Threads type spin default 1 min 1 max 1"));
      const isLast = list[i + 1] === undefined;
      engine.send(command);
      const isOpen = await expectLines(lines, `${name}, line ${place}`, threads);
      if (isLast && !isOpen) {
        await engine.ask("# the end");
        const rest = lines.rest();
        if (rest.length > 0) throw new Error(`${name}: said at the end: ${rest}`);
      }
      count += 1;
    }
    return count;
  } finally {
    engine.quit();
  }
};

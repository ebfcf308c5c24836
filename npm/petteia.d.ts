/** What the engine is doing. */
export type State = "loading" | "idle" | "searching" | "failed";

/** Bytes of a file that is being loaded; `total` is unknown where the server does not tell it. */
export interface Progress {
  file: string;
  loaded: number;
  total?: number;
}

/** Limits of a search, as the words of `go`, and the position to set before it. Times are milliseconds. */
export interface Limits {
  /** What follows the word `position`: `startpos moves f5`, `fen ...`, `current`. */
  position?: string;
  depth?: number;
  nodes?: number;
  movetime?: number;
  mate?: number;
  p1time?: number;
  p2time?: number;
  p1inc?: number;
  p2inc?: number;
  movestogo?: number;
  infinite?: boolean;
  ponder?: boolean;
  /** The seat to search for, in games with seats. */
  seat?: number;
  /** Only these moves. */
  searchmoves?: string[];
}

/** The result of a search. */
export interface Best {
  /** The move; null without any. */
  move: string | null;
  ponder: string | null;
  /** The search never began, because a newer one took its place or the engine ended. */
  isCancelled?: boolean;
}

export interface Search {
  readonly limits: Limits;
  /** The lines before `bestmove`, as they come. */
  readonly lines: AsyncIterable<string>;
  readonly best: Promise<Best>;
  /** Ends the search, which then has its result. */
  stop(): void;
}

/** Games to convert, with the names of `petteia convert`. */
export interface Conversion {
  /** The game; empty if the file tells it. */
  game?: string;
  /** The format of the text; empty to tell it from the content. */
  from?: string;
  /** The format to write: json, pdn, wthor, ggf, sgf, otg, lines or transcript. */
  to: string;
  text: string | Uint8Array;
}

/** Converted games: `bytes` for the format wthor, `text` for the others. */
export interface Converted {
  text?: string;
  bytes?: Uint8Array;
  /** A line for each game that is left out. */
  notes: string[];
}

export interface Options {
  /** Address of `petteia.worker.js`; by default it is beside `petteia.js`. */
  url?: string | URL;
  /** Folder of the module and the networks; by default that of the worker. */
  base?: string | URL;
  /** Only the rules: searches and counts are refused, and no network is loaded. */
  rules?: boolean;
  /** Called with each line of output. */
  onLine?: (line: string) => void;
  /** Called with each change of the state, and while files are loaded. */
  onState?: (state: State) => void;
}

/** The engine in a worker. */
export class Petteia {
  constructor(options?: Options);
  readonly state: State;
  /** The file that is being loaded. */
  readonly progress: Progress | null;
  /** Why the engine has failed. */
  readonly error: string | null;
  /** How a search is stopped: by a flag in shared memory, by a message, or by replacing the worker. */
  readonly stops: "flag" | "message" | "none";
  onLine: (line: string) => void;
  onState: (state: State) => void;
  /** Sends a line of the protocol. */
  send(line: string): void;
  /** Sends a line and resolves with the lines that answer it. */
  ask(line: string): Promise<string[]>;
  /** Starts a search after the running one, which is stopped. At most one search waits. */
  search(limits?: Limits): Search;
  /** Ends the running search or count. */
  stop(): void;
  convert(request: Conversion): Promise<Converted>;
  /** After a failure: loads the engine again, with the same options and position. */
  retry(): void;
  /** Ends the engine at once. */
  quit(): void;
}

/** The numbers of an `info` line. */
export interface Info {
  depth?: number;
  seldepth?: number;
  multipv?: number;
  cp?: number;
  mate?: number;
  bound?: "lowerbound" | "upperbound";
  wdl?: [number, number, number];
  nodes?: number;
  nps?: number;
  hashfull?: number;
  time?: number;
  pv?: string[];
}

/** Reads an `info` line with a score; null for any other line. */
export function parseInfo(line: string): Info | null;

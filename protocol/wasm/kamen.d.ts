/** A line of play that a search has found. */
export interface Line {
  /** Its place, 1 for the best. */
  line: number;
  /** Completed depth, in plies. */
  depth: number;
  /** Mean distance of the leaves, in plies. */
  meanDepth: number;
  /** In men, for the side to move; ±(100 - plies / 100) for a forced end. */
  score: number;
  /** Plies to a forced win; in an analysis alone. */
  winsIn?: number;
  /** Plies to a forced loss; in an analysis alone. */
  losesIn?: number;
  /** Nodes since the search began. */
  nodes: number;
  /** Milliseconds since the search began. */
  time: number;
  /** The moves, in Hub notation. */
  moves: string[];
}

export interface SearchOptions {
  /** The moves played from the position, in Hub notation or as PDN writes them. */
  moves?: string[];
  /** Plies. */
  depth?: number;
  nodes?: number;
  /** Milliseconds. */
  time?: number;
  /** How many lines are searched; 1 if nothing is said. */
  lines?: number;
  /** Searches these moves alone. */
  searchMoves?: string[];
  /** Ends the search, which answers with what it has found. */
  signal?: AbortSignal;
  /** Called for every line that is found on the way. */
  onInfo?: (line: Line) => void;
}

export interface Found {
  /** The best move, in Hub notation; null if there is none. */
  move: string | null;
  /** The reply that is expected. */
  ponder: string | null;
  /** The lines of the last depth, the best first. */
  lines: Line[];
}

export type Colour = "white" | "black";

export interface Move {
  /** As PDN writes it. */
  move: string;
  /** As Hub writes it. */
  hub: string;
  /** All squares that the piece stands on, from the first to the last. */
  path: number[];
  captured: number[];
  crowns: boolean;
  /** The FEN after it. */
  fen: string;
}

/** A game as a board needs it. */
export interface Position {
  variant: string;
  title: string;
  board: {
    columns: number;
    rows: number;
    /** Whether squares are customarily named by letters. */
    letters: boolean;
    squares: number;
    /** Row by row as White sees them, from the top left; 0 where nothing is played. */
    numbers: number[][];
    colours: string;
    first: Colour;
  };
  start: string;
  fen: string;
  turn: Colour;
  pieces: { square: number; name: string; colour: Colour; king: boolean }[];
  moves: Move[];
  played: string[];
  last: Move | null;
  result: string | null;
  winner: Colour | null;
  reason: string | null;
  repetitions: number;
  quiet: number;
}

export interface Variant {
  variant: string;
  title: string;
  hub_names: string[];
  width: number;
  height: number;
  squares: string;
  first: Colour;
  men: number;
  start: string;
  [fact: string]: unknown;
}

/** A move of a game; its text alone where nothing is written beside it. */
export type NotedMove =
  | string
  | {
      move: string;
      /** Numbers of glyphs: 1 `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`, and others. */
      glyphs?: number[];
      comment?: string;
      /** Other ways to go on instead of it. */
      variations?: NotedMove[][];
    };

export interface Game {
  tags: Record<string, string>;
  variant: string;
  start: string;
  moves: NotedMove[];
  /** Before the first move. */
  comment?: string;
  result: string | null;
  /** What is wrong with it; the moves are those before. */
  fault?: string;
  /** The same by a name, where it is a move or a position that cannot be. */
  reason?: { code: string; [value: string]: string };
}

/** What the opening book knows of a position. */
export interface Opening {
  variant: string;
  fen: string;
  /** Whether the book has looked into it. */
  known: boolean;
  /** The best first. */
  moves: {
    move: string;
    hub: string;
    /** In men, for the side that makes it. */
    score: number;
    /** Points that it made in games: two for a win, one for a draw. */
    points: number;
    /** Whether the engine would play it. */
    good: boolean;
    /** The moves that the book expects, this one first. */
    line: string[];
  }[];
}

/** What endgame tables know, for the side to move. */
export interface Known {
  /** As if no draw were ever declared. */
  value: "win" | "draw" | "loss" | "unknown";
  /** Plies until the end, where that is known. */
  distance: number | null;
  /** The value under the drawing rules, where it is known. */
  with_draw_rules: "win" | "draw" | "loss" | null;
}

/** What the endgame tables know of a position and of its moves, the best first. */
export interface Ending extends Known {
  variant: string;
  fen: string;
  most_pieces: number;
  moves: (Known & { move: string; hub: string })[];
}

/** What the engine refused or failed at, in its words. */
export class EngineError extends Error {}

/** What the engine asks of a worker; a `Worker` of a browser has it. */
export interface HubWorker {
  postMessage(message: unknown): void;
  terminate(): void;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message: string }) => void) | null;
}

/** An engine in a worker of its own. */
export class Engine {
  /** Starts a worker: the one of this package, unless another is given. */
  static start(options?: {
    variant?: string;
    /** Parameters of Hub, such as `{"tt-size": 22, threads: 4}`. */
    parameters?: Record<string, string | number | boolean>;
    worker?: HubWorker;
  }): Promise<Engine>;
  /** Sets a parameter of Hub; it takes effect with the next search. */
  set(name: string, value: string | number | boolean): void;
  /** Searches for the best lines of a position, until a limit or `signal`. An empty FEN is the start position. */
  analyse(fen: string, options?: SearchOptions): Promise<Found>;
  /** Searches for a move to play; the opening book may know one. */
  play(fen: string, options?: SearchOptions): Promise<Found>;
  /** Ends the search that is going on; it still answers. */
  stop(): void;
  /** Forgets what searches have found: another game begins. */
  newGame(): void;
  position(game?: { variant?: string; fen?: string; moves?: string[] }): Promise<Position>;
  /** What the opening book knows of a position. */
  book(game?: { variant?: string; fen?: string; moves?: string[] }): Promise<Opening>;
  /** What the endgame tables know of a position. */
  tables(game?: { variant?: string; fen?: string; moves?: string[] }): Promise<Ending>;
  variants(): Promise<Variant[]>;
  readPdn(text: string, options?: { variant?: string }): Promise<Game[]>;
  writePdn(game: {
    variant?: string;
    start?: string;
    moves?: NotedMove[];
    comment?: string;
    tags?: Record<string, string>;
    result?: string;
  }): Promise<string>;
  /** Sends a line of Hub. */
  send(line: string): void;
  /** Called with every line of Hub that comes from the engine. */
  onLine: ((line: string) => void) | null;
  /** Ends the worker. */
  close(): void;
}

/** The first word of a line of Hub, and its fields. */
export function parse(line: string): [string, Map<string, string>];

/* A conversation with the engine in Hub. One search goes on at a time: a new one ends the one before it. */

/* The first word of a line, and its name=value pairs; a value may stand in quotes. */
export function parse(line) {
  const fields = {};
  for (const [, name, quoted, plain] of line.matchAll(/([\w-]+)=(?:"((?:[^"\\]|\\.)*)"|(\S*))/g)) fields[name] = quoted ?? plain;
  return { kind: line.split(" ", 1)[0], fields };
}

/* An `info` line: the score for the side to move in men, the plies to a forced win (negative: a loss) or null, chances in
   thousandths or null, the moves of the line. Null for one without a score. */
export function readInfo(fields) {
  if (fields.score === undefined) return null;
  const score = Number(fields.score);
  const number = name => Number(fields[name]) || 0;
  const plies = Math.abs(score) > 90 ? Math.sign(score) * Math.max(1, Math.round((100 - Math.abs(score)) * 100)) : null;
  return {
    score,
    plies,
    depth: number("depth"),
    nodes: number("nodes"),
    time: number("time"),
    speed: number("nps"),
    line: number("multi-pv") || 1,
    chances: fields.wdl ? fields.wdl.split(" ").map(Number) : null,
    moves: (fields.pv ?? "")
      .trim()
      .split(" ")
      .filter(move => move),
  };
}

/* A position as Hub writes it: the side to move, and a character for each square. */
export function positionText({ turn, pieces, board }) {
  const squares = new Array(board.squares).fill("e");
  for (const { square, colour, king } of pieces) {
    const letter = colour === "white" ? "w" : "b";
    squares[square - 1] = king ? letter.toUpperCase() : letter;
  }
  return (turn === "white" ? "W" : "B") + squares.join("");
}

/* A value as a field of a line. */
function quoted(value) {
  return /^[\w.:-]+$/.test(value) ? value : `"${value}"`;
}

export class Session {
  #engine;
  #lines = null;
  #set = {};
  #initialised = null;
  #job = null;
  #last = Promise.resolve();
  #waiting = null;
  /* The most threads that the engine may have. */
  #most = 1;

  /* `engine` opens the lines; `onFault(message)` hears of errors that the engine tells. */
  constructor(engine, onFault) {
    this.#engine = engine;
    this.onFault = onFault;
  }

  /* Searches, and resolves to { move, infos } (infos by their line), or to null if another search or stop() came between. A job:
     { variant, player, skill, position, moves, mode, level, lines, newGame }, where `level` is the words behind `level`. */
  run(job, onInfo = () => {}) {
    this.stop();
    this.#job = job;
    const mine = this.#last.then(() => (this.#job === job ? this.#search(job, onInfo) : null));
    this.#last = mine.catch(() => {});
    return mine;
  }

  /* Ends the search that goes on. */
  stop() {
    if (this.#job?.started) this.#lines?.send("stop");
    this.#job = null;
  }

  async #search(job, onInfo) {
    await this.#prepare(job);
    if (this.#job !== job) return null;
    const infos = [];
    const done = this.#wait("done", info => {
      infos[info.line - 1] = info;
      if (this.#job === job) onInfo(info, infos);
    });
    if (job.newGame) this.#lines.send("new-game");
    this.#lines.send(`pos pos=${job.position}${job.moves.length ? ` moves="${job.moves.join(" ")}"` : ""}`);
    if (job.level) this.#lines.send(`level ${job.level}`);
    this.#lines.send(`go ${job.mode}${job.lines > 1 ? ` multi-pv=${job.lines}` : ""}`);
    job.started = true;
    const { fields } = await done;
    if (this.#job !== job) return null;
    this.#job = null;
    return { move: fields.move ?? null, infos };
  }

  /* Opens the conversation, and makes the engine that the job needs. */
  async #prepare(job) {
    if (!this.#lines) {
      this.#set = {};
      this.#initialised = null;
      this.#lines = this.#engine.openLines(
        line => this.#receive(line),
        reason => this.#end(reason),
      );
      const greeted = this.#wait("wait");
      this.#lines.send("hub");
      await greeted;
    }
    const wanted = { variant: job.variant, player: job.player ?? "kamen", skill: job.skill ?? 20, wdl: "true" };
    if (this.#engine.threads) wanted.threads = this.#engine.threads(this.#most);
    for (const [name, value] of Object.entries(wanted)) {
      if (this.#set[name] !== value) this.#lines.send(`set-param name=${name} value=${quoted(String(value))}`);
      this.#set[name] = value;
    }
    const engine = `${wanted.variant} ${wanted.player}`;
    if (this.#initialised === engine) return;
    const ready = this.#wait("ready");
    this.#lines.send("init");
    await ready;
    this.#initialised = engine;
  }

  #wait(kind, onInfo) {
    return new Promise((resolve, reject) => {
      this.#waiting = { kind, resolve, reject, onInfo };
    });
  }

  #receive(line) {
    const told = parse(line);
    const waiting = this.#waiting;
    if (told.kind === "param" && told.fields.name === "threads") this.#most = Number(told.fields.max);
    if (told.kind === "error") this.#fail(told.fields.message ?? line, waiting);
    if (told.kind === "info" && waiting?.onInfo) {
      const info = readInfo(told.fields);
      if (info) waiting.onInfo(info);
    }
    if (told.kind !== waiting?.kind) return;
    this.#waiting = null;
    waiting.resolve(told);
  }

  /* An engine that cannot be made says why, and is not ready; every search has its `done`. */
  #fail(message, waiting) {
    this.onFault(message);
    if (waiting?.kind !== "ready") return;
    setTimeout(() => {
      if (this.#waiting !== waiting) return;
      this.#waiting = null;
      waiting.reject(new Error(message));
    }, 1000);
  }

  /* The lines have ended: the next search opens new ones. */
  #end(reason) {
    this.#lines = null;
    this.#waiting?.reject(new Error(reason || "lost"));
    this.#waiting = null;
  }
}

// The engine as promises: import { Engine } from "kamen-draughts". It starts the worker beside this file and speaks Hub with it.

const isNode = typeof process === "object" && Boolean(process.versions?.node);

async function startWorker(url) {
  if (!isNode) {
    return new Worker(url, { type: "module" });
  }
  const { Worker: NodeWorker } = await import("node:worker_threads");
  const worker = new NodeWorker(url);
  // The same interface as in a browser.
  return {
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
    set onmessage(hear) {
      worker.on("message", (data) => hear({ data }));
    },
    set onerror(hear) {
      worker.on("error", (error) => hear({ message: error.message }));
    },
  };
}

/** What the engine refused or failed at, in its words. */
export class EngineError extends Error {
  name = "EngineError";
}

/** An engine in a worker of its own. */
export class Engine {
  #worker;
  #questions = new Map();
  #nextId = 1;
  // What is done in turn: parameters, `init`, searches.
  #turn = Promise.resolve();
  // The search or the `init` that is waited for.
  #waiting = null;
  #variant = "";
  #isChanged = true;
  // Why nothing will be answered any more.
  #failure = null;

  /** Called with every line of Hub that comes from the engine. */
  onLine = null;

  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => (typeof data === "string" ? this.#heard(data) : this.#answered(data));
    worker.onerror = ({ message }) => this.#fail(new EngineError(message || "the worker cannot start"));
  }

  /** Starts a worker. `parameters` are those of Hub, such as `{"tt-size": 22}`. */
  static async start({ variant = "international", parameters = {}, worker } = {}) {
    const engine = new Engine(worker ?? (await startWorker(new URL("kamen.js", import.meta.url))));
    for (const [name, value] of Object.entries({ variant, ...parameters })) {
      engine.set(name, value);
    }
    await engine.#inTurn(() => engine.#prepare());
    return engine;
  }

  /** Sets a parameter of Hub; it takes effect with the next search. */
  set(name, value) {
    this.#isChanged = true;
    if (name === "variant") {
      this.#variant = String(value);
    }
    this.send(`set-param name=${name} value="${String(value).replace(/["\s]/g, " ")}"`);
  }

  /** Sends a line of Hub. */
  send(line) {
    this.#worker.postMessage(line);
  }

  /** Searches for the best lines of a position, until a limit or `signal`. */
  analyse(fen, options = {}) {
    return this.#search("analyze", fen, options);
  }

  /** Searches for a move to play; the opening book may know one. */
  play(fen, options = {}) {
    return this.#search("think", fen, options);
  }

  /** Ends the search that is going on; it still answers. */
  stop() {
    this.send("stop");
  }

  /** Forgets what searches have found: another game begins. */
  newGame() {
    this.send("new-game");
  }

  /** A game as a board needs it. */
  async position({ variant = this.#variant, fen = "", moves = [] } = {}) {
    return (await this.#ask({ ask: "position", variant, fen, moves })).position;
  }

  /** What the opening book knows of a position. */
  async book({ variant = this.#variant, fen = "", moves = [] } = {}) {
    return (await this.#ask({ ask: "book", variant, fen, moves })).book;
  }

  /** What the endgame tables know of a position. */
  async tables({ variant = this.#variant, fen = "", moves = [] } = {}) {
    return (await this.#ask({ ask: "tables", variant, fen, moves })).tables;
  }

  /** The variants and their facts. */
  async variants() {
    return (await this.#ask({ ask: "variants" })).variants;
  }

  /** Reads games in PDN. */
  async readPdn(text, { variant } = {}) {
    return (await this.#ask({ ask: "pdn", text, ...(variant && { variant }) })).games;
  }

  /** Writes a game in PDN. */
  async writePdn({ variant = this.#variant, start = "", moves = [], comment = "", tags = {}, result } = {}) {
    return (await this.#ask({ ask: "write-pdn", variant, start, moves, comment, tags, ...(result && { result }) })).pdn;
  }

  /** Ends the worker. */
  close() {
    this.#worker.terminate();
    this.#fail(new EngineError("the engine was closed"));
  }

  #ask(question) {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        throw this.#failure;
      }
      const id = this.#nextId++;
      this.#questions.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...question });
    });
  }

  #answered({ id, ...answer }) {
    const question = this.#questions.get(id);
    this.#questions.delete(id);
    if (answer.error !== undefined) {
      question?.reject(new EngineError(answer.error));
    } else {
      question?.resolve(answer);
    }
  }

  #inTurn(work) {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  // Waits for a line that ends something.
  #until(word, begin, onInfo = null) {
    return new Promise((resolve, reject) => {
      if (this.#failure) {
        throw this.#failure;
      }
      this.#waiting = { word, resolve, reject, onInfo, error: null };
      begin();
    });
  }

  async #prepare() {
    if (this.#isChanged) {
      this.#isChanged = false;
      await this.#until("ready", () => this.send("init"));
    }
  }

  #search(mode, fen, { moves = [], depth, nodes, time, lines, searchMoves, signal, onInfo } = {}) {
    return this.#inTurn(async () => {
      signal?.throwIfAborted();
      const { pos } = await this.#ask({ ask: "pos", variant: this.#variant, fen, moves });
      await this.#prepare();
      const stop = () => this.stop();
      const found = new Map();
      const heard = (info) => {
        found.set(info.line, info);
        onInfo?.(info);
      };
      const limits = [depth && `depth=${depth}`, nodes && `nodes=${nodes}`, time && `move-time=${time / 1000}`].filter(Boolean);
      const of = [lines && `multi-pv=${lines}`, searchMoves?.length && `searchmoves="${searchMoves.join(" ")}"`].filter(Boolean);
      try {
        const done = await this.#until(
          "done",
          () => {
            this.send(pos);
            this.send(`level ${limits.join(" ") || "infinite"}`);
            this.send(["go", mode, ...of].join(" "));
            signal?.addEventListener("abort", stop, { once: true });
          },
          heard,
        );
        const deepest = Math.max(0, ...[...found.values()].map((info) => info.depth));
        const best = [...found.values()].filter((info) => info.depth === deepest).sort((a, b) => a.line - b.line);
        return { move: done.get("move") ?? null, ponder: done.get("ponder") ?? null, lines: best };
      } finally {
        signal?.removeEventListener("abort", stop);
      }
    });
  }

  #heard(line) {
    this.onLine?.(line);
    const [word, fields] = parse(line);
    const waiting = this.#waiting;
    if (!waiting) {
      return;
    }
    if (word === "error") {
      waiting.error ??= fields.get("message");
    } else if (word === "info" && waiting.onInfo) {
      waiting.onInfo(info(fields));
    } else if (word === waiting.word) {
      this.#waiting = null;
      // A search that was refused has no move and says why.
      if (waiting.error && !fields.has("move") && word === "done") {
        waiting.reject(new EngineError(waiting.error));
      } else {
        waiting.resolve(fields);
      }
    }
  }

  #fail(error) {
    this.#failure ??= error;
    for (const { reject } of [...this.#questions.values(), ...(this.#waiting ? [this.#waiting] : [])]) {
      reject(error);
    }
    this.#questions.clear();
    this.#waiting = null;
  }
}

/** The first word of a line of Hub, and its fields. */
export function parse(line) {
  const fields = new Map();
  for (const [, name, quoted, plain] of line.matchAll(/(?<=\s)([^\s="]+)=(?:"([^"]*)"|(\S*))/g)) {
    fields.set(name, quoted ?? plain);
  }
  return [line.trim().split(/\s+/, 1)[0], fields];
}

function info(fields) {
  const number = (name) => Number(fields.get(name));
  const wins = fields.has("wins-in") ? number("wins-in") : undefined;
  const loses = fields.has("loses-in") ? number("loses-in") : undefined;
  return {
    line: fields.has("multi-pv") ? number("multi-pv") : 1,
    depth: number("depth"),
    meanDepth: number("mean-depth"),
    score: number("score"),
    winsIn: wins,
    losesIn: loses,
    nodes: number("nodes"),
    time: Math.round(number("time") * 1000),
    moves: (fields.get("pv") ?? "").split(" ").filter(Boolean),
  };
}

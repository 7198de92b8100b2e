// A worker of the package under Node, as tests drive it: lines and objects in, lines and objects out.
import { Worker } from "node:worker_threads";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The folder of the package. */
export const folder = process.env.KAMEN_PACKAGE ?? fail("KAMEN_PACKAGE is not set, expected the folder of the package");

function fail(text) {
  throw new Error(text);
}

/**
 * Does something with a copy of the package in which some files are others: each name has a function that gets the old contents
 * and has the new, or null for a file that is left out.
 */
export async function withOthers(changes, work) {
  const copy = mkdtempSync(join(tmpdir(), "kamen-"));
  try {
    for (const name of readdirSync(folder)) {
      const [from, to] = [join(folder, name), join(copy, name)];
      if (changes[name]) {
        writeFileSync(to, changes[name](readFileSync(from)));
      } else if (changes[name] === undefined) {
        (name.endsWith(".js") ? cpSync : symlinkSync)(from, to);
      }
    }
    await work(copy);
  } finally {
    rmSync(copy, { recursive: true });
  }
}

const hubs = new Set();

/** Closes what a test that failed has left, which would keep the tests from their end. */
export function closeAll() {
  return Promise.all([...hubs].map((hub) => hub.close()));
}

export class Hub {
  lines = [];
  #waiting = [];
  #id = 0;

  constructor(from = folder) {
    this.worker = new Worker(join(from, "kamen.js"));
    this.worker.on("message", (message) => {
      this.lines.push(message);
      this.#waiting = this.#waiting.filter(({ fits, resolve }) => !fits(message) || resolve(message));
    });
    this.exited = new Promise((resolve) => this.worker.on("exit", resolve));
    hubs.add(this);
  }

  send(...messages) {
    messages.forEach((message) => this.worker.postMessage(message));
  }

  /** The next message that begins so, or of which the function is true. */
  next(what) {
    const fits = typeof what === "function" ? what : (message) => typeof message === "string" && message.startsWith(what);
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`no ${what} among: ${JSON.stringify(this.lines.slice(-5))}`)), 60_000);
      const found = (message) => {
        clearTimeout(late);
        resolve(message);
      };
      this.#waiting.push({ fits, resolve: found });
    });
  }

  async ask(question) {
    const id = ++this.#id;
    const answer = this.next((message) => message.id === id);
    this.send({ id, ...question });
    return answer;
  }

  /** An engine of a variant at the start position, without its book. */
  async init(variant, ...more) {
    const ready = this.next("ready");
    this.send(`set-param name=variant value=${variant}`, "set-param name=book value=false", ...more, "init", "pos start");
    await ready;
  }

  close() {
    hubs.delete(this);
    return this.worker.terminate();
  }
}

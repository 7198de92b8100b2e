/* What is behind the page, by one interface: the server that the page came from, or a worker in the page. All rules come from there.

   variants()                      the variants, each with its name, its board and its facts
   position(variant, fen, moves)   the position after moves, with its legal moves
   readPdn(text, variant)          games of a PDN text; the variant of those that do not name theirs
   writePdn(game)                  a game as PDN
   book(variant, fen), tables(variant, fen)   what the opening book and the endgame tables know, or null where there are none
   openLines(onLine, onEnd)        a conversation in Hub: { send(line), close() }
   threads(most)                   how many threads to use of those that there are, if that is for the page to say
   files                           addresses of files that a page without a network needs, if there are any

   What cannot be is an error in English, with a `reason` for other languages: { code, .. }, which `refusal` of text.js puts into words. */

/* Finds the engine. `wanted` is "server", "worker", the address of a WebSocket that speaks Hub, or null to try the first two. */
export async function connect(wanted) {
  const socket = /^wss?:/.test(wanted ?? "") ? wanted : null;
  if (wanted === "worker" || (wanted !== "server" && !(await isServed()))) {
    const worker = new InWorker(new URL("engine/kamen.js", document.baseURI));
    await worker.variants();
    const openLines = (onLine, onEnd) => openSocket(socket, onLine, onEnd);
    return socket ? Object.assign(worker, { openLines, threads: null }) : worker;
  }
  return new Server(new URL(".", document.baseURI), socket);
}

async function isServed() {
  try {
    const answer = await fetch("version", { cache: "no-store" });
    return answer.ok && (answer.headers.get("content-type") ?? "").includes("json");
  } catch {
    return false;
  }
}

/* `kamen serve`: JSON over HTTP, and Hub over a WebSocket. */
class Server {
  constructor(base, socket) {
    this.base = base;
    this.socket = socket ?? new URL("hub", base).href.replace(/^http/, "ws");
  }

  async #ask(path, values = {}, options = {}) {
    const address = new URL(path, this.base);
    for (const [name, value] of Object.entries(values)) if (value) address.searchParams.set(name, value);
    const answer = await fetch(address, options);
    const body = (answer.headers.get("content-type") ?? "").includes("json") ? await answer.json() : await answer.text();
    if (!answer.ok)
      throw Object.assign(new Error(body.detail ?? body.title ?? `${path}: ${answer.status}`), {
        status: answer.status,
        reason: body.reason,
      });
    return body;
  }

  async variants() {
    const body = await this.#ask("variants");
    return Array.isArray(body) ? body : body.variants;
  }

  position(variant, fen, moves) {
    return this.#ask(`moves/${variant}`, { fen, moves: moves.join(" ") });
  }

  async readPdn(pdn, variant) {
    const body = await this.#ask(
      "pdn",
      { variant },
      { method: "POST", body: pdn, headers: { "content-type": "text/plain; charset=utf-8" } },
    );
    return Array.isArray(body) ? body : body.games;
  }

  async writePdn(game) {
    const headers = { "content-type": "application/json" };
    const body = await this.#ask("pdn/write", {}, { method: "POST", body: JSON.stringify(game), headers });
    return typeof body === "string" ? body : body.pdn;
  }

  book(variant, fen) {
    return this.#lookUp("book", variant, fen);
  }

  tables(variant, fen) {
    return this.#lookUp("tables", variant, fen);
  }

  /* A book or tables that have nothing to say are no fault. */
  async #lookUp(what, variant, fen) {
    try {
      return await this.#ask(`${what}/${variant}`, { fen });
    } catch (error) {
      if (error.status) return null;
      throw error;
    }
  }

  openLines(onLine, onEnd) {
    return openSocket(this.socket, onLine, onEnd);
  }
}

/* Lines that are sent before the socket is open wait for it. */
function openSocket(address, onLine, onEnd) {
  const socket = new WebSocket(address);
  const waiting = [];
  socket.onopen = () => waiting.splice(0).forEach(line => socket.send(line));
  socket.onmessage = event =>
    String(event.data)
      .split("\n")
      .forEach(line => line && onLine(line));
  socket.onclose = event => onEnd(event.reason);
  return {
    send: line => (socket.readyState === WebSocket.CONNECTING ? waiting.push(line) : socket.send(line)),
    close: () => socket.close(),
  };
}

/* The engine as a module worker: strings are lines of Hub, objects with an id are questions. */
class InWorker {
  #asked = new Map();
  #number = 0;
  #onLine = () => {};
  #onEnd = () => {};

  constructor(address) {
    const alone = typeof WebAssembly.Suspending === "function" ? "kamen.wasm" : "kamen-rewinding.wasm";
    const core = globalThis.crossOriginIsolated ? ["kamen-threads.wasm", "kamen-threads.js", "kamen-thread.js"] : [alone];
    /* Its files, but for those of variants, which it keeps by itself. */
    this.files = [address, ...["files.json", ...core].map(name => new URL(name, address))];
    this.worker = new Worker(address, { type: "module" });
    this.worker.onmessage = ({ data }) => (typeof data === "string" ? this.#onLine(data) : this.#answer(data));
    this.worker.onerror = event => {
      event.preventDefault?.();
      for (const { reject } of this.#asked.values()) reject(new Error(event.message || "no engine"));
      this.#asked.clear();
      this.#onEnd(event.message);
    };
  }

  #answer({ id, error, reason, ...answer }) {
    const asked = this.#asked.get(id);
    this.#asked.delete(id);
    if (error === undefined) asked?.resolve(answer);
    else asked?.reject(Object.assign(new Error(error), { reason }));
  }

  #ask(ask, values = {}) {
    const id = ++this.#number;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      this.worker.postMessage({ id, ask, ...values });
    });
  }

  async variants() {
    return (await this.#ask("variants")).variants;
  }

  async position(variant, fen, moves) {
    return (await this.#ask("position", { variant, fen, moves })).position;
  }

  async readPdn(pdn, variant) {
    return (await this.#ask("pdn", { text: pdn, variant })).games;
  }

  async writePdn(game) {
    return (await this.#ask("write-pdn", game)).pdn;
  }

  async book(variant, fen) {
    return this.#ask("book", { variant, fen }).then(
      answer => answer.book,
      () => null,
    );
  }

  async tables(variant, fen) {
    return this.#ask("tables", { variant, fen }).then(
      answer => answer.tables,
      () => null,
    );
  }

  /* The device has other things to do as well. */
  threads(most) {
    return Math.ceil(most / 2);
  }

  openLines(onLine, onEnd) {
    this.#onLine = onLine;
    this.#onEnd = onEnd;
    return { send: line => this.worker.postMessage(line), close: () => {} };
  }
}

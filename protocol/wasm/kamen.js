// The worker: Kamen in a worker of a browser (module or classic) or of Node. A message that is a string is a line of Hub; one that
// is an object asks something. README.md tells of both. No import that every browser would need, so that every kind of worker can load it.
"use strict";

{
  const node = typeof process === "object" && process.versions?.node ? process : null;
  const port = node ? node.getBuiltinModule("node:worker_threads").parentPort : self;
  const post = (message) => port.postMessage(message);
  // A line of Hub has room for neither quotes, ends of lines nor a second `=`.
  const postError = (text) => post(`error message="${text.replace(/"/g, "'").replace(/=/g, ":").replace(/\s+/g, " ")}"`);

  // Files beside this one.
  const files = node ? filesOfNode() : filesOfBrowser();

  function filesOfNode() {
    const fs = node.getBuiltinModule("node:fs");
    const { dirname, join } = node.getBuiltinModule("node:path");
    const folder = dirname(node.argv[1]);
    return {
      read: (name) => fs.readFileSync(join(folder, name)),
      remove() {},
      keep() {},
      load: (name) => import(node.getBuiltinModule("node:url").pathToFileURL(join(folder, name))),
      run(name, heard, failed) {
        const { Worker } = node.getBuiltinModule("node:worker_threads");
        return new Worker(join(folder, name)).on("message", heard).on("error", failed);
      },
    };
  }

  function filesOfBrowser() {
    const folder = new URL(".", self.location.href);
    // What was fetched once; there is no such store where the page is not secure.
    const store = () => self.caches?.open("kamen").catch(() => undefined);
    const address = (name, version) => new URL(version === undefined ? name : `${name}?${version}`, folder).href;
    return {
      async read(name, version) {
        const url = address(name, version);
        const kept = version === undefined ? undefined : await (await store())?.match(url);
        const response = kept ?? (await fetch(url));
        if (!response.ok) {
          throw new Error(`HTTP ${response.status}`);
        }
        return new Uint8Array(await response.arrayBuffer());
      },
      async remove(name, version) {
        await (await store())?.delete(address(name, version));
      },
      async keep(name, version, bytes) {
        const cache = await store();
        const url = address(name, version);
        if (!cache || version === undefined || (await cache.match(url))) {
          return;
        }
        for (const old of await cache.keys(url, { ignoreSearch: true })) {
          await cache.delete(old);
        }
        // A full disk keeps nothing.
        await cache.put(url, new Response(bytes)).catch(() => {});
      },
      load: (name) => import(address(name)),
      run(name, heard, failed) {
        const onerror = (event) => {
          event.preventDefault();
          failed(new Error(event.message || `${name} cannot start`));
        };
        return Object.assign(new Worker(address(name)), { onmessage: ({ data }) => heard(data), onerror });
      },
    };
  }

  // How the search gives way to what comes in, the first that works here:
  // - a page or program whose workers can share memory has others search, and this one hears;
  // - one that can suspend a module (JavaScript promise integration) suspends it;
  // - for any other, and for kamen.js?rewinds, the module was rewritten so that it can unwind and rewind its own stack (Asyncify).
  const CORES = { shares: "kamen-threads.wasm", suspends: "kamen.wasm", rewinds: "kamen-rewinding.wasm" };
  const shares = typeof SharedArrayBuffer === "function" && (node || self.crossOriginIsolated);
  const suspends = typeof WebAssembly.Suspending === "function";
  const others = !node && self.location.search === "?rewinds" ? [] : [shares && "shares", suspends && "suspends"].filter(Boolean);
  const ways = [...others, "rewinds"];
  let gives = "";
  let threading = null; // kamen-threads.js, where it shares memory.
  let module = null;
  let core = null;
  let manifest = {};

  class Core {
    answer = "";
    failure = "";

    constructor() {
      // Copied, since no decoder reads memory that others may write to.
      const text = (address, length) => decoder.decode(this.bytes(address >>> 0, length >>> 0).slice());
      const host = {
        now: () => performance.timeOrigin + performance.now(),
        wake() {},
        pause: (waits) => this.unwindOrRewind(waits),
        line: (address, length) => heard(text(address, length)),
        reply: (address, length) => (this.answer = text(address, length)),
        failed: (address, length) => (this.failure = text(address, length)),
      };
      if (gives === "suspends") {
        host.pause = new WebAssembly.Suspending((waits) => suspend(waits, this));
      }
      // Those of a core that has gone have nothing more to say.
      const own = (act) => (what) => this === core && act(what);
      const listener = { wake: own(passOn), line: own(heard), failed: own(recover) };
      this.threads = threading ? new threading.Threads(module, files.run, listener) : null;
      this.wasm = new WebAssembly.Instance(module, { host, env: this.threads ?? {} }).exports;
      this.memory = this.threads?.memory ?? this.wasm.memory;
      this.searcher = gives === "suspends" ? WebAssembly.promising(this.wasm.kamen_search) : this.wasm.kamen_search;
      this.wasm.kamen_begin(threading?.processors() ?? 1);
    }

    bytes(address, length) {
      if (address + length > this.memory.buffer.byteLength) {
        this.memory.grow(0); // Shows that another thread has made it larger.
      }
      return new Uint8Array(this.memory.buffer, address, length);
    }

    // Puts texts or bytes into the module, one behind the other.
    put(...parts) {
      const bytes = parts.map((part) => (typeof part === "string" ? encoder.encode(part) : part));
      const length = bytes.reduce((sum, part) => sum + part.length, 0);
      let address = this.wasm.kamen_input(length) >>> 0;
      if (length > 0 && address === 0) {
        throw new NoMemory(`no memory for ${length} bytes`);
      }
      for (const part of bytes) {
        this.bytes(address, part.length).set(part);
        address += part.length;
      }
      return bytes[0]?.length ?? 0;
    }

    hear(line) {
      this.put(line);
      this.wasm.kamen_hear();
    }

    ask(question) {
      this.put(JSON.stringify(question));
      this.wasm.kamen_ask();
      return JSON.parse(this.answer);
    }

    wanted() {
      this.wasm.kamen_wanted();
      return this.answer.split(" ").filter(Boolean);
    }

    take(name, bytes, checksum) {
      const length = this.put(name, bytes);
      return this.wasm.kamen_take(length, checksum === undefined ? 0 : 1, checksum ?? 0) !== 0;
    }

    // Runs the search that has been begun, or has a thread run it; a promise of whether there was one that has ended, where it leaves
    // the module on its way.
    search() {
      return gives === "rewinds" ? this.searchRewinding() : this.searcher();
    }

    async searchRewinding() {
      // Asyncify keeps the stack between two addresses, which it reads here.
      this.stack ??= this.wasm.kamen_stack(STACK) >>> 0;
      const view = new DataView(this.memory.buffer);
      view.setUint32(this.stack, this.stack + 8, true);
      view.setUint32(this.stack + 4, this.stack + STACK, true);
      let found = this.wasm.kamen_search();
      while (this.wasm.asyncify_get_state() === UNWINDING) {
        this.wasm.asyncify_stop_unwind();
        await suspend(this.waits, this);
        this.wasm.asyncify_start_rewind(this.stack);
        found = this.wasm.kamen_search();
      }
      return found;
    }

    unwindOrRewind(waits) {
      if (this.wasm.asyncify_get_state() === REWINDING) {
        this.wasm.asyncify_stop_rewind();
        return;
      }
      this.waits = waits;
      this.wasm.asyncify_start_unwind(this.stack);
    }
  }

  class NoMemory extends Error {}

  // Ends a search of a core whose place another one has taken.
  class Replaced extends Error {}

  const [UNWINDING, REWINDING] = [1, 2];
  const STACK = 1 << 20;
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();

  // Messages that wait, and whether one is being answered that takes its time. Where threads search, this worker does not.
  let queue = [];
  let isBusy = true;
  let isSearching = false;
  let hasEnded = false;
  // Called when something comes in, by a search that waits for it.
  let wake = null;

  // What a new core has to hear if this one fails: the parameters, and those that `init` has put in force.
  let settings = [];
  let applied = null;
  // `go` without `done`.
  let open = 0;
  let isMuted = false;

  // Files that the core has, and those on their way to it.
  const kept = new Map();
  const fetching = new Map();

  function heard(line) {
    if (isMuted) {
      return;
    }
    if (line === "ready") {
      applied = [...settings];
    } else if (line.startsWith("done")) {
      open = Math.max(0, open - 1);
    }
    post(line);
  }

  // A pause of a search that leaves the module: until something comes in, or for one turn of the loop of events.
  const turn = new MessageChannel();
  let turned = null;
  turn.port1.onmessage = () => turned?.();
  turn.port1.unref?.();

  function suspend(waits, searching) {
    return new Promise((resolve, reject) => {
      const resume = () => (searching === core ? resolve() : reject(new Replaced()));
      if (waits) {
        wake = resume;
      } else {
        turned = resume;
        turn.port2.postMessage(null);
      }
    });
  }

  function receive(message) {
    queue.push(message);
    drain();
    wake?.();
    wake = null;
  }

  // Takes up messages in their order.
  function drain() {
    while (!isBusy && queue.length > 0 && !hasEnded) {
      const waits = guarded(() => take(queue.shift()));
      if (waits) {
        isBusy = true;
        waits.finally(() => {
          isBusy = false;
          drain();
          wake?.();
          wake = null;
        });
      }
    }
    search();
  }

  // Takes up a message; a promise if that takes its time.
  function take(message) {
    if (typeof message === "string") {
      return takeLines(message);
    }
    const { id, ...question } = Object(message);
    const names = filesFor(question);
    if (names.length > 0) {
      // What comes meanwhile, such as `stop`, does not wait for the network.
      provide(names, () => guarded(() => answer(id, question)), () => {});
      return;
    }
    answer(id, question);
  }

  function answer(id, question) {
    let found;
    try {
      found = core.ask(question);
    } catch (error) {
      post({ id, error: core.failure || String(error.message) });
      throw error;
    }
    post({ id, ...found });
  }

  // The files that a question is answered from, and that the core does not have yet.
  function filesFor({ ask, variant }) {
    const wanted = { book: /\.book$/, tables: /\.(values|distances)$/ }[ask];
    if (!wanted) {
      return [];
    }
    const isThere = (name) => Object.keys(manifest).length === 0 || name in manifest;
    return (core.ask({ ask: "files", variant }).files ?? []).filter((name) => wanted.test(name) && isThere(name));
  }

  function takeLines(text) {
    if (/^[ \t]*init\b/m.test(text)) {
      if (text.includes("\n")) {
        // Lines before it may choose another variant.
        queue = text.split("\n").concat(queue);
        return;
      }
      const names = core.wanted();
      if (names.length > 0) {
        // `init` would end it, too.
        if (open > 0) {
          core.hear("stop");
        }
        return provide(names, () => guarded(() => hear(text)));
      }
    }
    hear(text);
  }

  function hear(text) {
    for (const line of text.match(/^[ \t]*(go|set-param)\b.{0,1000}/gm) ?? []) {
      if (line.trimStart().startsWith("go")) {
        open += 1;
      } else {
        settings = settings.filter((other) => other !== line).concat(line);
      }
    }
    core.hear(text);
    settle();
  }

  // Passes on what a search on another thread has found.
  function passOn() {
    guarded(() => {
      core.wasm.kamen_pass_on();
      settle();
    });
    drain();
  }

  const addThreads = async () => core.threads?.add(core.wasm.kamen_threads(), core.wasm);

  // What `quit` or `init` may have asked for.
  function settle() {
    if (core.wasm.kamen_has_ended() !== 0) {
      end();
    } else {
      addThreads().catch((error) => postError(`a thread of the search cannot start: ${error.message}`));
    }
  }

  // Hands files to the core, then goes on; `lacks` tells of a name and what is wrong with its file.
  function provide(names, then, lacks = tellLack) {
    const one = (name, bytes) => {
      const version = manifest[name];
      if (core.take(name, bytes, version === undefined ? undefined : parseInt(version, 16))) {
        kept.set(name, bytes);
        return files.keep(name, version, bytes);
      }
      files.remove(name, version);
      throw new Error("is damaged");
    };
    if (node) {
      for (const name of names) {
        try {
          one(name, files.read(name));
        } catch (error) {
          lacks(name, error);
        }
      }
      return then();
    }
    const each = names.map(async (name) => {
      if (!fetching.has(name)) {
        const taken = files.read(name, manifest[name]).then((bytes) => one(name, bytes));
        fetching.set(name, taken.finally(() => fetching.delete(name)));
      }
      await fetching.get(name).catch((error) => lacks(name, error));
    });
    return Promise.all(each).then(then);
  }

  function tellLack(name, error) {
    postError(`${name}: ${error.message}; the engine plays without it`);
  }

  // Runs the searches that have been begun, one after the other.
  function search() {
    if (isSearching || hasEnded || isBusy) {
      return;
    }
    isSearching = true;
    const failed = (error) => {
      isSearching = false;
      if (!(error instanceof Replaced)) {
        recover(error);
      }
    };
    const over = (found) => {
      isSearching = false;
      if (core.wasm.kamen_has_ended() !== 0) {
        end();
      } else if (found) {
        drain();
      }
    };
    try {
      const found = core.search();
      found instanceof Promise ? found.then(over, failed) : over(found);
    } catch (error) {
      failed(error);
    }
  }

  function guarded(work) {
    try {
      return work();
    } catch (error) {
      recover(error);
    }
  }

  // The core has failed: another one takes its place, with the parameters of before and without a position.
  function recover(error) {
    if (!(error instanceof NoMemory)) {
      const why = core?.failure || String(error?.message ?? error);
      isSearching = false;
      settings = applied ?? [];
      core?.threads?.close();
      core = new Core();
      isMuted = true;
      try {
        for (const line of settings) {
          core.hear(line);
        }
        if (applied) {
          for (const name of core.wanted().filter((name) => kept.has(name))) {
            core.take(name, kept.get(name));
          }
          core.hear("init");
        }
        settle();
      } finally {
        isMuted = false;
      }
      error = new Error(`the engine failed and begins anew: ${why.split("\n").join(" ")}`);
    }
    postError(error.message);
    for (; open > 0; open -= 1) {
      post("done");
    }
  }

  function end() {
    hasEnded = true;
    core.threads?.close();
    (node ? port : self).close();
  }

  // The core for the first of the ways that works here: a site may have left out a file, or not let workers have workers.
  async function load() {
    gives = ways.shift();
    try {
      threading = gives === "shares" ? await files.load("kamen-threads.js") : null;
      module = await WebAssembly.compile(await files.read(CORES[gives]));
      core = new Core();
      await addThreads();
    } catch (error) {
      core?.threads?.close();
      if (ways.length === 0) {
        throw error;
      }
      await load();
    }
  }

  async function begin() {
    const list = Promise.resolve().then(() => files.read("files.json")).catch(() => undefined);
    await load();
    manifest = (await list) ? JSON.parse(decoder.decode(await list)) : {};
    isBusy = false;
    drain();
  }

  if (node) {
    port.on("message", receive);
  } else {
    self.onmessage = (event) => receive(event.data);
  }
  begin().catch((error) => postError(`the engine cannot start: ${error.message}`));
}

// The threads of the worker kamen.js: workers that search on the memory of its core. It imports this where workers can share memory.

const node = typeof process === "object" && process.versions?.node ? process : null;

// As much as build.sh gives the module itself.
const STACK = 4 << 20;
// The memory of the module: what build.sh lets it begin with, and what it may grow to. Pages of 64 KiB.
const PAGES = { initial: 128, maximum: 65536 };

function sharedMemory() {
  // A device may have fewer addresses.
  for (let { initial, maximum } = PAGES; ; maximum /= 2) {
    try {
      return new WebAssembly.Memory({ initial, maximum, shared: true });
    } catch (error) {
      if (maximum <= 16 * initial) {
        throw error;
      }
    }
  }
}

/** How many threads run at once on this machine. */
export function processors() {
  return node ? node.getBuiltinModule("node:os").availableParallelism() : (navigator.hardwareConcurrency ?? 1);
}

/** The threads of one core. */
export class Threads {
  memory = sharedMemory();
  #module;
  #run;
  #listener;
  #workers = [];
  #wanted = 0;

  // `run(name, heard, failed)` starts a worker of the package. `listener` has `wake()`, `line(text)`, and `failed(error)` for a thread
  // that had begun.
  constructor(module, run, listener) {
    this.#module = module;
    this.#run = run;
    this.#listener = listener;
  }

  // Starts those that are missing to a number, on the memory that `wasm` hands out; a promise that is kept when they serve. None is
  // ended before all are: it might just take up a search. One that could not start is not tried again until another number is wanted.
  async add(wanted, wasm) {
    if (wanted !== this.#wanted) {
      this.#wanted = wanted;
      await Promise.all(Array.from({ length: wanted - this.#workers.length }, () => this.#start(wasm)));
    }
  }

  close() {
    this.#workers.forEach((worker) => worker.terminate());
  }

  async #start({ kamen_stack, __tls_size: size, __tls_align: align }) {
    const block = kamen_stack(STACK + align.value + size.value) >>> 0;
    if (block === 0) {
      throw new Error("no memory for its stack");
    }
    // The stack grows down from there, and the thread locals stand above.
    const stack = block + STACK;
    const locals = Math.ceil(stack / align.value) * align.value;
    await new Promise((resolve, reject) => {
      let failed = reject;
      const heard = ({ ready, line, failure }) => {
        if (ready) {
          failed = this.#listener.failed;
          resolve();
        } else if (failure !== undefined) {
          failed(new Error(failure));
        } else if (line !== undefined) {
          this.#listener.line(line);
        } else {
          this.#listener.wake();
        }
      };
      const worker = this.#run("kamen-thread.js", heard, (error) => failed(error));
      this.#workers.push(worker);
      worker.postMessage({ module: this.#module, memory: this.memory, stack, locals });
    });
  }
}

// A thread of the worker kamen.js: a worker that searches on the memory of that one. Its first message has all that it takes; what it
// answers are objects: `ready`, `wake` (there is something to be passed on), a `line` of Hub, or why it had to end (`failure`). No imports.
"use strict";

{
  const port = typeof process === "object" && process.versions?.node ? process.getBuiltinModule("node:worker_threads").parentPort : self;

  // `stack` is the first address above its own stack, `locals` that of its thread locals.
  function serve({ module, memory, stack, locals }) {
    let failure = "";
    const text = (address, length) => {
      memory.grow(0);
      // No decoder reads memory that others may write to.
      return new TextDecoder().decode(new Uint8Array(memory.buffer, address >>> 0, length >>> 0).slice());
    };
    const host = {
      now: () => performance.timeOrigin + performance.now(),
      wake: () => port.postMessage({ wake: true }),
      line: (address, length) => port.postMessage({ line: text(address, length) }),
      reply() {},
      failed: (address, length) => (failure = text(address, length)),
    };
    try {
      const { exports } = new WebAssembly.Instance(module, { env: { memory }, host });
      exports.__stack_pointer.value = stack;
      exports.__wasm_init_tls(locals);
      port.postMessage({ ready: true });
      exports.kamen_serve();
    } catch (error) {
      port.postMessage({ failure: failure || String(error?.message ?? error) });
    }
  }

  const once = { once: true };
  if (port === globalThis.self) {
    port.addEventListener("message", ({ data }) => serve(data), once);
  } else {
    port.once("message", serve);
  }
}

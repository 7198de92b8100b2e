// Several threads, under Node.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { Hub, withOthers, closeAll } from "./worker.js";

after(closeAll);

const processors = availableParallelism();
const several = { skip: processors < 2 };

/** The `param` of the threads, as the worker of a package describes it. */
async function described(from) {
  const hub = new Hub(from);
  const wait = hub.next("wait");
  hub.send("hub");
  await wait;
  await hub.close();
  return hub.lines.find((line) => line.startsWith("param name=threads"));
}

async function search(hub, ...lines) {
  const done = hub.next("done");
  hub.send(...lines);
  return done;
}

const nodesOf = (hub) => Number(hub.lines.findLast((line) => line.startsWith("info")).match(/ nodes=(\d+)/)[1]);

test("there are as many threads as the machine has, and one where they cannot share memory", async () => {
  assert.equal(await described(), `param name=threads value=1 type=int min=1 max=${processors}`);
  const without = { "kamen-threads.wasm": null };
  await withOthers(without, async (copy) => {
    assert.equal(await described(copy), "param name=threads value=1 type=int min=1 max=1");
    const hub = new Hub(copy);
    await hub.init("czech", "set-param name=threads value=8");
    assert.match(await search(hub, "level depth=6", "go think"), /^done move=\S+/);
    await hub.close();
  });
  const hub = new Hub();
  await hub.init("czech", "set-param name=threads value=100000");
  assert.match(await search(hub, "level depth=6", "go think"), /^done move=\S+/);
  await hub.close();
});

test("several threads prove what one does", several, async () => {
  const cases = [
    ["russian", "pos pos=Weeeeeweeeeweeeebeeebeeeebeeweeee", "go mate=4", /^done$/],
    ["russian", "pos pos=Weeeeeweeeeweeeebeeebeeeebeeweeee", "go mate=5", /^done move=6-2/],
    ["czech", "pos pos=WeWeBeeeeeeeweweeeeeeeeweeeeeeeeB", "go mate=6", /^done$/],
    ["czech", "pos pos=WeWeBeeeeeeeweweeeeeeeeweeeeeeeeB", "go mate=7", /^done move=2-9/],
  ];
  const values = [];
  for (const threads of [1, processors]) {
    const hub = new Hub();
    for (const [variant, position, go, expected] of cases) {
      await hub.init(variant, `set-param name=threads value=${threads}`);
      assert.match(await search(hub, position, go), expected, `${threads} threads: ${position} ${go}`);
    }
    // A win that the search sees without tables.
    await hub.init("brazilian", `set-param name=threads value=${threads}`, "set-param name=bb-size value=0");
    await search(hub, "pos pos=BeeeeebeeeeeeeBeeeWeeeebeeeeeeeee", "level depth=16", "go analyze");
    values.push(hub.lines.findLast((line) => line.startsWith("info")).match(/ wins-in=\S+/)?.[0]);
    await hub.close();
  }
  assert.ok(values[0]);
  assert.equal(values[0], values[1]);
});

test("all threads search", several, async () => {
  const counts = async (threads) => {
    const hub = new Hub();
    await hub.init("normal", `set-param name=threads value=${threads}`);
    const found = new Set();
    for (let round = 0; round < 6; round += 1) {
      await search(hub, "new-game", "pos start", "level depth=13", "go think");
      found.add(nodesOf(hub));
    }
    await hub.close();
    return found.size;
  };
  // How threads meet is chance; one thread alone has none.
  assert.equal(await counts(1), 1);
  assert.notEqual(await counts(2), 1);
});

test("stop is answered soon", several, async () => {
  const hub = new Hub();
  await hub.init("normal", `set-param name=threads value=${processors}`);
  const waits = [];
  for (const go of [...Array(10).fill("go analyze"), "go ponder", "go think"]) {
    hub.send("pos start", "level infinite", go);
    await sleep(100);
    const begun = performance.now();
    await search(hub, "stop");
    waits.push(performance.now() - begun);
  }
  waits.sort((a, b) => a - b);
  assert.ok(waits[6] < 50 && waits.at(-1) < 250, String(waits.map(Math.round)));
  await hub.close();
});

test("the number of threads changes with init, during a search as well", several, async () => {
  const hub = new Hub();
  for (const threads of [1, processors, 1, processors]) {
    const ready = hub.next("ready");
    hub.send(`set-param name=threads value=${threads}`, "init", "pos start", "level infinite", "go analyze");
    await ready;
    await sleep(50);
  }
  await search(hub, "stop");
  assert.equal(hub.lines.filter((line) => line.startsWith("done")).length, 4);
  assert.ok(!hub.lines.some((line) => line.startsWith("error")), hub.lines.join());
  await hub.close();
});

test("a thread that fails ends the search, and the engine begins anew", several, async () => {
  // The first to search for half a second fails in the midst of it.
  const failing = (text) => {
    const found = "now: () => performance.timeOrigin + performance.now(),";
    assert.ok(String(text).includes(found));
    const begins = 'if ((globalThis.begun ??= performance.now()) + 500 < performance.now()) throw new Error("gone");';
    return String(text).replace(found, `now: () => { ${begins} return performance.timeOrigin + performance.now(); },`);
  };
  await withOthers({ "kamen-thread.js": failing }, async (copy) => {
    const hub = new Hub(copy);
    await hub.init("czech", "set-param name=threads value=2");
    for (let round = 0; round < 2; round += 1) {
      const error = hub.next("error message=");
      hub.send("pos start", "level infinite");
      assert.equal(await search(hub, "go analyze"), "done");
      assert.match(await error, /the engine failed and begins anew: gone/);
      // With what was set before.
      assert.match(await search(hub, "pos start", "level depth=3", "go think"), /^done move=\d+-\d+/);
    }
    await hub.close();
  });
});

test("threads that cannot start are missed", async () => {
  // None at all: one thread is left.
  await withOthers({ "kamen-thread.js": () => 'throw new Error("no");' }, async (copy) => {
    assert.equal(await described(copy), "param name=threads value=1 type=int min=1 max=1");
  });
});

test("no thread is left behind", { skip: !existsSync("/proc/self/task") }, async () => {
  const count = () => readdirSync("/proc/self/task").length;
  const begin = async () => {
    const hub = new Hub();
    await hub.init("czech", `set-param name=threads value=${processors}`);
    hub.send("pos start", "level infinite", "go analyze");
    await sleep(100);
    return hub;
  };
  await (await begin()).close();
  const before = count();
  for (const ends of [(hub) => hub.close(), (hub) => hub.send("quit")]) {
    const hub = await begin();
    assert.ok(count() > before + processors);
    await ends(hub);
    await hub.exited;
    for (let tries = 0; count() > before && tries < 100; tries += 1) {
      await sleep(20);
    }
    assert.ok(count() <= before, `${count()} threads, ${before} before`);
  }
});

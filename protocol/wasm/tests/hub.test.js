// The worker's Hub, under Node.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { Hub, folder, withOthers, closeAll } from "./worker.js";

after(closeAll);

const native = process.env.KAMEN;

/** What the program answers to lines, up to one that begins so. */
async function ofProgram(lines, end) {
  const program = spawn(native, ["hub"], { stdio: ["pipe", "pipe", "ignore"] });
  program.stdin.write(lines.map((line) => `${line}\n`).join(""));
  let text = "";
  for await (const part of program.stdout.setEncoding("utf8")) {
    text += part;
    if (text.split("\n").slice(0, -1).some((line) => line.startsWith(end))) {
      break;
    }
  }
  program.kill();
  return text.split("\n").filter(Boolean);
}

const nodesOf = (lines) => Number(lines.findLast((line) => String(line).startsWith("info")).match(/ nodes=(\d+)/)[1]);
const withoutTime = (line) => line.replace(/ time=\S+ nps=\S+/, "");

test("it describes itself as the program does", { skip: !native }, async () => {
  const hub = new Hub();
  const wait = hub.next("wait");
  hub.send("hub");
  await wait;
  const names = (lines) => lines.map((line) => line.split(" value=")[0]);
  assert.deepEqual(names(hub.lines), names(await ofProgram(["hub"], "wait")));
  await hub.close();
});

/** Has the worker of a package search to a depth, with one thread, and compares that with the program. */
async function searchesAsProgram(from) {
  for (const [hubName, depth] of [["czech", 14], ["normal", 11], ["turkish", 8], ["frisian", 9], ["canadian", 8]]) {
    const hub = new Hub(from);
    await hub.init(hubName, "set-param name=tt-size value=20");
    const done = hub.next("done");
    hub.send(`level depth=${depth}`, "go think");
    await done;
    const lines = [`set-param name=variant value=${hubName}`, "set-param name=tt-size value=20", "set-param name=book value=false", "init", "pos start", `level depth=${depth}`, "go think"];
    const expected = await ofProgram(lines, "done");
    assert.equal(nodesOf(hub.lines), nodesOf(expected), hubName);
    assert.equal(withoutTime(hub.lines.at(-1)), withoutTime(expected.at(-1)), hubName);
    await hub.close();
  }
}

test("it searches the same nodes as the program", { skip: !native }, async () => {
  await searchesAsProgram(folder);
  await withOthers({ "kamen-threads.wasm": null }, searchesAsProgram);
});

test("ping, stop and ponder-hit are heard during a search", async () => {
  const hub = new Hub();
  await hub.init("normal");
  for (const go of ["go analyze", "go ponder", "go think"]) {
    hub.send("pos start", "level infinite", go);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const pong = hub.next("pong");
    hub.send("ping");
    await pong;
    const begun = performance.now();
    const done = hub.next("done");
    hub.send("stop");
    await done;
    const took = performance.now() - begun;
    assert.ok(took < 250, `${go}: stop took ${took} ms`);
  }
  hub.send("pos start", "level move-time=0.2", "go ponder");
  const done = hub.next("done");
  setTimeout(() => hub.send("ponder-hit"), 200);
  assert.match(await done, /^done move=\S+ ponder=/);
  await hub.close();
});

test("built-in players hear stop, too", async () => {
  const hub = new Hub();
  await hub.init("czech", "set-param name=player value=mcts:100000000");
  const done = hub.next("done");
  hub.send("level infinite", "go think");
  await new Promise((resolve) => setTimeout(resolve, 300));
  hub.send("stop");
  assert.match(await done, /^done move=\S+/);
  await hub.close();
});

test("another command ends a search first, and quit the worker", async () => {
  const hub = new Hub();
  await hub.init("russian");
  hub.send("level infinite", "go analyze");
  const ready = hub.next("ready");
  hub.send("set-param name=variant value=italian", "init", "pos start", "level depth=3", "go think", "quit");
  await ready;
  await hub.exited;
  const words = hub.lines.map((line) => line.split(" ")[0]).filter((word) => word !== "info");
  assert.deepEqual(words, ["ready", "done", "ready", "done"]);
});

test("a search that has nothing more to do waits for its order", async () => {
  const hub = new Hub();
  await hub.init("czech");
  const info = hub.next((line) => /^info depth=/.test(line));
  hub.send("level depth=3", "go ponder");
  await info;
  await new Promise((resolve) => setTimeout(resolve, 500));
  assert.ok(!hub.lines.some((line) => String(line).startsWith("done")));
  const done = hub.next("done");
  hub.send("stop");
  assert.match(await done, /^done move=/);
  await hub.close();
});

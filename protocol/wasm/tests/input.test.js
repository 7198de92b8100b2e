// Bad input: an error line, and the worker lives on.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { Hub, withOthers, closeAll } from "./worker.js";

after(closeAll);

/** Whether it still plays. */
async function plays(hub) {
  await hub.init("czech");
  const done = hub.next("done");
  hub.send("pos start", "level depth=4", "go think");
  assert.match(await done, /^done move=\S+/);
}

test("nonsense is answered by an error", async () => {
  const hub = new Hub();
  const cases = [
    "no such command",
    "pos",
    "go nowhere",
    "\u0000\u0001",
    `pos start moves="${"32-28 ".repeat(2_000_000)}"`,
    "x".repeat(10_000_000),
    "set-param name=tt-size value=many",
    "set-param name=variant value=chess",
  ];
  for (const line of cases) {
    const error = hub.next("error message=");
    hub.send(line);
    await error;
  }
  await plays(hub);
  await hub.close();
});

test("memory that there is not is refused", async () => {
  const hub = new Hub();
  await plays(hub);
  const error = hub.next("error message=");
  const ready = hub.next("ready");
  hub.send("set-param name=tt-size value=28", "init");
  assert.match(await error, /no memory for tt-size 28/);
  await ready;
  await plays(hub);
  await hub.close();
});

test("files that are missing or damaged are named", async () => {
  const damaged = (weights) => {
    weights[weights.length >> 1] ^= 1;
    return weights;
  };
  await withOthers({ "czech.weights": damaged, "czech.book": null }, async (copy) => {
    const hub = new Hub(copy);
    await plays(hub);
    const errors = hub.lines.filter((line) => line.startsWith("error"));
    assert.equal(errors.length, 2, errors.join());
    assert.match(errors[0], /czech\.weights: is damaged/);
    assert.match(errors[1], /czech\.book: .*no such file/);
    await hub.close();
  });
});

test("questions that cannot be answered have an error", async () => {
  const hub = new Hub();
  const cases = [
    [{ ask: "position", variant: "chess" }, /chess/],
    [{ ask: "position", variant: "czech", fen: "W:Wa9" }, /./],
    [{ ask: "position", variant: "czech", moves: ["c3-d4", "c3-d4"] }, /^move 2: /],
    [{ ask: "weather" }, /weather/],
    [{}, /ask/],
    [{ ask: "write-pdn", variant: "czech", moves: ["a1-h8"] }, /^move 1: /],
  ];
  for (const [question, error] of cases) {
    assert.match((await hub.ask(question)).error, error, JSON.stringify(question));
  }
  await plays(hub);
  await hub.close();
});

// Searches to a depth in the worker under Node, for measure.py: nodes.js VARIANT DEPTH THREADS ROUNDS. Prints the last `info` of each.
import { Hub } from "./worker.js";

const [variant, depth, threads, rounds] = process.argv.slice(2);
const hub = new Hub();
await hub.init(variant, "set-param name=tt-size value=22", `set-param name=threads value=${threads}`);
for (let round = 0; round < Number(rounds); round += 1) {
  const done = hub.next("done");
  hub.send("new-game", "pos start", `level depth=${depth}`, "go think");
  await done;
  console.log(hub.lines.findLast((line) => line.startsWith("info")));
}
await hub.close();

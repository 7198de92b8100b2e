// Searches to a depth in the worker under Node, for measure.py: nodes.js VARIANT DEPTH. Prints the last `info`, twice.
import { Hub } from "./worker.js";

const [variant, depth] = process.argv.slice(2);
const hub = new Hub();
await hub.init(variant, "set-param name=tt-size value=22");
for (let round = 0; round < 2; round += 1) {
  const done = hub.next("done");
  hub.send("new-game", "pos start", `level depth=${depth}`, "go think");
  await done;
  console.log(hub.lines.findLast((line) => line.startsWith("info")));
}
await hub.close();

// Ends a package: leaves the files of the variants that the core has, and writes files.json, the checksum of each. node manifest.js FOLDER
import { readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Worker } from "node:worker_threads";
import { crc32 } from "node:zlib";

const folder = resolve(process.argv[2]);
const worker = new Worker(join(folder, "kamen.js"));
const { variants } = await new Promise((found, failed) => {
  worker.on("error", failed);
  worker.on("message", (message) => (message.variants ? found(message) : failed(new Error(String(message)))));
  worker.postMessage({ id: 1, ask: "variants" });
});
await worker.terminate();

const known = new Set(variants.map(({ variant }) => variant));
const checksums = {};
for (const name of readdirSync(folder).sort()) {
  const [, variant] = /^(\w+)\.(weights|book|values|distances)$/.exec(name) ?? [];
  if (variant && known.has(variant)) {
    checksums[name] = crc32(readFileSync(join(folder, name))).toString(16).padStart(8, "0");
  } else if (variant) {
    rmSync(join(folder, name));
  }
}
writeFileSync(join(folder, "files.json"), `${JSON.stringify(checksums, null, 1)}\n`);

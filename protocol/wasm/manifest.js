// Writes files.json: the checksum of each file that is fetched beside the core. node manifest.js FOLDER
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { crc32 } from "node:zlib";

const folder = process.argv[2];
const names = readdirSync(folder).filter((name) => /\.(weights|book|values|distances)$/.test(name));
const checksum = (name) => crc32(readFileSync(join(folder, name))).toString(16).padStart(8, "0");
writeFileSync(join(folder, "files.json"), `${JSON.stringify(Object.fromEntries(names.sort().map((name) => [name, checksum(name)])), null, 1)}\n`);

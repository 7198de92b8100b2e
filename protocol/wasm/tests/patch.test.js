// The patch for lidraughts. KAMEN_TYPESCRIPT is the folder of the npm package typescript, KAMEN_LIDRAUGHTS a clone of lidraughts; what
// lacks them is skipped.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Hub, closeAll } from "./worker.js";

after(closeAll);

const PATCH = new URL("../lidraughts/kamen.patch", import.meta.url).pathname;
const { KAMEN_TYPESCRIPT: typescript, KAMEN_LIDRAUGHTS: lidraughts } = process.env;
const skip = typescript ? false : "KAMEN_TYPESCRIPT is not set";

/** A module of TypeScript, loaded; `names` replaces what it imports. */
async function load(folder, name, text, names = {}) {
  const { ModuleKind, ScriptTarget, transpileModule } = createRequire(import.meta.url)(typescript);
  const options = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
  let { outputText } = transpileModule(text, { compilerOptions: options });
  for (const [from, to] of Object.entries(names)) {
    outputText = outputText.replaceAll(`'${from}'`, `'${to}'`);
  }
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, outputText);
  return import(pathToFileURL(path));
}

/** A folder that is gone after the work. */
async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), "kamen-"));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The file that the patch adds. */
function added() {
  const text = readFileSync(PATCH, "utf8").split("+++ b/ui/ceval/src/way.ts\n")[1];
  return text.split("\n").filter((line) => line.startsWith("+")).map((line) => line.slice(1)).join("\n");
}

/** A generator of numbers below `count`, the same each time. */
function numbers(seed) {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

test("every capture of random games has a way that takes what it takes", { skip }, () =>
  inFolder(async (folder) => {
    const { default: way } = await load(folder, "way", added());
    const hub = new Hub();
    const random = numbers(68);
    for (const variant of ["russian", "brazilian"]) {
      let [long, exact] = [0, 0];
      for (let game = 0; game < 12; game += 1) {
        let fen = "";
        for (let ply = 0; ply < 60; ply += 1) {
          const { position } = await hub.ask({ ask: "position", variant, fen });
          if (position.moves.length === 0) {
            break;
          }
          const pieces = new Array(32).fill(undefined);
          for (const { square, colour, king } of position.pieces) {
            pieces[square - 1] = king ? colour[0].toUpperCase() : colour[0];
          }
          for (const move of position.moves.filter(({ captured }) => captured.length > 1)) {
            const [from, to, ...captured] = move.hub.split("x").map((field) => Number(field) - 1);
            const found = way(pieces, from, to, captured, variant === "russian");
            assert.equal(found.length, captured.length, `${variant} ${position.fen} ${move.hub}`);
            assert.equal(found.at(-1), to);
            const path = [from, ...found].map((square) => square + 1).join();
            long += 1;
            exact += Number(position.moves.some((other) => other.path.join() === path));
          }
          fen = position.moves[random(position.moves.length)].fen;
        }
      }
      assert.ok(long > 5 && exact === long, `${variant}: ${exact} of ${long} captures of several pieces`);
    }
    await hub.close();
  }));

test("a Russian man goes on as a king, a Brazilian one does not", { skip }, () =>
  inFolder(async (folder) => {
    const { default: way } = await load(folder, "way", added());
    const pieces = new Array(32).fill(undefined);
    Object.assign(pieces, { 10: "w", 6: "b", 8: "b" });
    // From f6 over e7 to d8, then as a king over b6 to a5.
    assert.deepEqual(way(pieces, 10, 12, [8, 6], true), [1, 12]);
    assert.deepEqual(way(pieces, 10, 12, [8, 6], false), [12]);
  }));

/** What the client imports of the site's board, as far as it is needed. */
const BOARD = `export const readKingMoves = () => undefined;
export const decomposeUci = (uci) => (uci.includes("x") ? uci.split("x") : uci.match(/../g));`;

const CASES = [
  ["russian", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12:H0:F1", /^\d+-\d+$/],
  ["brazilian", "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12:H0:F1", /^\d+-\d+$/],
  ["russian", "W:W11:B7,9:H0:F1", /^11x2x13$/],
  ["brazilian", "W:W22,31:B18,10,12:H0:F1", /^22x15x6$/],
  ["standard", "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20:H0:F1", /^\d+-\d+$/],
];

test("the patched client analyses", { skip: skip || (lidraughts ? false : "KAMEN_LIDRAUGHTS is not set") }, () =>
  inFolder(async (folder) => {
    const git = (...words) => execFileSync("git", words, { cwd: folder, encoding: "buffer" });
    const patched = readFileSync(PATCH, "utf8").match(/(?<=^diff --git a\/)\S+/gm).filter((path) => !path.endsWith("way.ts"));
    for (const path of patched) {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), execFileSync("git", ["-C", lidraughts, "show", `HEAD:${path}`]));
    }
    git("init", "-q");
    git("apply", "--unidiff-zero", "--whitespace=nowarn", PATCH);
    writeFileSync(join(folder, "board.mjs"), BOARD);
    const source = (name) => readFileSync(join(folder, `ui/ceval/src/${name}.ts`), "utf8");
    await load(folder, "way", source("way"));
    const names = { "draughtsground/fen": "./board.mjs", "draughtsground/util": "./board.mjs", "./way": "./way.mjs" };
    const { default: Protocol } = await load(folder, "protocol", source("scanProtocol"), names);
    for (const [variant, fen, expected] of CASES) {
      const hub = new Hub();
      const protocol = new Protocol((line) => hub.send(line), { variant, threads: false, hashSize: false, minDepth: 1 });
      hub.worker.on("message", (line) => protocol.received(line));
      const found = await new Promise((resolve) => {
        const emit = (result) => result.depth >= 5 && resolve(result);
        protocol.start({ initialFen: fen, currentFen: fen, moves: [], ply: 0, maxDepth: 5, threatMode: false, path: "", multiPv: 1, emit });
      });
      assert.match(found.pvs[0].moves[0], expected, `${variant} ${fen}`);
      assert.ok(found.nodes >= 0 && protocol.engineName.startsWith("Kamen"));
      const begun = performance.now();
      await protocol.stop();
      assert.ok(performance.now() - begun < 300);
      await hub.close();
    }
  }));

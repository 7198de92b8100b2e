// The promise interface, under Node.
import { test } from "node:test";
import assert from "node:assert/strict";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { folder } from "./worker.js";

const { Engine } = await import(pathToFileURL(join(folder, "index.js")));

test("lines of an analysis", async () => {
  const engine = await Engine.start({ variant: "russian" });
  const seen = [];
  const found = await engine.analyse("", { depth: 6, lines: 3, moves: ["c3-d4"], onInfo: (info) => seen.push(info) });
  assert.deepEqual(found.lines.map((line) => line.line), [1, 2, 3]);
  assert.ok(found.lines.every((line) => line.depth === 6 && line.moves.length > 0));
  assert.ok(found.lines[0].score >= found.lines[1].score);
  assert.equal(found.lines[0].moves[0], found.move);
  assert.ok(seen.length > 3);
  const chosen = await engine.analyse("", { depth: 4, searchMoves: ["c3-b4"] });
  assert.equal(chosen.move, "22-17");
  engine.close();
});

test("a search ends by a signal or by stop", async () => {
  const engine = await Engine.start();
  const abort = new AbortController();
  const analysis = engine.analyse("", { signal: abort.signal });
  setTimeout(() => abort.abort(), 200);
  assert.ok((await analysis).move);
  const other = engine.analyse("");
  setTimeout(() => engine.stop(), 200);
  assert.ok((await other).lines[0].nodes > 0);
  await assert.rejects(engine.analyse("", { signal: abort.signal }), { name: "AbortError" });
  await assert.rejects(engine.analyse("W:W99"), { name: "EngineError" });
  engine.close();
  await assert.rejects(engine.variants());
});

test("positions, variants and PDN", async () => {
  const engine = await Engine.start({ variant: "czech" });
  const position = await engine.position({ moves: ["c3-d4", "d6-c5"] });
  assert.equal(position.turn, "white");
  assert.equal(position.pieces.length, 24);
  assert.deepEqual(position.last.path, [10, 14]);
  assert.equal((await engine.variants()).length, 22);
  const pdn = await engine.writePdn({ moves: ["c3-d4", "d6-c5"], tags: { White: "Anna" } });
  const [game] = await engine.readPdn(`${pdn}\n\n[GameType "29"]\n1. c3-d4 a1-a2 *\n`);
  assert.equal(game.tags.White, "Anna");
  assert.deepEqual(game.moves, ["c3-d4", "d6-c5"]);
  const [, faulty] = await engine.readPdn(`${pdn}\n\n[GameType "29"]\n1. c3-d4 a1-a2 *\n`);
  assert.deepEqual(faulty.moves, ["c3-d4"]);
  assert.match(faulty.fault, /a1-a2/);
  engine.close();
});

test("what the book and the tables know, of another variant than the engine's", async () => {
  const engine = await Engine.start({ variant: "russian" });
  const opening = await engine.book({ variant: "czech", moves: ["c3-d4"] });
  assert.ok(opening.known && opening.moves[0].good && opening.moves[0].line.length > 1, JSON.stringify(opening));
  const ending = await engine.tables({ variant: "czech", fen: "W:WKa1,Kc1,Ke1:BKb8" });
  assert.deepEqual([ending.value, ending.distance, ending.with_draw_rules], ["win", 21, "win"]);
  assert.equal(ending.moves[0].value, "win");
  assert.equal((await engine.tables()).value, "unknown");
  await assert.rejects(engine.tables({ variant: "chess" }), { name: "EngineError" });
  engine.close();
});

test("games with notes", async () => {
  const engine = await Engine.start({ variant: "czech" });
  const moves = [{ move: "c3-d4", glyphs: [1], comment: "solid", variations: [["c3-b4", "b6-a5"]] }, "d6-c5"];
  const pdn = await engine.writePdn({ moves, comment: "Cup" });
  assert.match(pdn, /\{Cup\} 1\. c3-d4 \$1 \{solid\} \(1\. c3-b4 b6-a5\) d6-c5 \*/);
  const [game] = await engine.readPdn(pdn);
  assert.deepEqual([game.moves, game.comment], [moves, "Cup"]);
  engine.close();
});

test("the parameters change between searches", async () => {
  const engine = await Engine.start({ variant: "czech", parameters: { book: true } });
  const ofBook = await engine.play("", { time: 5000 });
  assert.equal(ofBook.lines[0].nodes, 0);
  engine.set("variant", "english");
  engine.set("book", false);
  const played = await engine.play("", { depth: 5 });
  assert.match(played.move, /^\d+-\d+$/);
  assert.ok(played.lines[0].nodes > 0);
  engine.close();
});

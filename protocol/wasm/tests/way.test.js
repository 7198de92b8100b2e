// The ways of captures that LIDRAUGHTS.md proposes, against the rules of the engine.
import { test } from "node:test";
import assert from "node:assert/strict";
import { way } from "../lidraughts/way.js";
import { Hub } from "./worker.js";

const RULES = {
  international: { squares: 50 },
  frisian: { squares: 50, straight: true },
  russian: { squares: 32, crowns: true },
  brazilian: { squares: 32 },
};

/** A generator of numbers below `count`, the same each time. */
function numbers(seed) {
  let state = seed;
  return (count) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
}

test("every capture of random games has a way that takes what it takes", async () => {
  const hub = new Hub();
  const random = numbers(68);
  const long = {};
  for (const [variant, rules] of Object.entries(RULES)) {
    for (let game = 0; game < 12; game += 1) {
      let fen = "";
      for (let ply = 0; ply < 60; ply += 1) {
        const { position } = await hub.ask({ ask: "position", variant, fen });
        if (position.moves.length === 0) {
          break;
        }
        const pieces = new Array(rules.squares).fill(undefined);
        for (const { square, colour, king } of position.pieces) {
          pieces[square - 1] = king ? colour[0].toUpperCase() : colour[0];
        }
        for (const move of position.moves.filter(({ captured }) => captured.length > 0)) {
          const [from, to, ...captured] = move.hub.split("x").map((field) => Number(field) - 1);
          const found = way(pieces, from, to, captured, rules);
          assert.equal(found?.length, captured.length, `${variant} ${position.fen} ${move.hub}`);
          assert.equal(found.at(-1), to);
          // Where there is but one way it is this.
          const text = [from, ...found].map((square) => square + 1);
          const same = position.moves.some(({ path }) => path.join() === text.join());
          long[variant] = (long[variant] ?? 0) + Number(captured.length > 1 && same);
        }
        fen = position.moves[random(position.moves.length)].fen;
      }
    }
    assert.ok(long[variant] > 5, `${variant}: ${long[variant]} captures of several pieces`);
  }
  await hub.close();
});

test("a Russian man goes on as a king, a Brazilian one does not", () => {
  const pieces = new Array(32).fill(undefined);
  Object.assign(pieces, { 10: "w", 6: "b", 8: "b" });
  // From f6 over e7 to d8, then as a king over b6 to a5.
  assert.deepEqual(way(pieces, 10, 12, [8, 6], { crowns: true }), [1, 12]);
  assert.equal(way(pieces, 10, 12, [8, 6]), undefined);
});

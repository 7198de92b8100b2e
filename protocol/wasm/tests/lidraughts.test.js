// The part of lidraughts' analysis, as its client plays it: what it sends, what it reads, how long it waits.
import { after, test } from "node:test";
import assert from "node:assert/strict";
import { Hub, closeAll } from "./worker.js";

after(closeAll);

// It reads nothing but these fields in this order, and moves in numbers.
const INFO = /^info depth=(\d+) mean-depth=\S+ score=(\S+) nodes=(\d+) (?:time=(\S+) )?(?:nps=\S+ )?pv="?([-0-9xX\s]+)"?/;
// It gives a worker up that has not stopped by then, in milliseconds.
const PATIENCE = 300;

/** The variants of the site: the name in Hub, the squares, and the pieces of tables that it asks for. */
const VARIANTS = {
  standard: { hub: "normal", squares: 50, tables: 3 },
  frisian: { hub: "frisian", squares: 50, tables: 3 },
  frysk: { hub: "frisian", squares: 50, tables: 3, fen: "W:W46,47,48,49,50:B1,2,3,4,5:H0:F1" },
  antidraughts: { hub: "losing", squares: 50, tables: 3 },
  breakthrough: { hub: "bt", squares: 50, tables: 4 },
  // With the change that LIDRAUGHTS.md describes.
  russian: { hub: "russian", squares: 32 },
  brazilian: { hub: "brazilian", squares: 32 },
};

const START = {
  50: "W:W31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50:B1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20:H0:F1",
  32: "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12:H0:F1",
};

/** A FEN as a position of Hub: the side to move, then a letter for each square. */
function position(fen, squares) {
  const board = new Array(squares).fill("e");
  for (const side of fen.split(":").filter((part) => /^[WB]./.test(part))) {
    for (const piece of side.slice(1).split(",")) {
      const isKing = piece.startsWith("K");
      board[Number(piece.slice(isKing ? 1 : 0)) - 1] = isKing ? side[0] : side[0].toLowerCase();
    }
  }
  return fen[0] + board.join("");
}

class Client {
  constructor({ hub, squares, tables }) {
    this.squares = squares;
    this.worker = new Hub();
    this.worker.send("hub", "set-param name=tt-size value=22", `set-param name=variant value=${hub}`);
    if (tables) {
      this.worker.send(`set-param name=bb-size value=${tables}`);
    }
    this.worker.send("init");
  }

  start(fen, moves = [], depth = 99) {
    const played = moves.length > 0 ? ` moves="${moves.join(" ")}"` : "";
    this.worker.send(`pos pos=${position(fen, this.squares)}${played}`);
    this.worker.send(...(depth >= 99 ? ["level infinite"] : ["level move-time=90", `level depth=${depth}`]), "go analyze");
  }

  /** How long it takes to stop. */
  async stop() {
    const begun = performance.now();
    const done = this.worker.next("done");
    this.worker.send("stop");
    await done;
    return performance.now() - begun;
  }

  /** What it has read of the last search, and a line that it could not read. */
  read() {
    const lines = this.worker.lines.splice(0).filter((line) => typeof line === "string");
    const infos = lines.filter((line) => line.startsWith("info"));
    return { found: infos.map((line) => line.match(INFO)).filter(Boolean), unread: infos.find((line) => !INFO.test(line)), errors: lines.filter((line) => line.startsWith("error")) };
  }
}

for (const [key, facts] of Object.entries(VARIANTS)) {
  test(`${key}: analyses to a depth, without end, and after moves`, async () => {
    const client = new Client(facts);
    const fen = facts.fen ?? START[facts.squares];
    const id = client.worker.next("id name=");
    const name = (await id).slice("id name=".length).replace("version=", "").split("author=")[0].trim();
    assert.match(name, /^Kamen \d/);

    const done = client.worker.next("done");
    client.start(fen, [], 6);
    await done;
    const { found, unread, errors } = client.read();
    assert.deepEqual([unread, errors], [undefined, []]);
    assert.equal(Number(found.at(-1)[1]), 6);
    const [first, second] = found.at(-1)[5].trim().split(/\s+/);

    // The next position, as the site sends it: the moves since the last capture.
    const ends = (move) => move.split(/[-x]/).slice(0, 2).join(move.includes("x") ? "x" : "-");
    assert.ok(second);
    const waits = [];
    for (let round = 0; round < 3; round += 1) {
      client.start(fen, [first, second].map(ends));
      await new Promise((resolve) => setTimeout(resolve, 300));
      waits.push(await client.stop());
      const later = client.read();
      assert.deepEqual([later.unread, later.errors], [undefined, []]);
      assert.ok(later.found.length > 0 && Number(later.found.at(-1)[3]) > 0);
    }
    // A machine that does much else at a time may miss it once.
    assert.ok(waits.sort((a, b) => a - b)[1] < PATIENCE, `stopped after ${waits} ms`);
    await client.worker.close();
  });
}

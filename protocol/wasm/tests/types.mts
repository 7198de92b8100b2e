// Uses of kamen.d.ts that a compiler of TypeScript must take or refuse: tsc --noEmit --strict --module nodenext tests/types.mts
import { Engine, type Game, type NotedMove, parse } from "../kamen.js";
const engine = await Engine.start({ variant: "czech", parameters: { "tt-size": 22 } });
const { move, lines } = await engine.analyse("", { lines: 3, time: 100, onInfo: (info) => info.moves.join() });
const score: number = lines[0].score;
const games: Game[] = await engine.readPdn("");
const first: NotedMove = games[0].moves[0];
const text: string = typeof first === "string" ? first : first.move;
const known = await engine.tables({ fen: "W:W" });
const value: "win" | "draw" | "loss" | "unknown" = known.moves[0].value;
// @ts-expect-error: a number is wanted
await engine.analyse("", { depth: "8" });
// @ts-expect-error: there is no such value
known.value === "won";
console.log(move, score, text, value, parse("ready")[0]);
engine.close();

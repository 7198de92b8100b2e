/* Who plays, and how the game stands: the sides, the opponent's thinking, clocks, the end. */

import { Clock } from "./clock.js";
import { text } from "./text.js";

/* A side is { kind: "human" }, { kind: "level", level } or { kind: "player", player }. */
export const HUMAN = { kind: "human" };
const other = colour => (colour === "white" ? "black" : "white");

export function sideName(side, isAlone) {
  if (side.kind === "human") return isAlone ? text("you") : null;
  return side.kind === "level"
    ? text("engine-level", { level: side.level })
    : text("players." + side.player.split(":")[0]) + ` (${side.player})`;
}

export class Play {
  /* `settings` is { sides: { white, black }, moveTime, clock: { minutes, increment } or null, left }, where `left` is what
     clocks show that have run already. */
  constructor(settings, onTick, onFlag) {
    Object.assign(this, settings);
    this.time = settings.clock ? new Clock(settings.clock, onTick, onFlag) : null;
    if (this.time && settings.left) this.time.left = { ...settings.left };
    this.isNew = true;
  }

  isHuman(colour) {
    return this.sides[colour].kind === "human";
  }

  /* Whether a person plays against the engine. */
  get isAgainst() {
    return this.isHuman("white") !== this.isHuman("black");
  }

  /* The colour of the one person who plays, or null. */
  get ownColour() {
    return this.isAgainst ? (this.isHuman("white") ? "white" : "black") : null;
  }

  /* Tags of a game that is played here. */
  get tags() {
    if (!this.isAgainst) return {};
    const day = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    const name = colour =>
      this.isHuman(colour) ? "?" : "Kamen " + (this.sides[colour].player ?? `level ${this.sides[colour].level}`);
    return { White: name("white"), Black: name("black"), Date: day };
  }

  /* Whether the game is over: by the rules, or as a side gave up or lost by time. */
  endOf(game) {
    const { position } = game.current;
    if (position.result) return { winner: position.winner, result: position.result, reason: position.reason };
    return game.ended && game.ended.node === game.current ? game.ended : null;
  }

  /* Whether a person may move now. */
  canMove(game) {
    return !game.current.position.result && this.isHuman(game.current.position.turn);
  }

  /* Whether the opponent has to think now: at the end of a line that goes on. */
  hasToThink(game) {
    const { current } = game;
    return !this.endOf(game) && !current.children.length && !this.isHuman(current.position.turn);
  }

  /* What is asked of the engine for its move. */
  job(game, hubName) {
    const { turn } = game.current.position;
    const side = this.sides[turn];
    const seconds = colour => (this.time.leftOf(colour) / 1000).toFixed(2);
    const level = this.time ? `time=${seconds(turn)} inc=${this.time.increment}` : `move-time=${this.moveTime}`;
    const newGame = this.isNew;
    this.isNew = false;
    return {
      ...place(game, hubName),
      level,
      newGame,
      mode: "think",
      lines: 1,
      player: side.player ?? "kamen",
      skill: side.level ?? 20,
    };
  }

  /* Clocks run from the second move on. */
  runClock(game) {
    if (!this.time) return;
    const { current } = game;
    const goes = !this.endOf(game) && !current.children.length && current.ply > 0;
    this.time.run(goes ? current.position.turn : null);
  }

  /* A side has moved. */
  press(colour, ply) {
    if (this.time && ply > 0) this.time.press(colour);
  }

  /* A side gives the game up, or loses by time. */
  lose(game, colour, reason) {
    const winner = other(colour);
    const two = game.current.position.board.columns >= 10;
    const points = winner === game.root.position.board.first ? (two ? "2-0" : "1-0") : two ? "0-2" : "0-1";
    game.ended = { winner, result: points, reason, node: game.current };
  }

  /* How the game stands, in words. */
  status(game) {
    const over = this.endOf(game);
    const { turn, moves } = game.current.position;
    if (over) return this.endText(over);
    if (!this.isHuman(turn)) return game.current.children.length ? text(turn + "-to-move") : text("thinking");
    const head = this.isAgainst ? text("your-move") : text(turn + "-to-move");
    return moves[0]?.captured.length ? `${head} – ${text("capture-now")}` : head;
  }

  endText({ winner, reason }) {
    const why = text("reason." + reason);
    const own = this.ownColour;
    if (!winner) return `${text("drawn")}: ${why}`;
    const head = own ? text(winner === own ? "you-win" : "you-lose") : text(winner + "-wins");
    return `${head}: ${why}`;
  }
}

/* Where a search begins: the variant, the first position and the moves. */
export function place(game, hubName) {
  return { variant: hubName, position: game.startText, moves: game.movesTo(game.current) };
}

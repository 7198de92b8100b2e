/* What a search has found, as people read it: always for White. */

import { text } from "./text.js";

/* Points that White may expect, from 0 to 1, of what a search says for the side to move. */
export function pointsOf(info, turn) {
  const { chances, score } = info;
  const own = chances ? (chances[0] + chances[1] / 2) / 1000 : 1 / (1 + Math.exp(-1.5 * score));
  return turn === "white" ? own : 1 - own;
}

/* White's chances to win, to draw and to lose, in thousandths, or null. */
export function chancesOf({ chances }, turn) {
  if (!chances) return null;
  return turn === "white" ? chances : [...chances].reverse();
}

/* +0.35; #7 for a win of White in 7 moves, #-7 for one of Black. A win whose length only the tables know is # or -#. */
export function scoreText({ score, plies }, turn) {
  const sign = turn === "white" ? 1 : -1;
  if (plies) return `#${sign * plies < 0 ? "-" : ""}${Math.ceil(Math.abs(plies) / 2)}`;
  if (Math.abs(score) > 80) return sign * score > 0 ? "#" : "-#";
  const shown = (sign * score).toFixed(2);
  return shown > 0 ? `+${shown}` : shown.replace("-0.00", "0.00");
}

/* A move of Hub with the names of its squares: 22-17 is c3-d4. */
export function moveText(hub, board) {
  const [, from, kind, to] = /^(\d+)([-x])(\d+)/.exec(hub) ?? [];
  return from ? board.nameOf(Number(from)) + kind + board.nameOf(Number(to)) : hub;
}

/* The squares of a move of Hub: all that it passes if it is one of the legal moves, else its ends. */
export function pathOf(hub, legal) {
  return legal.find(move => move.hub === hub)?.path ?? hub.split(/[-x]/).slice(0, 2).map(Number);
}

export function colourName(colour) {
  return text(colour);
}

/* What stands around the board: the players with their pieces and clocks, how the game stands, and what screen readers hear. */

import { clockText } from "./clock.js";
import { sideName } from "./play.js";
import { text } from "./text.js";

const at = id => document.getElementById(id);

/* Writes both players, the one whose side of the board is down below. */
export function drawPlayers(game, play, turned) {
  const { pieces, board, turn } = game.current.position;
  for (const colour of ["white", "black"]) {
    const strip = stripOf(colour, turned);
    const own = pieces.filter(piece => piece.colour === colour);
    const kings = own.filter(piece => piece.king).length;
    const men = own.length - kings;
    const disc = strip.querySelector(".disc");
    disc.className = `disc ${colour}${board.colours === "green-and-buff" ? " red" : ""}`;
    const name = game.tags[colour === "white" ? "White" : "Black"];
    strip.querySelector(".name").textContent =
      sideName(play.sides[colour], play.isAgainst) ?? (name && name !== "?" ? name : text(colour));
    const counts = [men || !kings ? text("men", { count: men }) : "", kings ? text("kings", { count: kings }) : ""];
    strip.querySelector(".taken").textContent = counts.filter(words => words).join(", ");
    strip.classList.toggle("thinking", play.hasToThink(game) && turn === colour);
  }
  drawClocks(play, turned);
}

function stripOf(colour, turned) {
  return at((colour === "white") === turned ? "upper" : "lower");
}

export function drawClocks(play, turned) {
  for (const colour of ["white", "black"]) {
    const clock = stripOf(colour, turned).querySelector(".clock");
    clock.hidden = !play.time;
    if (!play.time) continue;
    const left = play.time.leftOf(colour);
    clock.textContent = clockText(left);
    clock.classList.toggle("runs", play.time.running === colour);
    clock.classList.toggle("low", left < 10000 && play.time.running === colour);
  }
}

/* How the game stands; a note is said more softly. */
export function say(words, isNote = false) {
  const line = at("status").querySelector("p");
  line.textContent = words;
  line.className = isNote ? "note" : "";
}

/* Told to screen readers. */
export function announce(words) {
  at("live").textContent = words;
}

let toastTimer = 0;

/* A message that goes away by itself, unless it is to stay. */
export function toast(words, stays = false) {
  const box = at("toast");
  box.textContent = words;
  box.hidden = !words;
  clearTimeout(toastTimer);
  if (!stays)
    toastTimer = setTimeout(() => {
      box.hidden = true;
    }, 6000);
}

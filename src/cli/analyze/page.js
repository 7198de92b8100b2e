const games = JSON.parse(at("data").textContent);
const SIGNS = { blunder: "??", mistake: "?", inaccuracy: "?!", only: "!" };
const BAD = ["inaccuracy", "mistake", "blunder"];
/* Where the reader is: a game, the moves made in it, and perhaps a line: that so many of its moves are made which stand instead
   of move `of`, counted from 0. */
let game = games[0], ply = 0, line = null;

function tag(of, name) {
  const found = of.tags.find(([other]) => other.toLowerCase() === name.toLowerCase());
  return found && found[1] !== "?" ? found[1] : "";
}
function names(of) { return [tag(of, "White"), tag(of, "Black")]; }

/* The address of a place, which a reload comes back to. */
function address(toPly, toLine) {
  const words = [`game=${game.game}`, `ply=${toPly}`];
  if (toLine) words.push(`line=${toLine.of}.${toLine.index}.${toLine.step}`);
  if (turned) words.push("turned");
  return "#" + words.join("&");
}
function openAddress() {
  const words = new URLSearchParams(location.hash.slice(1).replace(/^\d+$/, "ply=$&"));
  const number = name => Number(words.get(name)) || 0;
  const wanted = games.find(other => other.game === number("game")) || games[0];
  const [of, index, step] = (words.get("line") || "").split(".").map(Number);
  open(wanted);
  if (location.hash) turned = words.has("turned");
  go(number("ply"), step >= 0 ? { of, index, step } : null);
}

/* The side that makes move `index`: 0 for White. */
function side(index) { return (index + (game.fen && game.fen[0] === "B" ? 1 : 0)) % 2; }
function sideName(index) { return ["White", "Black"][side(index)]; }
function isBad(move) { return BAD.includes(move.mark); }
/* Points that White may expect, from 0 to 1. */
function points(move) { return (move.wdl[0] + move.wdl[1] / 2) / 1000; }
function withSign(move) { return move.move + (SIGNS[move.mark] || ""); }
/* The lines that are better than move `index`, as their indices: those before it in the list. */
function betterLines(index) {
  const own = JSON.stringify(game.moves[index].step);
  const lines = game.moves[index].lines;
  const place = lines.findIndex(steps => JSON.stringify(steps[0]) === own);
  return [...lines.keys()].slice(0, place < 0 ? lines.length : place);
}

/* The pieces by their squares, and the last step. */
function position() {
  const steps = game.moves.slice(0, line ? line.of : ply).map(move => move.step);
  if (line) steps.push(...game.moves[line.of].lines[line.index].slice(0, line.step));
  return [piecesAfter(game.pieces, steps), steps[steps.length - 1]];
}
function drawBoard() {
  at("board").innerHTML = game.boards[turned ? 1 : 0];
  const svg = at("board").querySelector("svg");
  const [pieces, last] = position();
  drawPieces(pieces, svg);
  const better = !line && ply && isBad(game.plies[ply - 1]) ? betterLines(ply - 1)[0] : undefined;
  if (last) arrow(last.way, line ? BETTER : PLAYED, svg);
  if (better !== undefined) arrow(game.moves[ply - 1].lines[better][0].way, BETTER, svg);
  drawCaption(better !== undefined);
}
/* What the arrows are, or where in a line the board is. */
function drawCaption(hasBetter) {
  const caption = at("caption");
  caption.replaceChildren();
  if (line) {
    const steps = game.moves[line.of].lines[line.index].length;
    element("span", {}, caption, `A line, move ${line.step} of ${steps}`);
    element("button", { title: "Escape" }, caption, "Back to the game").onclick = () => go(ply);
    return;
  }
  const key = (color, text) => {
    const span = element("span", { class: "key" }, caption);
    element("i", { style: `color: ${color}` }, span);
    span.append(text);
  };
  if (ply) key(PLAYED, "the move played");
  if (hasBetter) key(BETTER, "the better move");
}

function drawGraph() {
  const svg = at("graph"), count = Math.max(1, game.plies.length);
  svg.setAttribute("viewBox", `0 0 ${count} 100`);
  svg.replaceChildren();
  const height = move => 100 - 100 * points(move);
  const stroke = (d, color, width) => element("path", { d, stroke: color, "stroke-width": width, "stroke-linecap": "round",
    "vector-effect": "non-scaling-stroke" }, svg);
  element("rect", { width: count, height: 100, fill: "var(--black)" }, svg);
  const tops = game.plies.map((move, i) => `L${i + 1} ${height(move)}`).join("");
  element("path", { d: `M0 50${tops}V100H0z`, fill: "var(--white)" }, svg);
  stroke(`M0 50H${count}`, "var(--soft)", 1);
  stroke(`M${ply} 0V100`, "var(--graph)", 2);
  game.plies.forEach((move, i) => {
    if (isBad(move)) stroke(`M${i + 1} ${height(move)}h0`, `var(--${move.mark})`, 7);
  });
}
/* Numbers of moves below the graph. */
function drawNumbers() {
  const axis = at("numbers"), count = game.plies.length;
  axis.replaceChildren();
  const wide = [5, 10, 20, 50].find(step => count / 2 / step <= 8) || 100;
  game.plies.forEach((move, i) => {
    const number = /^(\d+)\. /.exec(move.move);
    if (number && number[1] % wide === 0 && i < .95 * count)
      element("span", { style: `left: ${100 * (i + 1) / count}%` }, axis, number[1]);
  });
}

function moveLink(parent, text, kind, toPly, toLine) {
  const same = toLine ? line && ["of", "index", "step"].every(key => line[key] === toLine[key]) : toPly === ply;
  const link = element("a", { href: address(toPly, toLine), class: kind + (same ? " here" : "") }, parent, text);
  link.onclick = event => { event.preventDefault(); go(toPly, toLine); };
  parent.append(" ");
}
function drawMoves() {
  const list = at("moves");
  list.replaceChildren();
  game.plies.forEach((move, i) => {
    const text = i ? withSign(move).replace(/^\d+\.\.\. ?/, "") : withSign(move);
    moveLink(list, text, move.mark || "", i + 1);
  });
  element("span", {}, list, game.result);
  const here = list.querySelector(".here");
  if (!here) { list.scrollTop = 0; return; }
  if (here.offsetTop < list.scrollTop || here.offsetTop > list.scrollTop + list.clientHeight - 30)
    list.scrollTop = here.offsetTop - list.clientHeight / 2;
}
/* Lines that stand instead of move `of`, under a heading. */
function showLines(heading, of, indices) {
  if (!indices.length) return;
  element("h3", {}, at("said"), heading);
  for (const index of indices) {
    const { score, moves, depth } = game.plies[of].lines[index];
    const row = element("p", { class: "line" }, at("said"));
    element("b", {}, row, score);
    row.append(" ");
    movesOf(moves).forEach((text, i) => moveLink(row, text, "", ply, { of, index, step: i + 1 }));
    element("small", {}, row, `${depth} ${depth === 1 ? "ply" : "plies"} deep`);
  }
}
/* What a move was worth, in sentences. */
function sentences(move, index) {
  const [win, draw, loss] = move.wdl.map(part => (part / 10).toFixed(0));
  const said = [`White wins ${win}\u00a0%, draw ${draw}\u00a0%, Black wins ${loss}\u00a0%.`];
  const after = side(index) ? 1 - points(move) : points(move);
  if (isBad(move)) {
    const [lost, left] = [move.loss, after].map(value => value.toFixed(2));
    const before = (Number(lost) + Number(left)).toFixed(2);
    said.push(`${sideName(index)} gives away ${lost} points: ${before} could be expected before this move, ${left} after it.`);
  }
  if (move.words) said.push(...move.words.map(phrase => phrase + "."));
  else if (move.mark === "only") said.push("The only move that holds.");
  if (move.forced) said.push("There was no other move.");
  if (move.known && !move.words) said.push(move.known[0].toUpperCase() + move.known.slice(1) + ".");
  return said.join(" ");
}
function say() {
  const said = at("said"), hadFocus = said.contains(document.activeElement);
  said.replaceChildren();
  const move = game.plies[ply - 1], next = game.plies[ply];
  if (move) {
    const head = element("h2", { "aria-live": "polite" }, said, `${move.score}  `);
    element("span", { class: move.mark || "" }, head, withSign(move) + (isBad(move) ? `, ${move.mark === "inaccuracy" ? "an" : "a"} ${move.mark}` : ""));
    element("p", {}, said, sentences(move, ply - 1));
    if (isBad(move)) showLines(`Better than ${move.move}`, ply - 1, betterLines(ply - 1));
  }
  if (next) showLines(ply ? "Best play from here" : "Best play from the start", ply, [...next.lines.keys()]);
  if (hadFocus && said.querySelector(".here")) said.querySelector(".here").focus();
}
function sums() {
  const table = at("sums");
  table.replaceChildren();
  const own = [0, 1].map(color => game.plies.filter((_, i) => side(i) === color));
  const row = (title, kind, cell) => {
    const made = element("tr", {}, table);
    element("th", { scope: "row", class: kind }, made, title);
    own.forEach((moves, i) => element("td", {}, made, cell(moves, i)));
  };
  const head = element("tr", {}, table);
  element("th", {}, head, "");
  names(game).forEach((name, i) => element("th", { scope: "col" }, head, name || ["White", "Black"][i]));
  for (const [mark, title] of [["inaccuracy", "inaccuracies"], ["mistake", "mistakes"], ["blunder", "blunders"]])
    row(`${SIGNS[mark]}\u00a0${title}`, mark, moves => moves.filter(move => move.mark === mark).length);
  row("! only moves found", "only", moves => moves.filter(move => move.mark === "only").length);
  row("points given away", "", moves => moves.reduce((sum, move) => sum + move.loss, 0).toFixed(2));
  element("caption", {}, table, "A move gives away the points by which it lowers what its side can expect, where a win is 1 and a draw ½: " +
    "an inaccuracy 0.05 or more, a mistake 0.10, a blunder 0.15.");
}

function draw() {
  history.replaceState(null, "", address(ply, line));
  drawBoard(); drawGraph(); drawMoves(); say();
}
/* Shows the position after so many moves of the game, or one within a line. */
function go(to, toLine) {
  ply = Math.min(Math.max(0, to), game.plies.length);
  const steps = toLine && game.moves[toLine.of] && game.moves[toLine.of].lines[toLine.index];
  line = steps && toLine.step > 0 ? { ...toLine, step: Math.min(toLine.step, steps.length) } : null;
  draw();
}
function by(moves) {
  if (line) go(ply, { ...line, step: line.step + moves });
  else go(ply + moves);
}
function open(wanted) {
  game = wanted;
  if (game.turned !== null) turned = game.turned;
  const title = names(game).some(name => name) ? names(game).map(name => name || "?").join(" – ") : `Game ${game.game}`;
  at("title").textContent = document.title = `${title} ${game.result}`;
  at("about").textContent = [game.variant, game.opening, tag(game, "Event"), tag(game, "Date")].filter(text => text && text !== "????.??.??").join(", ");
  at("games").value = games.indexOf(game);
  sums();
  drawNumbers();
}
const STEPS = { first: () => go(0), back: () => by(-1), on: () => by(1), last: () => go(game.plies.length), leave: () => go(ply),
  turn: () => { turned = !turned; draw(); } };
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", Escape: "leave", f: "turn" };
document.querySelectorAll("#buttons button").forEach(button => { button.onclick = STEPS[button.dataset.go]; });
addEventListener("keydown", event => {
  const step = KEYS[event.key];
  if (!step || event.target.tagName === "SELECT" || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  STEPS[step]();
});
at("graph").onclick = event => {
  const box = at("graph").getBoundingClientRect();
  go(Math.round(game.plies.length * (event.clientX - box.left) / box.width));
};
games.forEach((other, i) => {
  const players = names(other).map(name => name || "?").join(" – ");
  element("option", { value: i }, at("games"), `${other.game}. ${players} ${other.result}`);
});
at("games").hidden = games.length < 2;
at("games").onchange = event => { open(games[event.target.value]); go(0); };
if (game) {
  openAddress();
  addEventListener("hashchange", openAddress);
  addEventListener("resize", drawMoves);
}

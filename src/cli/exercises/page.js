const { boards, exercises } = JSON.parse(at("data").textContent);
const RIGHT = "#1a7f37", WRONG = "#b00020", CURSOR = "#1f6feb";
/* The exercise, the one of its questions that is to be answered, the squares that the solver has chosen for a move, the move that was made,
   and how many moves of its line are on the board. */
let current = 0, stage = 0, chosen = [], made = null, step = 0, cursor = null;
/* Of each exercise: whether the first answer was right, and whether the solution has been seen. */
const answers = exercises.map(() => ({ first: null, seen: false }));

function exercise() { return exercises[current]; }
function question() { return exercise().questions[stage]; }
function steps() { return question().before.concat(made ? made.steps.slice(0, step) : []); }
/* The legal moves that pass the chosen squares in their order, from the first. */
function fitting(squares) {
  return question().moves.filter(move => {
    const way = move.steps[0].way;
    if (way[0] !== squares[0]) return false;
    let place = 0;
    return squares.slice(1).every(square => {
      place = way.indexOf(square, place + 1);
      return place > 0;
    });
  });
}
/* Of those, the moves that end where the last chosen square is. */
function ending(moves, square) { return moves.filter(move => move.steps[0].way.at(-1) === square); }

/* A square is chosen: the piece, then where it goes; squares that it passes tell moves with the same ends apart. */
function choose(place) {
  if (made || place === null) return;
  const starts = question().moves.some(move => move.steps[0].way[0] === place);
  const fit = chosen.length ? fitting([...chosen, place]) : [];
  if (!fit.length) {
    chosen = starts && place !== chosen[0] ? [place] : [];
    if (!starts) say(chosen.length ? "" : "No move of that piece, or not to that square.");
    draw();
    if (starts) say("");
    return;
  }
  chosen.push(place);
  const ends = ending(fit, place);
  if (ends.length === 1 && fit.length === 1) return answer(ends[0]);
  draw();
  say("");
  if (ends.length) offer(ends);
}
/* Moves between which the squares do not decide. */
function offer(moves) {
  const list = element("div", { id: "choice" }, at("said"));
  for (const move of moves) element("button", {}, list, move.text).onclick = () => answer(move);
}
function answer(move) {
  const mine = answers[current];
  chosen = [];
  /* The other side answers, and the next move is to be found. */
  if (move.right && stage + 1 < exercise().questions.length) {
    stage += 1;
    draw();
    say("");
    return;
  }
  if (mine.first === null) mine.first = move.right;
  made = move;
  step = move.right ? 1 : Math.min(2, move.steps.length);
  if (move.right) mine.seen = true;
  draw();
  say("");
}
function show() {
  const mine = answers[current];
  if (mine.first === null) mine.first = false;
  mine.seen = true;
  made = question().moves[0];
  chosen = [];
  step = 1;
  draw();
  say("");
}

function drawBoard() {
  at("board").innerHTML = boards[exercise().board][turned ? 1 : 0];
  const svg = at("board").querySelector("svg");
  const mark = (place, color, width) => {
    const [x, y] = centre(place, svg);
    element("rect", { x: x - CELL / 2 + 2, y: y - CELL / 2 + 2, width: CELL - 4, height: CELL - 4, fill: "none", stroke: color,
      "stroke-width": width, class: "mark" }, svg);
  };
  drawPieces(piecesAfter(exercise().pieces, steps()), svg);
  chosen.forEach(place => mark(place, BETTER, 4));
  if (chosen.length && !made) {
    const ends = new Set(fitting(chosen).map(move => move.steps[0].way.at(-1)));
    for (const place of ends) {
      const [x, y] = centre(place, svg);
      element("circle", { cx: x, cy: y, r: 6, fill: BETTER, opacity: .8, class: "goal" }, svg);
    }
  }
  if (cursor !== null && document.activeElement === at("board")) mark(cursor, CURSOR, 2);
  const last = steps().at(-1);
  if (last) arrow(last.way, !made || step !== 1 ? PLAYED : made.right ? RIGHT : WRONG, svg);
}
function drawCaption() {
  const caption = at("caption");
  caption.replaceChildren();
  element("span", {}, caption, made ? `Move ${step} of ${made.steps.length} of the line` : exercise().task);
  if (!made) return;
  const by = moves => () => { step = Math.min(Math.max(0, step + moves), made.steps.length); draw(); say(""); };
  element("button", { title: "One move back (left arrow)", "aria-label": "One move back" }, caption, "◂").onclick = by(-1);
  element("button", { title: "One move on (right arrow)", "aria-label": "One move on", style: "margin-left: 0" }, caption, "▸").onclick = by(1);
}
function drawList() {
  const list = at("list");
  list.replaceChildren();
  exercises.forEach((_, i) => {
    const { first } = answers[i];
    const kind = first === null ? "" : first ? "right" : "wrong";
    const button = element("button", { class: kind + (i === current ? " here" : ""), title: `Exercise ${i + 1}` }, list, i + 1);
    button.onclick = () => open(i);
  });
}
function drawSums() {
  const table = at("sums");
  table.replaceChildren();
  const row = (title, kind, count) => {
    const made = element("tr", {}, table);
    element("th", { scope: "row", class: kind }, made, title);
    element("td", {}, made, count);
  };
  const right = answers.filter(answer => answer.first === true).length;
  const wrong = answers.filter(answer => answer.first === false).length;
  row("right at once", "only", right);
  row("wrong, or solution shown", "blunder", wrong);
  row("to do", "", exercises.length - right - wrong);
}
function draw() {
  drawBoard();
  drawCaption();
  drawList();
  drawSums();
  const tried = made !== null;
  document.querySelector("[data-do=again]").disabled = !tried && !chosen.length && !stage;
}

/* A line whose moves are clicked to see them. */
function showLine(text) {
  const row = element("p", { class: "line" }, at("said"));
  movesOf(text).forEach((move, i) => {
    const link = element("a", { href: "#", class: i + 1 === step ? "here" : "" }, row, move);
    link.onclick = event => { event.preventDefault(); step = i + 1; draw(); say(""); };
    row.append(" ");
  });
}
function sentence(words) { return words[0].toUpperCase() + words.slice(1) + "."; }
/* What is said of the exercise or the answer. */
function say(note) {
  const said = at("said");
  said.replaceChildren();
  const { task, level, source, players, played } = exercise();
  if (!made) {
    element("h2", stage ? { class: "right" } : {}, said, stage ? "Right, go on" : task);
    if (stage) element("p", {}, said, `${question().answer}, and now?`);
    if (note) element("p", {}, said, note);
    element("p", {}, said, stage ? `${task}, level ${level} of 20.`
      : `Level ${level} of 20. Click the piece, then the square that it goes to.`);
    return;
  }
  const kind = made.right ? "right" : "wrong";
  const head = made.right ? (answers[current].first ? "Right" : "The solution") : "Wrong";
  element("h2", { class: kind }, said, `${made.text}: ${head}`);
  element("p", {}, said, sentence(made.why));
  element("h3", {}, said, made.right ? "How it goes on" : "What refutes it");
  showLine(made.line);
  if (answers[current].seen) {
    const names = players.some(name => name !== "?") ? ` (${players.join(" – ")})` : "";
    element("p", {}, said, `From ${source}${names}.${played ? ` Played was ${played}.` : ""}`);
  }
}

function open(number) {
  current = Math.min(Math.max(0, number), exercises.length - 1);
  turned = exercise().turned;
  cursor = null;
  begin();
  at("title").textContent = document.title = `Exercise ${current + 1} of ${exercises.length}`;
  at("about").textContent = `${exercise().variant}, level ${exercise().level}`;
  history.replaceState(null, "", `#${current + 1}`);
}
/* The exercise from its beginning, or the move that was wrong once more. */
function begin() { stage = 0; retry(); }
function retry() { chosen = []; made = null; step = 0; draw(); say(""); }
function again() { if (made && !made.right || chosen.length) retry(); else begin(); }
const DO = { back: () => open(current - 1), next: () => open(current + 1), again, show,
  turn: () => { turned = !turned; draw(); } };
const KEYS = { n: "next", p: "back", r: "again", s: "show", f: "turn", Escape: "again" };
document.querySelectorAll("#buttons button").forEach(button => { button.onclick = () => DO[button.dataset.do](); });

/* The square below a point of the screen. */
function squareAt(x, y) {
  const svg = at("board").querySelector("svg"), box = svg.getBoundingClientRect(), { width, height } = svg.viewBox.baseVal;
  let column = Math.floor(((x - box.left) / box.width * width - EDGE) / CELL);
  let row = Math.floor(((y - box.top) / box.height * height - EDGE) / CELL);
  const columns = exercise().width, rows = Math.round((height - 2 * EDGE) / CELL);
  if (column < 0 || row < 0 || column >= columns || row >= rows) return null;
  if (turned) [row, column] = [rows - 1 - row, columns - 1 - column];
  return row * columns + column;
}
at("board").onclick = event => choose(squareAt(event.clientX, event.clientY));
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
/* The cursor goes over the board as it is seen. */
function moveCursor([down, right]) {
  const columns = exercise().width;
  const svg = at("board").querySelector("svg"), rows = Math.round((svg.viewBox.baseVal.height - 2 * EDGE) / CELL);
  const sign = turned ? -1 : 1;
  const from = cursor === null ? Math.floor(rows / 2) * columns : cursor;
  const row = Math.min(Math.max(0, Math.floor(from / columns) + sign * down), rows - 1);
  const column = Math.min(Math.max(0, from % columns + sign * right), columns - 1);
  cursor = row * columns + column;
  const piece = piecesAfter(exercise().pieces, steps()).get(cursor);
  const names = { w: "white man", W: "white king", b: "black man", B: "black king" };
  at("squares").textContent = `Row ${rows - row}, column ${column + 1}: ${names[piece] || "empty"}`;
  drawBoard();
}
addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const onBoard = document.activeElement === at("board") || document.activeElement === document.body;
  if (made && onBoard && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    step = Math.min(Math.max(0, step + (event.key === "ArrowLeft" ? -1 : 1)), made.steps.length);
    draw();
    say("");
  } else if (!made && onBoard && ARROWS[event.key]) {
    at("board").focus({ preventScroll: true });
    moveCursor(ARROWS[event.key]);
  } else if (document.activeElement === at("board") && (event.key === "Enter" || event.key === " ") && cursor !== null) choose(cursor);
  else if (KEYS[event.key]) DO[KEYS[event.key]]();
  else return;
  event.preventDefault();
});
at("board").addEventListener("blur", drawBoard);
if (exercises.length) {
  open((Number(location.hash.slice(1)) || 1) - 1);
} else at("about").textContent = "There are none: no position in which one move alone wins or holds was found.";

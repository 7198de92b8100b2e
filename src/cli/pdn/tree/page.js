const trees = JSON.parse(at("data").textContent);
const LAST = "#c9a227", CHOSEN = "#1f6feb";
/* Where the reader is: a tree, the moves made in it, each as its place in the list of its position, and the chosen move. */
let tree = trees[0], path = [], chosen = 0;

/* The address of a place, which a reload comes back to. */
function address(toPath) {
  const words = [`variant=${tree.variant}`];
  if (toPath.length) words.push(`line=${toPath.join(".")}`);
  if (turned) words.push("turned");
  return "#" + words.join("&");
}
function openAddress() {
  const words = new URLSearchParams(location.hash.slice(1));
  tree = trees.find(other => other.variant === words.get("variant")) || trees[0];
  turned = words.has("turned");
  go((words.get("line") || "").split(".").filter(word => word).map(Number));
}

/* The moves of a path, as far as there are such, and the position behind them; null where the tree has none. */
function follow(places) {
  const made = [];
  let node = tree.nodes[0];
  for (const place of places) {
    const move = node && node.moves[place];
    if (!move) break;
    made.push(move);
    node = move.to === null ? null : tree.nodes[move.to];
  }
  return [made, node];
}
function part(count, all) { return `${(100 * count / Math.max(1, all)).toFixed(0)}\u00a0%`; }
/* How many games have a result. */
function finished([, white, draws, black]) { return white + draws + black; }
function sentence(tally) {
  const [games, white, draws, black] = tally, all = finished(tally);
  const count = games.toLocaleString("en") + (games === 1 ? " game" : " games");
  return all ? `${count}: White won ${part(white, all)}, drawn ${part(draws, all)}, Black won ${part(black, all)}.` : `${count}.`;
}

function drawBoard(made, node) {
  at("board").innerHTML = tree.boards[turned ? 1 : 0];
  const svg = at("board").querySelector("svg");
  const pieces = new Map(tree.pieces);
  made.forEach(move => take(move.step, pieces));
  drawPieces(pieces, svg);
  const last = made[made.length - 1], next = node && node.moves[chosen];
  if (last) arrow(last.step.way, LAST, svg);
  if (next) arrow(next.step.way, CHOSEN, svg);
  const caption = at("caption");
  caption.replaceChildren();
  const key = (color, text) => {
    const span = element("span", { class: "key" }, caption);
    element("i", { style: `color: ${color}` }, span);
    span.append(text);
  };
  if (last) key(LAST, `played: ${last.text}`);
  if (next) key(CHOSEN, `chosen: ${next.text}`);
}
/* The moves made so far. */
function drawPath(made) {
  const list = at("moves");
  list.replaceChildren();
  const link = (text, length) => {
    const here = length === path.length ? "here" : "";
    const found = element("a", { href: address(path.slice(0, length)), class: here }, list, text);
    found.onclick = event => { event.preventDefault(); go(path.slice(0, length)); };
    list.append(" ");
  };
  link("Start", 0);
  made.forEach((move, i) => link(i ? move.text.replace(/^\d+\.\.\. ?/, "") : move.text, i + 1));
  list.scrollTop = list.scrollHeight;
}
function say(made, node) {
  const said = at("said");
  said.replaceChildren();
  const named = [...made].reverse().find(move => move.opening), last = made[made.length - 1];
  const name = named ? named.opening : tree.opening;
  if (name) element("h2", {}, said, name);
  const tally = node ? node.tally : last.tally;
  if (tally[0]) element("p", {}, said, sentence(tally));
  if (!node || !node.moves.length) element("p", {}, said, "The tree ends here.");
}
/* White's, drawn and Black's games side by side. */
function bar(tally, parent) {
  const all = finished(tally);
  const svg = document.createElementNS("http" + "://www.w3.org/2000/svg", "svg");
  const parts = ["White won", "drawn", "Black won"].map((name, i) => `${name} ${part(tally[i + 1], all)}`);
  for (const [key, value] of Object.entries({ class: "bar", viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img",
    "aria-label": parts.join(", ") })) svg.setAttribute(key, value);
  parent.append(svg);
  element("title", {}, svg, parts.join(", "));
  let x = 0;
  ["white", "draw", "black"].forEach((kind, i) => {
    const width = 100 * tally[i + 1] / all;
    element("rect", { class: kind, x, width, height: 10 }, svg);
    x += width;
  });
}
/* Whether any move has this, of what not all trees have. */
function isTold(name) {
  return !["rating", "years", "book"].includes(name) || tree.nodes.some(node => node.moves.some(move => move[name]));
}
/* The moves of the position. */
function drawTable(node) {
  const table = at("tree");
  table.replaceChildren();
  if (!node || !node.moves.length) return;
  const head = element("tr", {}, element("thead", {}, table));
  const columns = [["move", ""], ["games", ""], ["results", ""], ["score", "medium"], ["rating", "wide"], ["years", "wide"], ["book", ""]];
  for (const [name, kind] of columns.filter(([name]) => isTold(name))) element("th", { scope: "col", class: kind }, head, name);
  const body = element("tbody", {}, table);
  node.moves.forEach((move, i) => {
    const kinds = [i === chosen ? "chosen" : "", move.tally[0] ? "" : "unplayed"].filter(kind => kind);
    const row = element("tr", { class: kinds.join(" ") }, body);
    row.onclick = event => { event.preventDefault(); go([...path, i]); };
    const cell = element("td", {}, row);
    element("a", { href: address([...path, i]) }, cell, move.text);
    if (move.opening) element("small", {}, cell, move.opening);
    element("td", {}, row, move.tally[0] ? move.tally[0].toLocaleString("en") : "");
    const results = element("td", {}, row);
    if (finished(move.tally)) bar(move.tally, results);
    element("td", { class: "medium" }, row, move.score === null ? "" : `${(100 * move.score).toFixed(0)}\u00a0%`);
    if (isTold("rating")) element("td", { class: "wide" }, row, move.rating || "");
    const years = move.years && (move.years[0] === move.years[1] ? move.years[0] : move.years.join("–"));
    if (isTold("years")) element("td", { class: "wide" }, row, years || "");
    if (isTold("book")) element("td", {}, row, move.book || "");
  });
}

function draw() {
  const [made, node] = follow(path);
  history.replaceState(null, "", address(path));
  at("title").textContent = document.title = `Openings: ${tree.variant}`;
  const games = tree.nodes[0].tally[0];
  at("about").textContent = `${games.toLocaleString("en")} ${games === 1 ? "game" : "games"}`;
  at("games").value = trees.indexOf(tree);
  drawBoard(made, node); drawPath(made); say(made, node); drawTable(node);
}
/* Shows the position behind the moves of a path. */
function go(to) {
  path = to.slice(0, follow(to)[0].length);
  chosen = 0;
  draw();
}
function choose(place) {
  const [, node] = follow(path);
  const count = node ? node.moves.length : 0;
  chosen = Math.min(Math.max(0, place), Math.max(0, count - 1));
  draw();
}
/* The path on by the most frequent moves. */
function toEnd() {
  const longer = [...path];
  for (let node = follow(path)[1]; node && node.moves.length && node.moves[0].tally[0]; node = follow(longer)[1]) longer.push(0);
  return longer;
}
const STEPS = { first: () => go([]), back: () => go(path.slice(0, -1)), on: () => go([...path, chosen]), last: () => go(toEnd()),
  turn: () => { turned = !turned; draw(); }, up: () => choose(chosen - 1), down: () => choose(chosen + 1) };
const KEYS = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", f: "turn", ArrowUp: "up", ArrowDown: "down" };
document.querySelectorAll("#buttons button").forEach(button => { button.onclick = STEPS[button.dataset.go]; });
addEventListener("keydown", event => {
  const step = KEYS[event.key];
  if (!step || event.target.tagName === "SELECT" || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  STEPS[step]();
});
trees.forEach((other, i) => element("option", { value: i }, at("games"), other.variant));
at("games").hidden = trees.length < 2;
at("games").onchange = event => { tree = trees[event.target.value]; go([]); };
openAddress();
addEventListener("hashchange", openAddress);

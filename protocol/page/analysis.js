/* The panel of the analysis: lines with their scores, chances, what book and tables know; and the bar beside the board. */

import { Collection } from "./collection.js";
import { judgment } from "./review.js";
import { chancesOf, moveText, pathOf, pointsOf, scoreText } from "./score.js";
import { text } from "./text.js";

const at = id => document.getElementById(id);
const MOST_LINES = 5;
/* The most moves that book and games tell. */
const MOST_KNOWN = 5;

export class Analysis {
  #frame = 0;
  #shown = null;
  #known = null;

  /* `on` is { playLine(moves), change() }; `change` hears that the reader switched something. */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    this.arrows = [];
    this.collection = new Collection();
    for (let lines = 1; lines <= MOST_LINES; lines++) at("lines").add(new Option(lines, lines));
    at("lines").value = 3;
    at("analyse").onchange = () => on.change();
    at("lines").onchange = () => on.change();
    this.clear();
  }

  get isOn() {
    return at("analyse").checked;
  }

  set isOn(isOn) {
    at("analyse").checked = isOn;
  }

  get lines() {
    return Number(at("lines").value);
  }

  set lines(lines) {
    at("lines").value = lines;
  }

  /* Empty rows, as many as there will be lines, so that nothing jumps. */
  clear() {
    this.#shown = null;
    this.arrows = [];
    at("score").textContent = at("depth").textContent = "";
    at("chances").hidden = true;
    at("variations").replaceChildren(...(this.isOn ? Array.from({ length: this.lines }, () => this.#row()) : []));
    at("gauge").hidden = !this.isOn;
  }

  #row() {
    return Object.assign(document.createElement("div"), { className: "variation" });
  }

  /* Shows what a search has found so far, once a picture of the screen. */
  show(node, infos, draw) {
    this.#shown = { node, infos: infos.filter(info => info), draw };
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      if (this.#shown) this.#draw(this.#shown);
    });
  }

  #draw({ node, infos, draw }) {
    const { turn, moves } = node.position;
    const best = infos[0];
    if (!best) return;
    const score = scoreText(best, turn);
    const points = pointsOf(best, turn);
    if (!node.judged || node.judged.depth <= best.depth) node.judged = judgment(best, turn);
    at("score").value = score;
    at("depth").title = best.speed ? text("speed", { speed: best.speed.toFixed(1) }) : "";
    at("depth").textContent = text("depth", { depth: best.depth });
    const rows = [...at("variations").children];
    rows.forEach((row, index) => this.#line(row, infos[index], node));
    this.#bar(points, score);
    this.#chances(chancesOf(best, turn));
    this.arrows = infos
      .slice(0, 3)
      .map((info, index) => ({
        path: pathOf(info.moves[0], moves),
        kind: index ? "line" : "best",
        weight: index ? Math.max(0, 0.6 - 1.5 * Math.abs(pointsOf(info, turn) - points)) : 1,
      }))
      .filter((arrow, index) => infos[index].moves.length);
    draw();
  }

  #line(row, info, node) {
    const key = info ? `${info.moves.join(" ")} ${info.score}` : "";
    if (row.dataset.key === key) return;
    row.dataset.key = key;
    row.replaceChildren();
    if (!info) return;
    row.append(Object.assign(document.createElement("b"), { textContent: scoreText(info, node.position.turn) }));
    info.moves.slice(0, 16).forEach((move, index) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: moveText(move, this.board) });
      button.onclick = () => this.on.playLine(node, info.moves.slice(0, index + 1));
      row.append(button);
    });
  }

  #bar(points, score) {
    const gauge = at("gauge");
    gauge.hidden = !this.isOn;
    gauge.classList.toggle("turned", this.board.turned);
    gauge.style.setProperty("--part", `${(100 * points).toFixed(1)}%`);
    gauge.setAttribute("aria-label", text("gauge", { score, percent: Math.round(100 * points) }));
  }

  #chances(chances) {
    const bar = at("chances");
    bar.hidden = !chances;
    if (!chances) return;
    const percents = chances.map(part => Math.round(part / 10));
    [...bar.children].forEach((part, index) => {
      part.style.width = `${chances[index] / 10}%`;
      part.textContent = percents[index] >= 12 ? `${percents[index]} %` : "";
    });
    bar.setAttribute("aria-label", text("chances", { win: percents[0], draw: percents[1], loss: percents[2] }));
    bar.title = bar.getAttribute("aria-label");
  }

  /* Nothing is known, while something is to be found. */
  forget() {
    this.#known = null;
    at("known").replaceChildren();
  }

  /* What was played here in the games that are open, and what the opening book and the endgame tables know of the position. */
  async know(rules, game, play) {
    const known = at("known");
    const node = game.current;
    known.replaceChildren();
    this.#known = node;
    this.#tellPlayed(game, play);
    known.hidden = !this.isOn && !known.childElementCount;
    if (!this.isOn) return;
    const { variant, fen, moves, turn, pieces } = node.position;
    const [book, tables] = await Promise.all([
      node.ply < 40 ? rules.book(variant, fen).catch(() => null) : null,
      pieces.length <= 8 ? rules.tables(variant, fen).catch(() => null) : null,
    ]);
    if (this.#known !== node || !this.isOn) return;
    const buttons = (book?.moves ?? []).map(entry => {
      const legal = moves.find(move => move.hub === entry.hub || move.move === entry.move);
      return legal && this.#button(legal, entry.score === undefined ? "" : scoreText({ score: entry.score, plies: null }, turn), play);
    });
    this.#tell(text("book"), buttons.filter(button => button).slice(0, MOST_KNOWN));
    const words = tableText(tables, turn);
    if (words) known.appendChild(document.createElement("span")).textContent = words;
  }

  /* What was played here in the games of the text that was read last. */
  #tellPlayed(game, play) {
    const { moves } = game.current.position;
    const buttons = this.collection
      .movesAt(game)
      .slice(0, MOST_KNOWN)
      .map(({ move, games, points }) => {
        const words = points === null ? `${games}` : `${games}, ${Math.round(100 * points)} %`;
        return this.#button(moves.find(legal => legal.move === move) ?? { move, hub: move }, words, play);
      });
    this.#tell(text("games"), buttons);
  }

  #tell(words, buttons) {
    if (!buttons.length) return;
    const row = at("known").appendChild(document.createElement("span"));
    row.append(`${words}: `, ...buttons.flatMap(button => [button, " "]));
  }

  #button(legal, words, play) {
    const shown = words ? `${legal.move} (${words})` : legal.move;
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: shown });
    button.onclick = () => play(legal);
    return button;
  }
}

/* What the tables say: { value: "win", "draw", "loss" or "unknown" to the side to move, distance: plies or null }. */
function tableText(tables, turn) {
  const sign = { win: 1, draw: 0, loss: -1 }[tables?.value];
  if (sign === undefined) return "";
  if (sign === 0) return `${text("tables")}: ${text("drawn")}`;
  const winner = sign > 0 === (turn === "white") ? "white" : "black";
  const length = tables.distance ? " " + text("in-moves", { count: Math.ceil(tables.distance / 2) }) : "";
  const late = tables.with_draw_rules === "draw" ? `, ${text("drawn-by-rules")}` : "";
  return `${text("tables")}: ${text(winner + "-wins")}${length}${late}`;
}

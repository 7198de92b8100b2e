/* Judges a whole game: a short search of every position, marks for what was given away, and the graph of the points that White
   could expect. The bounds are those of `kamen analyze`. */

import { pointsOf, scoreText } from "./score.js";
import { pointsText, text } from "./text.js";

const BOUNDS = [
  ["blunder", 0.15],
  ["mistake", 0.1],
  ["inaccuracy", 0.05],
];
/* The nodes of each search. */
export const NODES = 40000;
/* The most moves of a better line that is written. */
const LONGEST = 8;
/* Glyphs of PDN for the marks, and the mark of each. */
const GLYPHS = { mistake: 2, blunder: 4, inaccuracy: 6 };
const MARKS = { 2: "mistake", 4: "blunder", 6: "inaccuracy" };
const EVAL = /\s*\[%eval\s+(#?)([-+]?\d+(?:\.\d+)?)\s*\]/;
const SPACE = "http://www.w3.org/2000/svg";

/* Searches every position of the main line. `search(node, level)` resolves to the infos of a search, or to null if it was broken
   off; then so is the judging. Resolves to whether it came to the end. */
export async function judgeGame(game, search, onProgress) {
  const line = [game.root, ...game.mainLine()];
  for (const [index, node] of line.entries()) {
    await game.load(node);
    const { position } = node;
    if (position.result) {
      const points = position.winner ? Number(position.winner === "white") : 0.5;
      node.judged = { points, score: position.winner ? (points ? "#" : "-#") : "½", depth: Infinity };
    } else if (!node.judged || node.judged.depth < 10) {
      const infos = await search(node, `nodes=${NODES}`);
      if (!infos) return false;
      if (infos[0]) node.judged = judgment(infos[0], position.turn);
    }
    mark(node);
    onProgress(index + 1, line.length);
  }
  return true;
}

/* What is kept of a search: the points and the score of White, the best move, as Hub writes it, and the depth. */
export function judgment(info, turn) {
  const [best] = info.moves;
  return { points: pointsOf(info, turn), score: scoreText(info, turn), best, line: info.moves, depth: info.depth };
}

/* Takes the marks and scores that an analysed game has, `[%eval 0.35]` in a comment; whether it has some. */
export function readJudgments(game) {
  let hasScores = false;
  const read = node => {
    node.mark = node.glyphs.map(glyph => MARKS[glyph]).find(mark => mark) ?? null;
    const [, isWin, number] = EVAL.exec(node.comment) ?? [];
    if (number !== undefined) {
      hasScores = true;
      const value = Number(number);
      const points = isWin ? Number(value > 0) : pointsOf({ score: value }, "white");
      node.judged = { points, score: isWin ? `#${value}` : scoreText({ score: value }, "white"), depth: 0 };
    }
    node.children.forEach(read);
  };
  read(game.root);
  return hasScores;
}

/* What is written beside a move of a judged game, as `kamen analyze` writes it: its mark, its score, and the better line. */
export function writtenNotes({ glyphs, comment, mark, judged, parent, better }) {
  const score = /^[+-]?\d/.test(judged?.score ?? "") || /^#-?\d/.test(judged?.score ?? "") ? judged.score.replace("+", "") : null;
  const words = score === null ? comment : `[%eval ${score}] ${comment.replace(EVAL, "")}`.trim();
  const own = glyphs.filter(glyph => !MARKS[glyph]);
  const line = better ? (parent.judged.line ?? [better]).slice(0, LONGEST) : [];
  const isThere = parent.children.some(({ move }) => move.hub === better);
  return { glyphs: mark ? [GLYPHS[mark], ...own] : own, comment: words, more: line.length && !isThere ? [line] : [] };
}

/* Marks a move by the points that it gives away, and names what would have been better. */
function mark(node) {
  const [before, after] = [node.parent?.judged, node.judged];
  if (!before || !after) return;
  const sign = node.parent.position.turn === "white" ? 1 : -1;
  node.loss = Math.max(0, sign * (before.points - after.points));
  node.mark = BOUNDS.find(([, bound]) => node.loss >= bound)?.[0] ?? null;
  node.better = node.mark && before.best !== node.move.hub ? before.best : null;
}

/* The points of the main line, as far as they are known; a click leads to a move. */
export class Graph {
  constructor(host, goTo) {
    this.host = host;
    this.svg = host.querySelector("svg");
    this.goTo = goTo;
    this.svg.onclick = event => {
      const box = this.svg.getBoundingClientRect();
      const last = this.line.length - 1;
      this.goTo(this.line[Math.round((last * (event.clientX - box.left)) / box.width)]);
    };
  }

  draw(game, isWanted) {
    this.line = [game.root, ...game.mainLine()];
    const known = this.line
      .map((node, ply) => ({ ply, points: node.judged?.points, node }))
      .filter(({ points }) => points !== undefined);
    this.host.hidden = !isWanted || known.length < 2;
    if (this.host.hidden) return;
    const width = Math.max(1, this.line.length - 1);
    const y = points => (100 - 100 * points).toFixed(1);
    this.svg.setAttribute("viewBox", `0 0 ${width} 100`);
    this.svg.replaceChildren();
    const put = (name, attributes) => {
      const made = this.svg.appendChild(document.createElementNS(SPACE, name));
      for (const key in attributes) made.setAttribute(key, attributes[key]);
    };
    put("path", {
      class: "area",
      d: `M${known[0].ply} 100${known.map(({ ply, points }) => `L${ply} ${y(points)}`).join("")}L${known.at(-1).ply} 100z`,
    });
    put("line", { class: "half", x1: 0, x2: width, y1: 50, y2: 50 });
    const here = this.line.indexOf(game.current);
    if (here >= 0) put("line", { class: "here", x1: here, x2: here, y1: 0, y2: 100 });
    this.#sums(game);
  }

  /* How many marks each side has, and the points that it gave away; a click leads to its next marked move. */
  #sums(game) {
    const sums = document.getElementById("sums");
    sums.replaceChildren();
    for (const colour of ["white", "black"]) {
      const isOf = ({ ply }) => (ply % 2 === 1) === (game.first === colour);
      const own = game.mainLine().filter(node => isOf(node) && (node.judged || node.mark));
      const counts = BOUNDS.map(([name]) => [name, own.filter(node => node.mark === name).length]).filter(([, count]) => count);
      const told = counts.map(([name, count]) => text(name, { count })).join(", ") || text("no-mistakes");
      const isWhole = own.every(node => node.loss !== undefined);
      const lost = isWhole ? ` · ${text("lost", { lost: pointsText(own.reduce((sum, node) => sum + node.loss, 0)) })}` : "";
      const words = own.length && game.isJudged ? `${text(colour)}: ${told}${lost}` : "";
      const marked = own.filter(node => node.mark);
      const next = marked.find(node => node.ply > game.current.ply) ?? marked[0];
      const sum = Object.assign(document.createElement(next ? "button" : "span"), { textContent: words });
      if (next) Object.assign(sum, { type: "button", title: text("next-mistake"), onclick: () => this.goTo(next) });
      sums.append(sum);
    }
  }
}

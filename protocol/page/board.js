/* Draws a board: squares with their names, pieces, marks and arrows, by the rules of `kamen board`. Over the picture lies a
   button for each square, which the keyboard and screen readers use. */

import { text } from "./text.js";

const SPACE = "http://www.w3.org/2000/svg";
export const CELL = 40;
/* Milliseconds for a step from square to square, and for a whole move. */
const STEP = 170;
const LONGEST = 520;

function draw(name, attributes, parent, words) {
  const made = document.createElementNS(SPACE, name);
  for (const key in attributes) made.setAttribute(key, attributes[key]);
  if (words !== undefined) made.textContent = words;
  parent.append(made);
  return made;
}

export class Board {
  #pieces = new Map();
  #facts = null;
  turned = false;

  constructor(host) {
    this.host = host;
    this.svg = draw("svg", { "aria-hidden": "true" }, host);
    this.layers = {};
    for (const name of ["squares", "names", "marks", "targets", "pieces", "arrows"])
      this.layers[name] = draw("g", { class: name }, this.svg);
    this.buttons = host.appendChild(Object.assign(document.createElement("div"), { className: "buttons" }));
    this.focused = null;
  }

  /* Takes the board of a variant, and which colour sits at the bottom. */
  setBoard(facts, turned) {
    const isOther = JSON.stringify(facts) !== JSON.stringify(this.#facts);
    if (!isOther && turned === this.turned) return;
    this.turned = turned;
    if (isOther) this.focused = null;
    this.#facts = facts;
    this.places = new Map();
    facts.numbers.forEach((row, r) => row.forEach((square, c) => square && this.places.set(square, [r, c])));
    this.svg.setAttribute("viewBox", `0 0 ${facts.columns * CELL} ${facts.rows * CELL}`);
    this.host.className = `board ${facts.colours}`;
    this.host.style.aspectRatio = `${facts.columns} / ${facts.rows}`;
    this.host.style.setProperty("--columns", facts.columns);
    for (const layer of Object.values(this.layers)) layer.replaceChildren();
    this.#pieces.clear();
    this.#drawSquares(facts);
    this.#drawNames(facts);
    this.#makeButtons(facts);
  }

  get facts() {
    return this.#facts;
  }

  /* Row and column on the screen. */
  cellOf(square) {
    const [row, column] = this.places.get(square);
    const { rows, columns } = this.#facts;
    return this.turned ? [rows - 1 - row, columns - 1 - column] : [row, column];
  }

  /* The square in a row and column of the screen, or 0. */
  squareIn(row, column) {
    const { rows, columns, numbers } = this.#facts;
    return (this.turned ? numbers[rows - 1 - row]?.[columns - 1 - column] : numbers[row]?.[column]) ?? 0;
  }

  /* The square below a point of the screen, or 0. */
  squareAt(x, y) {
    const box = this.svg.getBoundingClientRect();
    const { rows, columns } = this.#facts;
    return this.squareIn(Math.floor(((y - box.top) / box.height) * rows), Math.floor(((x - box.left) / box.width) * columns));
  }

  centre(square) {
    const [row, column] = this.cellOf(square);
    return [(column + 0.5) * CELL, (row + 0.5) * CELL];
  }

  /* How people call a square: c3, or its number. */
  nameOf(square) {
    const [row, column] = this.places.get(square);
    return this.#facts.letters ? String.fromCharCode(97 + column) + (this.#facts.rows - row) : String(square);
  }

  #drawSquares({ columns, rows }) {
    const { squares } = this.layers;
    draw("rect", { class: "light", width: columns * CELL, height: rows * CELL }, squares);
    const path = [...this.places.keys()].map(square => {
      const [row, column] = this.cellOf(square);
      return `M${column * CELL} ${row * CELL}h${CELL}v${CELL}h-${CELL}z`;
    });
    draw("path", { class: "dark", d: path.join("") }, squares);
  }

  /* Numbers on the squares, or letters along the left and the lower edge. */
  #drawNames({ columns, rows, letters }) {
    const { names } = this.layers;
    const put = (x, y, words, row, column, end) =>
      draw(
        "text",
        { x, y, class: this.squareIn(row, column) ? "on-dark" : "on-light", "text-anchor": end ? "end" : "start" },
        names,
        words,
      );
    if (!letters) {
      for (const square of this.places.keys()) {
        const [row, column] = this.cellOf(square);
        put(column * CELL + 1.4, row * CELL + 6.6, square, row, column);
      }
      return;
    }
    for (let row = 0; row < rows; row++) put(1.6, row * CELL + 7.2, this.turned ? row + 1 : rows - row, row, 0);
    for (let column = 0; column < columns; column++) {
      const letter = String.fromCharCode(97 + (this.turned ? columns - 1 - column : column));
      put((column + 1) * CELL - 1.8, rows * CELL - 2.4, letter, rows - 1, column, true);
    }
  }

  #makeButtons({ columns, rows }) {
    this.buttons.replaceChildren();
    this.byButton = new Map();
    for (let row = 0; row < rows; row++)
      for (let column = 0; column < columns; column++) {
        const square = this.squareIn(row, column);
        if (!square) continue;
        const button = this.buttons.appendChild(document.createElement("button"));
        button.type = "button";
        button.dataset.square = square;
        button.style.gridArea = `${row + 1} / ${column + 1}`;
        this.byButton.set(square, button);
      }
    this.focus(this.focused ?? Number(this.buttons.lastElementChild.dataset.square), false);
  }

  /* Tab comes to one square of the board; arrows go on from there. */
  focus(square, isNow) {
    this.byButton.get(this.focused)?.setAttribute("tabindex", -1);
    for (const button of this.focused === null ? this.byButton.values() : []) button.tabIndex = -1;
    this.focused = square;
    const button = this.byButton.get(square);
    button.tabIndex = 0;
    if (isNow) button.focus({ preventScroll: true });
  }

  /* Shows pieces. `how.move` is a move that leads there and is seen to be made; `how.isBack` tells that it was taken back. */
  show(pieces, how = {}) {
    const wanted = new Map(pieces.map(piece => [piece.square, piece]));
    const { move, isBack } = how;
    const moved = move && this.#lift(move, isBack);
    const gone = [];
    for (const [square, shown] of [...this.#pieces]) {
      const piece = wanted.get(square);
      if (piece && piece.colour === shown.colour && piece.king === shown.king) continue;
      this.#pieces.delete(square);
      if (move && !isBack && move.captured.includes(square)) gone.push({ square, group: shown.group });
      else shown.group.remove();
    }
    for (const [square, piece] of wanted)
      if (!this.#pieces.has(square)) this.#pieces.set(square, { ...piece, group: this.#piece(piece) });
    for (const [square, { group }] of this.#pieces) this.#put(group, this.centre(square));
    this.#label(wanted);
    if (moved && !matchMedia("(prefers-reduced-motion: reduce)").matches) this.#animate(move, isBack, how.from, gone);
    else gone.forEach(({ group }) => group.remove());
  }

  /* Takes the piece of a move from its old square to its new one, whatever it is there. */
  #lift({ path }, isBack) {
    const [from, to] = isBack ? [path.at(-1), path[0]] : [path[0], path.at(-1)];
    const piece = this.#pieces.get(from);
    if (!piece || from === to) return Boolean(piece);
    this.#pieces.delete(from);
    this.#pieces.get(to)?.group.remove();
    this.#pieces.set(to, piece);
    return true;
  }

  #animate({ path, captured }, isBack, from, gone) {
    const way = (isBack ? [...path].reverse() : path).map(square => this.centre(square));
    if (from) way.splice(0, way.length, from, way.at(-1));
    const moving = this.#pieces.get(isBack ? path[0] : path.at(-1)).group;
    const duration = from ? 60 : Math.min(LONGEST, STEP * (way.length - 1) + 30 * Math.min(3, captured.length));
    const frames = way.map(([x, y]) => ({
      transform: `translate(${x}px, ${y}px)`,
      easing: way.length > 2 ? "ease-in-out" : "ease-out",
    }));
    this.layers.pieces.append(moving);
    moving.animate(frames, { duration });
    for (const { square, group } of gone) {
      this.layers.pieces.prepend(group);
      const delay = from ? 0 : (duration * (this.#jumpOver(square, way) + 0.5)) / Math.max(1, way.length - 1);
      const fading = group.animate({ opacity: [1, 0] }, { duration: 200, delay, fill: "both" });
      fading.onfinish = fading.oncancel = () => group.remove();
    }
  }

  /* Which jump of a way goes over a square. */
  #jumpOver(square, way) {
    const here = this.centre(square);
    const far = (one, two) => Math.hypot(one[0] - two[0], one[1] - two[1]);
    return Math.max(
      0,
      way.slice(1).findIndex((to, index) => far(way[index], here) + far(here, to) - far(way[index], to) < 1),
    );
  }

  /* A piece follows the pointer; null puts it back. */
  drag(square, point) {
    const piece = this.#pieces.get(square);
    if (!piece) return;
    piece.group.classList.toggle("dragged", Boolean(point));
    if (point) this.layers.pieces.append(piece.group);
    this.#put(piece.group, point ?? this.centre(square));
  }

  /* A point of the screen in the units of the picture. */
  pointOf(x, y) {
    const box = this.svg.getBoundingClientRect();
    return [((x - box.left) / box.width) * this.#facts.columns * CELL, ((y - box.top) / box.height) * this.#facts.rows * CELL];
  }

  #put(group, [x, y]) {
    group.style.transform = `translate(${x}px, ${y}px)`;
  }

  #piece(piece) {
    return drawPiece(piece, this.layers.pieces);
  }

  #label(pieces) {
    for (const [square, button] of this.byButton) {
      const piece = pieces.get(square);
      const what = piece ? text(`piece.${piece.colour}.${piece.king ? "king" : "man"}`) : text("empty");
      button.setAttribute("aria-label", `${this.nameOf(square)}, ${what}`);
    }
  }

  pieceOn(square) {
    return this.#pieces.get(square);
  }

  /* Marks squares: { last: [..], selected: [..], must: [..], cursor }, and shows where a piece can go: [{ square, isStop }]. */
  mark({ last = [], chosen = [], must = [] } = {}, targets = []) {
    const { marks, targets: dots } = this.layers;
    marks.replaceChildren();
    dots.replaceChildren();
    const square = (kind, number) => {
      const [row, column] = this.cellOf(number);
      draw("rect", { class: kind, x: column * CELL, y: row * CELL, width: CELL, height: CELL }, marks);
    };
    last.forEach(number => square("last", number));
    chosen.forEach(number => square("chosen", number));
    for (const number of must) {
      const [x, y] = this.centre(number);
      draw("circle", { class: "must", cx: x, cy: y, r: 18 }, marks);
    }
    for (const { square: number, isStop } of targets) {
      const [x, y] = this.centre(number);
      draw("circle", { class: isStop ? "stop" : "target", cx: x, cy: y, r: isStop ? 4.5 : 7 }, dots);
    }
    for (const [number, button] of this.byButton) {
      const isGoal = targets.some(target => target.square === number);
      button.toggleAttribute("aria-pressed", false);
      if (chosen.includes(number)) button.setAttribute("aria-pressed", "true");
      button.classList.toggle("goal", isGoal);
      button.setAttribute("aria-description", isGoal ? text("goal") : "");
    }
  }

  /* Draws arrows: [{ path, kind, weight }], the weight from 0 to 1. */
  arrows(list) {
    this.layers.arrows.replaceChildren();
    for (const { path, kind, weight = 1 } of list) this.#arrow(path, kind, weight);
  }

  #arrow(path, kind, weight) {
    const points = path.map(square => this.centre(square));
    const [from, to] = points.slice(-2);
    const length = Math.max(1, Math.hypot(to[0] - from[0], to[1] - from[1]));
    const [dx, dy] = [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
    const wide = 2.5 + 3.2 * weight;
    const head = 7.5 + 5.5 * weight;
    const half = 4 + 3.2 * weight;
    const base = [to[0] - head * dx, to[1] - head * dy];
    const group = draw("g", { class: `arrow ${kind}`, opacity: 0.45 + 0.4 * weight }, this.layers.arrows);
    const line = points
      .slice(0, -1)
      .concat([base])
      .map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`)
      .join("");
    draw("path", { d: line, class: "shaft", "stroke-width": wide }, group);
    const [left, right] = [
      [base[0] - half * dy, base[1] + half * dx],
      [base[0] + half * dy, base[1] - half * dx],
    ];
    draw("path", { d: `M${to}L${left}L${right}z`, class: "head" }, group);
  }
}

/* A piece about its centre: a man with its ring, or a king with its crown. */
export function drawPiece({ colour, king }, parent) {
  const group = draw("g", { class: `piece ${colour}${king ? " king" : ""}` }, parent);
  draw("ellipse", { class: "shadow", cy: 2, rx: 16.2, ry: 16 }, group);
  draw("circle", { class: "body", r: 16 }, group);
  draw("circle", { class: "ring", r: 11.5 }, group);
  if (king) draw("path", { class: "crown", d: "M-9 6.5v-12l4.5 5 4.5-7.5 4.5 7.5 4.5-5v12z" }, group);
  else draw("circle", { class: "ring inner", r: 6.5 }, group);
  return group;
}

/* Sets a position up: a brush is chosen, squares are tapped, pieces are dragged. The engine says whether the position can be
   played. */

import { drawPiece } from "./board.js";
import { refusal, text } from "./text.js";

const at = id => document.getElementById(id);
const BRUSHES = [
  { colour: "white", king: false },
  { colour: "white", king: true },
  null,
  { colour: "black", king: false },
  { colour: "black", king: true },
];

export class SetUp {
  #pieces = new Map();
  #brush = 0;

  /* `on` is { use(fen), leave(), flip(), rules() }. */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    this.isOpen = false;
    BRUSHES.forEach((brush, index) => this.#makeBrush(brush, index));
    at("brushes").onkeydown = event => this.#walk(event);
    at("set-up-start").onclick = () => this.#read("");
    at("set-up-clear").onclick = () => this.#change(() => this.#pieces.clear());
    at("set-up-turn").onclick = () => on.flip();
    at("set-up-fen").onchange = event => this.#read(event.target.value);
    at("set-up-done").onclick = () => this.#use();
    at("set-up-cancel").onclick = () => this.close();
    for (const radio of document.querySelectorAll("#to-move input")) radio.onchange = () => this.#change(() => {});
  }

  /* Begins with a position. */
  open(position) {
    this.isOpen = true;
    this.variant = position.variant;
    at("set-up-panel").hidden = false;
    this.board.host.classList.add("set-up");
    this.#take(position);
    this.#choose(this.#brush);
  }

  close() {
    this.isOpen = false;
    at("set-up-panel").hidden = true;
    this.board.host.classList.remove("set-up");
    this.on.leave();
  }

  /* The board was turned: its pieces are drawn again. */
  draw() {
    this.board.host.classList.add("set-up");
    this.board.show([...this.#pieces.values()]);
    this.board.mark();
  }

  #makeBrush(brush, index) {
    const button = Object.assign(document.createElement("button"), { type: "button" });
    button.setAttribute("role", "radio");
    button.dataset.label = brush ? `piece.${brush.colour}.${brush.king ? "king" : "man"}` : "eraser";
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    svg.setAttribute("viewBox", "-19 -19 38 38");
    svg.setAttribute("aria-hidden", "true");
    if (brush) drawPiece(brush, svg);
    else {
      const cross = svg.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "path"));
      cross.setAttribute("d", "M-8 -8L8 8M8 -8L-8 8");
      cross.setAttribute("class", "eraser");
    }
    button.append(svg);
    button.onclick = () => this.#choose(index);
    at("brushes").append(button);
  }

  #choose(index) {
    this.#brush = index;
    // Brushes have the colours of the board.
    at("brushes").className = this.board.host.className.replace("board", "pieces");
    [...at("brushes").children].forEach((button, place) => {
      button.setAttribute("aria-checked", place === index);
      button.tabIndex = place === index ? 0 : -1;
    });
  }

  #walk(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    this.#choose((this.#brush + step + BRUSHES.length) % BRUSHES.length);
    at("brushes").children[this.#brush].focus();
  }

  /* The hand on the board: see gestures.js. */
  tap(square) {
    const brush = BRUSHES[this.#brush];
    const there = this.#pieces.get(square);
    this.#change(() => {
      if (!brush || (there?.colour === brush.colour && there?.king === brush.king)) this.#pieces.delete(square);
      else this.#pieces.set(square, { square, ...brush });
    });
  }

  canDrag(square) {
    return this.#pieces.has(square);
  }

  lift() {}

  /* A piece that is dragged off the board is gone. */
  drop(from, to) {
    if (from === to) return false;
    this.#change(() => {
      const piece = this.#pieces.get(from);
      this.#pieces.delete(from);
      if (to) this.#pieces.set(to, { ...piece, square: to });
    });
    return true;
  }

  cancel() {}

  #change(make) {
    make();
    this.draw();
    at("set-up-fen").value = this.#fen();
    this.#fault("");
  }

  #take({ pieces, turn }) {
    this.#pieces = new Map(pieces.map(piece => [piece.square, piece]));
    document.querySelector(`#to-move input[value=${turn}]`).checked = true;
    this.#change(() => {});
  }

  #turn() {
    return document.querySelector("#to-move input:checked").value;
  }

  #fen() {
    const list = colour =>
      [...this.#pieces.values()]
        .filter(piece => piece.colour === colour)
        .sort((one, two) => one.square - two.square)
        .map(({ square, king }) => (king ? "K" : "") + this.board.nameOf(square))
        .join(",");
    return `${this.#turn() === "white" ? "W" : "B"}:W${list("white")}:B${list("black")}`;
  }

  #fault(words) {
    at("set-up-panel").querySelector(".fault").textContent = words;
  }

  async #read(fen) {
    try {
      this.#take(await this.on.rules().position(this.variant, fen, []));
    } catch (error) {
      this.#fault(text("refused.position", { why: refusal(error) }));
    }
  }

  async #use() {
    try {
      const position = await this.on.rules().position(this.variant, this.#fen(), []);
      if (!position.moves.length) return this.#fault(text("no-legal-moves"));
      this.close();
      this.on.use(position);
    } catch (error) {
      this.#fault(text("refused.position", { why: refusal(error) }));
    }
  }
}

/* What a hand does on the board, by mouse, finger or keyboard, in the same three words: a square is tapped, a piece is dragged
   from one square to another, or all is dropped. */

/* Pixels that a finger may tremble. */
const SLACK = 6;
const ARROWS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };

/* `hand` is what the hand does it to: { tap(square), canDrag(square), lift(square), drop(from, to, point), cancel() }; it may be
   replaced. */
export class Gestures {
  #held = null;

  constructor(board, hand) {
    this.board = board;
    this.hand = hand;
    const { buttons } = board;
    buttons.addEventListener("pointerdown", event => this.#down(event));
    buttons.addEventListener("pointermove", event => this.#move(event));
    buttons.addEventListener("pointerup", event => this.#up(event));
    buttons.addEventListener("pointercancel", () => this.#release());
    buttons.addEventListener("lostpointercapture", () => this.#release());
    // Screen readers click without a pointer.
    buttons.addEventListener("click", event => event.detail === 0 && !event.pointerType && this.#tap(event.target));
    buttons.addEventListener("keydown", event => this.#key(event));
    buttons.addEventListener("contextmenu", event => event.preventDefault());
  }

  #tap(button) {
    const square = Number(button.dataset?.square);
    if (square) this.hand.tap(square);
  }

  #down(event) {
    if (event.button !== 0 || !event.isPrimary) return;
    const square = this.board.squareAt(event.clientX, event.clientY);
    if (!square) return this.hand.cancel();
    this.board.focus(square, false);
    this.#held = { square, x: event.clientX, y: event.clientY, isDragged: false, canDrag: this.hand.canDrag(square) };
    this.board.buttons.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  #move(event) {
    const held = this.#held;
    if (!held?.canDrag) return;
    const far = Math.hypot(event.clientX - held.x, event.clientY - held.y);
    if (!held.isDragged && far < SLACK) return;
    if (!held.isDragged) this.hand.lift(held.square);
    held.isDragged = true;
    this.board.drag(held.square, this.board.pointOf(event.clientX, event.clientY));
  }

  #up(event) {
    const held = this.#held;
    this.#held = null;
    if (!held) return;
    const square = this.board.squareAt(event.clientX, event.clientY);
    if (!held.isDragged) {
      if (square === held.square) this.hand.tap(square);
      return;
    }
    const point = this.board.pointOf(event.clientX, event.clientY);
    if (!this.hand.drop(held.square, square, point)) this.board.drag(held.square, null);
  }

  #release() {
    if (this.#held?.isDragged) this.board.drag(this.#held.square, null);
    this.#held = null;
  }

  #key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Enter" || event.key === " ") this.#tap(event.target);
    else if (event.key === "Escape") this.hand.cancel();
    else if (ARROWS[event.key]) this.#walk(ARROWS[event.key]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /* To the next square in a direction: where the very next is not played on, up and down go to the one beside it. */
  #walk([down, right]) {
    const { board } = this;
    const { rows, columns } = board.facts;
    let [row, column] = board.cellOf(board.focused);
    for (;;) {
      row += down;
      column += right;
      if (row < 0 || column < 0 || row >= rows || column >= columns) return;
      const near = down ? [column, column + 1, column - 1] : [column];
      const square = near.map(place => board.squareIn(row, place)).find(found => found);
      if (square) return board.focus(square, true);
    }
  }
}

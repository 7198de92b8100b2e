/* Chooses a legal move on the board: the piece, then where it goes. Squares that a capture passes may be chosen on the way; they
   tell captures with the same ends apart. */

export class Chooser {
  #chosen = [];
  #hasToTake = false;
  /* Captures with the same ends, one of which is to be told. */
  #offered = [];

  /* `on` is { play(move, how), refuse(reason), offer(moves) }; `offer` shows captures that the squares do not tell apart, []
     none. */
  constructor(board, on) {
    this.board = board;
    this.on = on;
    this.moves = [];
    this.last = [];
  }

  /* The legal moves, and the squares of the last move. Without moves nothing can be chosen. */
  set(moves, last) {
    this.moves = moves;
    this.last = last;
    this.cancel();
    this.#mark();
  }

  /* The moves that pass squares in their order, from the first. */
  #fitting(squares) {
    return this.moves.filter(({ path }) => {
      let place = 0;
      return path[0] === squares[0] && squares.slice(1).every(square => (place = path.indexOf(square, place + 1)) > 0);
    });
  }

  #starts(square) {
    return this.moves.some(({ path }) => path[0] === square);
  }

  tap(square) {
    this.#choose(square, {});
  }

  canDrag(square) {
    return this.#starts(square);
  }

  lift(square) {
    this.#chosen = [square];
    this.#draw();
  }

  /* Whether a move was played. */
  drop(from, to, point) {
    if (from === to) return false;
    this.#chosen = [from];
    return this.#choose(to, { from: point });
  }

  cancel() {
    this.#chosen = [];
    this.#offer([]);
    this.#draw();
  }

  #offer(moves) {
    this.#offered = moves;
    this.on.offer(moves);
  }

  #choose(square, how) {
    if (!this.moves.length) return false;
    const passing = this.#offered.filter(({ path }) => path.slice(1, -1).includes(square));
    const fit = passing.length ? passing : this.#chosen.length && square ? this.#fitting([...this.#chosen, square]) : [];
    if (!fit.length) {
      this.#begin(square);
      return false;
    }
    const ends = passing.length ? passing : fit.filter(({ path }) => path.at(-1) === square);
    const found = fit.length === 1 ? fit : ends;
    if (found.length === 1) {
      this.#chosen = [];
      this.#offer([]);
      this.on.play(found[0], how);
      return true;
    }
    if (!ends.length) this.#chosen.push(square);
    this.#offer(ends);
    this.#draw();
    return false;
  }

  #begin(square) {
    const isAgain = square === this.#chosen[0];
    this.#chosen = this.#starts(square) && !isAgain ? [square] : [];
    this.#hasToTake =
      !this.#chosen.length && !isAgain && this.moves[0].captured.length > 0 && Boolean(this.board.pieceOn(square));
    this.#offer([]);
    this.#draw();
    if (this.#hasToTake) this.on.refuse("must-take");
    this.#hasToTake = false;
  }

  /* What is chosen, and what can be next: the ends of moves, and the squares on which moves to the same end differ. */
  #draw() {
    const fit = this.#offered.length ? this.#offered : this.#chosen.length ? this.#fitting(this.#chosen) : [];
    const ends = new Set(fit.map(({ path }) => path.at(-1)));
    const stops = new Set();
    for (const { path } of fit) {
      const same = fit.filter(other => other.path.at(-1) === path.at(-1));
      if (same.length > 1)
        path
          .slice(1, -1)
          .filter(stop => !same.every(other => other.path.includes(stop)))
          .forEach(stop => stops.add(stop));
    }
    this.#chosen.forEach(square => stops.delete(square));
    const targets = [...ends].map(square => ({ square, isStop: false }));
    targets.push(...[...stops].filter(square => !ends.has(square)).map(square => ({ square, isStop: true })));
    const must = this.#hasToTake ? [...new Set(this.moves.map(({ path }) => path[0]))] : [];
    this.board.mark({ last: this.last, chosen: this.#chosen, must }, targets);
  }

  /* A hand can take hold of pieces that can move. */
  #mark() {
    for (const [square, button] of this.board.byButton) button.classList.toggle("movable", this.#starts(square));
  }
}

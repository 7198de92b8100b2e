/* The games of the text that was read last: what was played in them at a place of the game on the board. */

const POINTS = { "1-0": 1, "2-0": 1, "0-1": 0, "0-2": 0, "1/2-1/2": 0.5, "1-1": 0.5 };
const textOf = entry => (typeof entry === "string" ? entry : entry.move);

export class Collection {
  #games = [];

  /* Takes games as the engine reads them from PDN; one alone says nothing. */
  use(games) {
    this.#games = games.length > 1 ? games : [];
  }

  /* The moves that were played after the moves that lead to the current place of a game, from the same start: [{ move, games, points }],
     the most frequent first; `points` is the mean of the side that makes it, from 0 to 1, or null. */
  movesAt(game) {
    const path = game.pathTo(game.current).map(({ move }) => move.move);
    const begins = ({ variant, start, moves }) =>
      variant === game.variant && (!start || start === game.startFen) && path.every((move, ply) => ply < moves.length && textOf(moves[ply]) === move);
    const tally = new Map();
    for (const { moves, result } of this.#games.filter(begins)) {
      if (moves.length === path.length) continue;
      const move = textOf(moves[path.length]);
      const entry = tally.get(move) ?? { move, games: 0, ended: 0, sum: 0 };
      entry.games += 1;
      const points = POINTS[result];
      if (points !== undefined) {
        entry.ended += 1;
        entry.sum += points;
      }
      tally.set(move, entry);
    }
    // Results are of the side that begins in the variant.
    const isFirst = game.current.position.turn === game.current.position.board.first;
    const own = ({ ended, sum }) => (ended ? (isFirst ? sum : ended - sum) / ended : null);
    return [...tally.values()]
      .sort((one, two) => two.games - one.games)
      .map(entry => ({ move: entry.move, games: entry.games, points: own(entry) }));
  }
}

// The way of a capture, found from what Hub tells of it: where it begins, where it ends, and what it takes. For boards of 50 squares
// and of 32, with the rules of international, frisian, Russian and Brazilian draughts.

/** The steps of men and kings: row and column on the whole board; frisian pieces capture along rows and columns, too. */
const DIAGONAL = [[-1, -1], [-1, 1], [1, -1], [1, 1]];
const STRAIGHT = [[-2, 0], [2, 0], [0, -2], [0, 2]];

/**
 * @param {(string | undefined)[]} pieces `w`, `b`, and `W`, `B` for kings, by square from 0; its length is 50 or 32.
 * @param {number} from the square where the capture begins, from 0
 * @param {number} to the square where it ends
 * @param {number[]} captured what it takes, in any order
 * @param {{straight?: boolean, crowns?: boolean}} rules whether pieces capture along rows and columns, and whether a man that comes to
 *   the last row goes on as a king
 * @returns {number[] | undefined} the squares that it lands on, one for each captured piece
 */
export function way(pieces, from, to, captured, rules = {}) {
  const width = pieces.length === 50 ? 10 : 8;
  const steps = rules.straight ? [...DIAGONAL, ...STRAIGHT] : DIAGONAL;
  // Squares lie on every other field of a row, from the second one in the first row.
  const field = (square) => {
    const row = Math.floor((2 * square) / width);
    return [row, 2 * (square % (width / 2)) + ((row + 1) % 2)];
  };
  const square = ([row, column]) =>
    row < 0 || row >= width || column < 0 || column >= width ? undefined : Math.floor((row * width + column) / 2);
  const board = [...pieces];
  const piece = board[from];
  board[from] = undefined;
  const isWhite = piece?.toLowerCase() === "w";

  const search = (at, left, isKing) => {
    if (left.length === 0) {
      return at === to ? [] : undefined;
    }
    for (const step of steps) {
      const next = (place) => [place[0] + step[0], place[1] + step[1]];
      let place = next(field(at));
      while (isKing && square(place) !== undefined && !board[square(place)]) {
        place = next(place);
      }
      const taken = square(place);
      if (!left.includes(taken)) {
        continue;
      }
      place = next(place);
      for (let landing = square(place); landing !== undefined && !board[landing]; landing = square(place)) {
        const isLast = Math.floor((2 * landing) / width) === (isWhite ? 0 : width - 1);
        const rest = search(landing, left.filter((other) => other !== taken), isKing || Boolean(rules.crowns && isLast));
        if (rest) {
          return [landing, ...rest];
        }
        if (!isKing) {
          break;
        }
        place = next(place);
      }
    }
    return undefined;
  };
  return piece && search(from, captured, piece === piece.toUpperCase());
}

//! Squares that are worth a look, and what a move there is worth: the rows that it makes, blocked or not.

use crate::board::{Board, Cell, DIRECTIONS, ROW, Side, Square};

/// The neighbours of a square.
const NEIGHBOURS: &[Square] = DIRECTIONS.as_flattened();

/// The arms of the cross, three squares long and three high, around a stone.
pub const CROSS: &[Square] = NEIGHBOURS.split_at(4).0;

/// The free squares beside a stone, row by row; on an empty board its middle.
pub fn beside(board: &Board) -> Vec<Square> {
    free_where(board, |square| is_beside(board, square))
}

/// The free squares beside a stone, and those on which two pairs of a side would meet with a gap of one square in each; row by row. On
/// an empty board its middle.
pub fn candidates(board: &Board) -> Vec<Square> {
    free_where(board, |square| {
        is_beside(board, square) || is_meeting(board, square)
    })
}

/// The free squares of a kind, all of them where there is none of it, and the middle of an empty board.
fn free_where(board: &Board, is_of_kind: impl Fn(Square) -> bool) -> Vec<Square> {
    if board.stones().is_empty() {
        return vec![board.centre()];
    }
    let of_kind = |square: &Square| is_of_kind(*square);
    let found: Vec<Square> = board.free_squares().filter(of_kind).collect();
    match found.is_empty() {
        true => board.free_squares().collect(),
        false => found,
    }
}

fn is_beside(board: &Board, square: Square) -> bool {
    let mut around = NEIGHBOURS.iter().map(|&step| board.cell(square + step));
    around.any(|cell| matches!(cell, Cell::Stone(_)))
}

fn is_meeting(board: &Board, square: Square) -> bool {
    [Side::First, Side::Second].into_iter().any(|side| {
        let pairs = NEIGHBOURS.iter().filter(|&&step| {
            board.is_free(square + step) && board.ray(side, square + step, step).run >= 2
        });
        pairs.count() >= 2
    })
}

/// The value of a move that wins, more than all others.
pub const WIN: i32 = 1_000_000;

/// The values of rows of one to four stones that are open at both ends; one that is blocked at one end has the value of the row
/// that is a stone shorter.
const LEVELS: [i32; ROW] = [0, 10, 100, 1000, 10_000];

/// Rates a move of a side to a free square, or the stone of that side which is there: the sum of the rows that it makes in the four
/// directions. A row without room for five has no value.
pub fn rate(board: &Board, side: Side, square: Square) -> i32 {
    let mut sum = 0;
    for [ahead, behind] in board.rows(side, square) {
        let row = ahead.run + behind.run + 1;
        if row >= ROW {
            return WIN;
        }
        let blocked = usize::from(!ahead.is_open) + usize::from(!behind.is_open);
        if blocked < 2 && ahead.room + behind.room + 1 >= ROW {
            sum += LEVELS[row - blocked];
        }
    }
    sum
}

/// The rating of a square for both sides: the rows that a move makes there, and those that it stops.
pub fn promise(board: &Board, square: Square) -> i32 {
    rate(board, Side::First, square) + rate(board, Side::Second, square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;

    #[test]
    fn squares_beside_stones_and_where_pairs_meet() {
        assert_eq!(candidates(&Board::new(15)), [Square(7, 7)]);
        let one = board(15, &["", "", "..x"]);
        assert_eq!((candidates(&one).len(), beside(&one).len()), (8, 8));
        // Two pairs meet in 3,1 and are beside nothing there.
        let far = Square(3, 1);
        let meeting = board(15, &["", ".....xx", "", "...x", "...x"]);
        assert!(candidates(&meeting).contains(&far));
        let of_both = board(15, &["", ".....xx", "", "...o", "...o"]);
        assert!(!candidates(&of_both).contains(&far));
        let full = board(5, &["xoxox", "xoxox", "oxoxo", "xoxox", "xoxox"]);
        assert_eq!(candidates(&full), []);
    }

    #[test]
    fn rows_have_the_published_values() {
        let cases: &[(&[&str], (i16, i16), i32)] = &[
            // Alone: ten in each direction.
            (&[], (7, 7), 40),
            // The example of the text: a row of three.
            (&["", "", "", "....xx."], (6, 3), 1030),
            (&["", "", "", "....x.."], (5, 3), 130),
            (&["", "", "", "...xx.x"], (5, 3), 10_030),
            (&["", "", "", "..xx.xx"], (4, 3), WIN),
            // Two rows at once.
            (&["", "", "", "....xx.", "......x", "......x"], (6, 3), 2020),
            // Blocked at one end: a level less; an own row of one has nothing left.
            (&["", "", "", "...oxx."], (6, 3), 130),
            (&["", "", "", "...oxxx"], (7, 3), 1030),
            (&["", "", "", ".....o."], (6, 3), 30),
            // At both ends, or with room for four alone.
            (&["", "", "", "...oxx.o"], (6, 3), 30),
            (&["", "", "", "..ox.x.o"], (4, 3), 30),
            (&["", "", "", "..ox.x..o"], (4, 3), 130),
            // The edge blocks like a stone, and lines of four squares in corners are nothing.
            (&["xx"], (2, 0), 100),
            (&["x.."], (1, 0), 10),
        ];
        for (rows, (x, y), expected) in cases {
            let value = rate(&board(15, rows), Side::First, Square(*x, *y));
            assert_eq!(value, *expected, "{rows:?} {x},{y}");
        }
    }
}

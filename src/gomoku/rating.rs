//! What a move is worth: the rows that it makes, blocked or not.

use crate::board::{Board, DIRECTIONS, ROW, Side, Square};

/// The value of a move that wins, more than all others.
pub const WIN: i32 = 1_000_000;

/// The value of a row of so many stones that is open at both ends; one that is blocked at one end has the value of the row
/// that is a stone shorter.
const LEVELS: [i32; ROW] = [0, 10, 100, 1000, 10_000];

/// Rates a move of a side to a free square, or the stone of that side which is there: the sum of the rows that it makes in the four
/// directions. A row without room for five has no value.
pub fn rate(board: &Board, side: Side, square: Square) -> i32 {
    let mut sum = 0;
    for direction in DIRECTIONS {
        let [ahead, behind] = [direction, direction * -1].map(|d| board.ray(side, square, d));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;

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
            let board = board(15, rows);
            let value = rate(&board, Side::First, Square::new(*x, *y));
            assert_eq!(value, *expected, "{rows:?} {x},{y}");
        }
    }
}

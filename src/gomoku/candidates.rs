//! Squares that are worth a look.

use crate::board::{Board, Cell, Side, Square};

/// The neighbours of a square: along rows and columns first.
pub const NEIGHBOURS: [Square; 8] = [
    Square::new(1, 0),
    Square::new(-1, 0),
    Square::new(0, 1),
    Square::new(0, -1),
    Square::new(1, 1),
    Square::new(-1, -1),
    Square::new(1, -1),
    Square::new(-1, 1),
];

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
    let free = || board.squares().filter(|&square| board.is_free(square));
    let found: Vec<Square> = free().filter(|&square| is_of_kind(square)).collect();
    match found.is_empty() {
        true => free().collect(),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;

    #[test]
    fn squares_beside_stones_and_where_pairs_meet() {
        assert_eq!(candidates(&Board::new(15)), [Square::new(7, 7)]);
        let one = board(15, &["", "", "..x"]);
        assert_eq!((candidates(&one).len(), beside(&one).len()), (8, 8));
        // Two pairs meet in 3,1 and are beside nothing there.
        let meeting = board(15, &["", ".....xx", "", "...x", "...x"]);
        let far = Square::new(3, 1);
        assert!(candidates(&meeting).contains(&far));
        let of_both = board(15, &["", ".....xx", "", "...o", "...o"]);
        assert!(!candidates(&of_both).contains(&far));
        let full = board(5, &["xoxox", "xoxox", "oxoxo", "xoxox", "xoxox"]);
        assert_eq!(candidates(&full), []);
    }
}

//! How many positions Goliath values, with and without what he leaves out.

use crate::board::{Board, Side};
use crate::game::to_move;
use crate::goliath::{Goliath, in_order};
use crate::player::Deadline;

/// The positions at the end of all lines of a length, counted in three ways.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Combinations {
    /// The moves of a line.
    pub plies: usize,
    /// All free squares in any order, or none if they are too many to write down.
    pub all: Option<u128>,
    /// Goliath's squares.
    pub reduced: u64,
    /// The same with alpha-beta.
    pub pruned: u64,
}

/// Counts lines of one move up to a number of them.
pub fn combinations(board: &Board, plies: usize) -> Vec<Combinations> {
    let side: Side = to_move(board);
    let moves = in_order(board);
    let size = u128::from(board.size());
    let free = size * size - board.stones().len() as u128;
    let all = |plies: usize| {
        (0..plies as u128).try_fold(1_u128, |n, used| n.checked_mul(free.checked_sub(used)?))
    };
    (1..=plies)
        .map(|plies| {
            let [reduced, pruned] = [false, true].map(|prunes| {
                let goliath = Goliath { plies, prunes };
                let board = &mut board.clone();
                goliath
                    .search(board, side, &moves, None, Deadline::default())
                    .leaves
            });
            Combinations {
                plies,
                all: all(plies),
                reduced,
                pruned,
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reply_has_nearly_as_many_lines_as_published() {
        let empty = Board::new(23);
        let all = combinations(&empty, 2).pop().and_then(|two| two.all);
        assert_eq!(all, Some(279_312));
        let mut board = Board::new(23);
        board.put(Side::First, board.centre()).unwrap();
        let reduced: Vec<u64> = combinations(&board, 4).iter().map(|n| n.reduced).collect();
        // The thesis has 6,768 for the last one.
        assert_eq!(reduced, [8, 68, 632, 6480]);
        assert!(
            combinations(&board, 4)
                .iter()
                .all(|n| n.pruned <= n.reduced)
        );
    }
}

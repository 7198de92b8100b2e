//! Goliath, who looks ahead and forgets.

use crate::board::{Board, Side, Square};
use crate::candidates::{CROSS, candidates};
use crate::player::{Deadline, Forecast, Player, Thought};
use crate::rating::{WIN, rate};
use std::cmp::Reverse;

/// The plies of the thesis.
pub const PLIES: usize = 4;

/// A value that is as bad as this, or worse, is a loss by force.
pub const LOST: i32 = -WIN / 2;

/// More than any value.
const INFINITY: i32 = i32::MAX;

/// Minimax over a fixed number of plies. A leaf is the value of the last own move less that of the opponent's last one. A fast win
/// is better than a slow one, a slow loss better than a fast one; of equal moves the first of [`in_order`] is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goliath {
    /// How far it looks.
    pub plies: usize,
    /// Whether it leaves out what cannot change its move, as its author wished (alpha-beta).
    pub prunes: bool,
}

impl Default for Goliath {
    fn default() -> Goliath {
        Goliath {
            plies: PLIES,
            prunes: true,
        }
    }
}

/// What a search has found out about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Valued {
    /// The move.
    pub square: Square,
    /// Its value; after a better one has been found, a bound.
    pub value: i32,
}

impl Valued {
    /// Whether it loses by force.
    pub fn is_lost(&self) -> bool {
        matches!(forecast(self.value), Forecast::Loss(_))
    }
}

/// What was searched.
#[derive(Clone, Debug, Default)]
pub struct Searched {
    /// The moves that were searched, in their order; the first of the best ones is played.
    pub moves: Vec<Valued>,
    /// Stones put.
    pub nodes: u64,
    /// Positions that were valued: the combinations of the thesis.
    pub leaves: u64,
}

impl Searched {
    /// The first of the best moves.
    pub fn best(&self) -> Option<Valued> {
        let best = self.moves.iter().rev().max_by_key(|valued| valued.value);
        best.copied()
    }
}

impl Goliath {
    /// Searches moves of a side. With a window each of them gets its own value, or a bound where that is outside; without, only the
    /// best does, and the others a bound.
    pub fn search(
        self,
        board: &mut Board,
        side: Side,
        moves: &[Square],
        window: Option<(i32, i32)>,
        deadline: Deadline,
    ) -> Searched {
        let mut search = Search {
            board,
            plies: self.plies.max(1),
            prunes: self.prunes,
            deadline,
            searched: Searched::default(),
        };
        search.root(side, moves, window);
        search.searched
    }
}

impl Player for Goliath {
    fn think(&mut self, board: &mut Board, side: Side, deadline: Deadline) -> Thought {
        let moves = in_order(board);
        let searched = self.search(board, side, &moves, None, deadline);
        let best = searched.best();
        Thought {
            square: best.map_or_else(|| board.centre(), |best| best.square),
            forecast: best.map_or(Forecast::Open(0), |best| forecast(best.value)),
            nodes: searched.nodes,
        }
    }
}

/// What a value of the side to move says.
pub fn forecast(value: i32) -> Forecast {
    let moves = |plies: i32| plies.unsigned_abs().div_ceil(2) as usize;
    match value {
        // A win of the side to move ends with plies 1, 3, .. from here, a loss with 2, 4, ..
        _ if value >= WIN / 2 => Forecast::Win(moves(WIN - value)),
        _ if value <= LOST => Forecast::Loss(moves(WIN + value)),
        _ => Forecast::Open(value),
    }
}

/// Goliath's squares in the order in which he looks at them: those far from the last stone first, and of those the last ones of the
/// last rows.
pub fn in_order(board: &Board) -> Vec<Square> {
    let last = board
        .stones()
        .last()
        .map_or(board.centre(), |stone| stone.1);
    let distance = |square: &Square| (*square - last).x.abs().max((*square - last).y.abs());
    let mut moves = candidates(board);
    moves.sort_by_key(distance);
    moves.reverse();
    moves
}

/// Moves with the most promising ones for both sides first, so that more of the others are left out.
fn ordered(board: &Board, side: Side, moves: &[Square]) -> Vec<Square> {
    let mut moves = moves.to_vec();
    moves.sort_by_cached_key(|&square| {
        Reverse(rate(board, side, square) + rate(board, !side, square))
    });
    moves
}

struct Search<'a> {
    board: &'a mut Board,
    plies: usize,
    prunes: bool,
    deadline: Deadline,
    searched: Searched,
}

/// The values of the last moves, of the side to move and of the other.
#[derive(Clone, Copy, Default)]
struct Last {
    mover: i32,
    other: i32,
}

impl Search<'_> {
    fn root(&mut self, side: Side, moves: &[Square], window: Option<(i32, i32)>) {
        let mut alpha = -INFINITY;
        for &square in moves {
            let limits = window.unwrap_or((alpha, INFINITY));
            let value = self.after(side, square, moves, Last::default(), limits, 1);
            // What was broken off says nothing; but one move there must be.
            if self.deadline.is_over() && !self.searched.moves.is_empty() {
                break;
            }
            self.searched.moves.push(Valued { square, value });
            alpha = alpha.max(value);
        }
    }

    /// The value of a move for the side that makes it, `ply` moves deep.
    fn after(
        &mut self,
        side: Side,
        square: Square,
        moves: &[Square],
        last: Last,
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        let own = rate(self.board, side, square);
        self.searched.nodes += 1;
        if own >= WIN {
            self.searched.leaves += 1;
            return WIN - ply as i32;
        }
        let next = Last {
            mover: last.other,
            other: own,
        };
        if ply == self.plies {
            self.searched.leaves += 1;
            return next.other - next.mover;
        }
        if self.board.put(side, square).is_err() {
            return next.other - next.mover;
        }
        let moves = self.with_cross(moves, square);
        let value = -self.best(!side, &moves, next, (-beta, -alpha), ply);
        let _ = self.board.take(square);
        value
    }

    /// The value of a position for the side to move.
    fn best(
        &mut self,
        side: Side,
        moves: &[Square],
        last: Last,
        (mut alpha, beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        let mut best = -INFINITY;
        for square in ordered(self.board, side, moves) {
            let value = self.after(side, square, moves, last, (alpha, beta), ply + 1);
            best = best.max(value);
            alpha = alpha.max(value);
            if (self.prunes && alpha >= beta) || self.deadline.is_over() {
                break;
            }
        }
        match moves.is_empty() {
            // The board is full.
            true => last.mover - last.other,
            false => best,
        }
    }

    /// The moves after one of them: without it, and with the free squares of the cross around it.
    fn with_cross(&self, moves: &[Square], square: Square) -> Vec<Square> {
        let mut next: Vec<Square> = moves.iter().copied().filter(|&m| m != square).collect();
        for &step in CROSS {
            let beside = square + step;
            if self.board.is_free(beside) && !next.contains(&beside) {
                next.push(beside);
            }
        }
        next
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;
    use crate::game::opening;

    fn thought(before: &Board, side: Side, mut goliath: Goliath) -> Thought {
        let mut board = before.clone();
        let thought = goliath.think(&mut board, side, Deadline::default());
        assert_eq!(board, *before, "the board is as it was");
        thought
    }

    #[test]
    fn what_is_left_out_does_not_change_the_move() {
        for seed in 0..12 {
            for plies in 1..=3 {
                let board = opening(15, 4 + seed as usize, seed);
                let side = crate::game::to_move(&board);
                let [full, pruned] =
                    [false, true].map(|prunes| thought(&board, side, Goliath { plies, prunes }));
                assert_eq!(full.square, pruned.square, "seed {seed}, {plies} plies");
                assert_eq!(full.forecast, pruned.forecast);
                assert!(pruned.nodes <= full.nodes);
            }
        }
    }

    #[test]
    fn wins_are_soon_and_losses_late() {
        let cases: &[(&[&str], Side, Forecast)] = &[
            (&["", "", "..xxxx"], Side::First, Forecast::Win(1)),
            (&["", "", "..xxxx"], Side::Second, Forecast::Loss(1)),
            // An open three.
            (&["", "", "...xxx"], Side::First, Forecast::Win(2)),
            (&["", "oooo", "..xxxx"], Side::Second, Forecast::Win(1)),
            (
                &["", "", "...xxx", "", "...xxx"],
                Side::Second,
                Forecast::Loss(2),
            ),
        ];
        for (rows, side, expected) in cases {
            let found = thought(&board(15, rows), *side, Goliath::default());
            assert_eq!(found.forecast, *expected, "{rows:?}");
        }
    }
}

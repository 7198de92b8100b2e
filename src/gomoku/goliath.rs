//! Goliath, who looks ahead and forgets.

use crate::board::{Board, Side, Square};
use crate::player::{Deadline, Forecast, Player, Thought};
use crate::rating::{CROSS, WIN, candidates, promise, rate};
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

impl Goliath {
    /// Searches the moves of a side. With a window each of them gets its own value, or a bound where that is outside; without, only
    /// the best does, and the others a bound.
    pub fn search(
        self,
        board: &Board,
        side: Side,
        window: Option<(i32, i32)>,
        deadline: Deadline,
    ) -> Search {
        let moves = in_order(board);
        let mut search = Search {
            goliath: self,
            board: board.clone(),
            deadline,
            moves: Vec::new(),
            nodes: 0,
            leaves: 0,
        };
        let mut alpha = -INFINITY;
        for &square in &moves {
            let window = window.unwrap_or((alpha, INFINITY));
            let value = search.value(side, square, &moves, 0, window, 1);
            // What was broken off says nothing; but one move there must be.
            if deadline.is_over() && !search.moves.is_empty() {
                break;
            }
            search.moves.push((square, value));
            alpha = alpha.max(value);
        }
        search
    }
}

impl Player for Goliath {
    fn think(&mut self, board: &Board, side: Side, deadline: Deadline) -> Option<Thought> {
        self.search(board, side, None, deadline).best()
    }
}

/// What a value of the side to move says.
pub fn forecast(value: i32) -> Forecast {
    let moves = |plies: i32| plies.unsigned_abs().div_ceil(2) as usize;
    match value {
        // A win of the side to move ends with plies 1, 3, .. from here, a loss with 2, 4, ..
        _ if value >= WIN / 2 => Forecast::Win(Reverse(moves(WIN - value))),
        _ if value <= LOST => Forecast::Loss(moves(WIN + value)),
        _ => Forecast::Open(value),
    }
}

/// Goliath's squares in the order in which he looks at them: those far from the last stone first, and of those the last ones of the
/// last rows.
pub fn in_order(board: &Board) -> Vec<Square> {
    let last = board.stones().last();
    let last = last.map_or(board.centre(), |stone| stone.1);
    let mut moves = candidates(board);
    moves.sort_by_key(|&square| {
        let Square(x, y) = square - last;
        x.abs().max(y.abs())
    });
    moves.reverse();
    moves
}

/// A search and what it has found.
#[derive(Clone, Debug)]
pub struct Search {
    goliath: Goliath,
    /// With the line that it looks at.
    board: Board,
    deadline: Deadline,
    /// The moves that were searched, in their order, with their values; after a better one has been found, with bounds.
    pub moves: Vec<(Square, i32)>,
    /// Stones put.
    pub nodes: u64,
    /// Positions that were valued: the combinations of the thesis.
    pub leaves: u64,
}

impl Search {
    /// What is played: the first of the best moves.
    pub fn best(&self) -> Option<Thought> {
        let best = self.moves.iter().rev().max_by_key(|(_, value)| *value);
        best.map(|&(square, value)| Thought {
            square,
            forecast: forecast(value),
            nodes: self.nodes,
        })
    }

    /// The value, for the side that makes it, of one of the moves after a move of the opponent that was worth `last`; it ends a line
    /// of `ply` moves.
    fn value(
        &mut self,
        side: Side,
        square: Square,
        moves: &[Square],
        last: i32,
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> i32 {
        let own = rate(&self.board, side, square);
        self.nodes += 1;
        let wins = own >= WIN;
        let worth = if wins { WIN - ply as i32 } else { own - last };
        if wins || ply >= self.goliath.plies {
            self.leaves += 1;
            return worth;
        }
        if self.board.put(side, square).is_err() {
            return worth;
        }
        let moves = self.with_cross(moves, square);
        // The most promising replies first, so that more of the others are left out.
        let mut replies = moves.clone();
        replies.sort_by_cached_key(|&reply| Reverse(promise(&self.board, reply)));
        let (mut least, most) = (-beta, -alpha);
        let mut best = None;
        for reply in replies {
            let value = self.value(!side, reply, &moves, own, (least, most), ply + 1);
            best = best.max(Some(value));
            least = least.max(value);
            if (self.goliath.prunes && least >= most) || self.deadline.is_over() {
                break;
            }
        }
        let _ = self.board.take(square);
        // Without a reply the board is full.
        best.map_or(worth, |best| -best)
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

/// The positions at the end of all lines of a length: with all free squares in any order, or none if they are too many to write down;
/// with Goliath's squares; and with alpha-beta.
pub fn combinations(board: &Board, plies: usize) -> [Option<u128>; 3] {
    let free = board.free_squares().count() as u128;
    let mut used = 0..plies as u128;
    let all = used.try_fold(1_u128, |n, used| n.checked_mul(free.checked_sub(used)?));
    let [reduced, pruned] = [false, true].map(|prunes| {
        let goliath = Goliath { plies, prunes };
        let search = goliath.search(board, board.to_move(), None, Deadline::default());
        Some(search.leaves.into())
    });
    [all, reduced, pruned]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;
    use crate::game::opening;

    fn thought(board: &Board, side: Side, mut goliath: Goliath) -> Thought {
        goliath.think(board, side, Deadline::default()).unwrap()
    }

    #[test]
    fn what_is_left_out_does_not_change_the_move() {
        for seed in 0..12 {
            for plies in 1..=3 {
                let board = opening(15, 4 + seed as usize, seed);
                let think = |prunes| thought(&board, board.to_move(), Goliath { plies, prunes });
                let [full, pruned] = [false, true].map(think);
                assert_eq!(full.square, pruned.square, "seed {seed}, {plies} plies");
                assert_eq!(full.forecast, pruned.forecast);
                assert!(pruned.nodes <= full.nodes);
            }
        }
    }

    #[test]
    fn wins_are_soon_and_losses_late() {
        use Side::{First, Second};
        let cases: &[(&[&str], Side, &str)] = &[
            (&["", "", "..xxxx"], First, "win in 1"),
            (&["", "", "..xxxx"], Second, "loss in 1"),
            // An open three.
            (&["", "", "...xxx"], First, "win in 2"),
            (&["", "oooo", "..xxxx"], Second, "win in 1"),
            (&["", "", "...xxx", "", "...xxx"], Second, "loss in 2"),
        ];
        for (rows, side, expected) in cases {
            let found = thought(&board(15, rows), *side, Goliath::default());
            assert_eq!(found.forecast.to_string(), *expected, "{rows:?}");
        }
    }

    #[test]
    fn the_first_reply_has_nearly_as_many_lines_as_published() {
        let mut board = Board::new(23);
        assert_eq!(combinations(&board, 2)[0], Some(279_312));
        board.put(Side::First, board.centre()).unwrap();
        // The thesis has 6,768 for the last one.
        for (plies, expected) in (1..).zip([8, 68, 632, 6480]) {
            let [_, reduced, pruned] = combinations(&board, plies);
            assert_eq!(reduced, Some(expected));
            assert!(pruned <= reduced);
        }
    }
}

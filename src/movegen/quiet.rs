//! Moves that take nothing.

use super::each_diagonal;
use crate::board::{Move, Side};
use crate::geometry::{Bits, Geometry};
use crate::rules::{BitsOf, BoardOf, MoveOf, Rules, crowning_row};

/// Whether `S` has a quiet move.
#[inline(always)]
pub(super) fn is_possible<R: Rules, S: Side>(board: &BoardOf<R>) -> bool {
    let empty = board.empty::<R::Geometry>();
    let mut targets = BitsOf::<R>::EMPTY;
    for direction in S::FORWARD {
        targets |= R::Geometry::shift(board.men(S::COLOR), direction);
    }
    each_diagonal(|direction| targets |= R::Geometry::shift(board.kings(S::COLOR), direction));
    (targets & empty).any()
}

/// Appends all quiet moves of `S`.
#[inline(always)]
pub(super) fn quiet_moves<R: Rules, S: Side>(board: &BoardOf<R>, moves: &mut Vec<MoveOf<R>>) {
    let empty = board.empty::<R::Geometry>();
    let none = Bits::EMPTY;
    let crowning = crowning_row::<R::Geometry>(S::COLOR);
    for direction in S::FORWARD {
        let targets = R::Geometry::shift(board.men(S::COLOR), direction) & empty;
        for to in targets.squares() {
            let from = R::Geometry::neighbour(to, direction.opposite());
            moves.push(Move::man(from, to, none, crowning.has(to)));
        }
    }
    for from in board.kings(S::COLOR).squares() {
        each_diagonal(|direction| {
            let targets = if R::RULES.long_king {
                let ray = R::Geometry::ray(from, direction);
                R::Geometry::cut(ray, board.occupied(), direction) & empty
            } else {
                R::Geometry::shift(Bits::of(from), direction) & empty
            };
            for to in targets.squares() {
                moves.push(Move::king(from, to, none));
            }
        });
    }
}

//! Generates quiet moves: moves without capture.

use super::{is_sideways, man_moves};
use crate::board::{Black, Color, Move, Side, White};
use crate::geometry::{Bits, Geometry, Square};
use crate::rules::{BitsOf, BoardOf, KingMoves, MoveOf, Position, Rules, crowning_row};

/// Whether the side to move has a quiet move; it must have no capture.
pub fn can_move<R: Rules>(position: &Position<R>) -> bool {
    !super::is_over::<R>(&position.board)
        && match position.turn {
            Color::White => is_possible::<R, White>(position),
            Color::Black => is_possible::<R, Black>(position),
        }
}

/// The kings of `S` that may move.
#[inline(always)]
pub(super) fn free_kings<R: Rules, S: Side>(position: &Position<R>) -> BitsOf<R> {
    let frozen: BitsOf<R> = position.king_moves.frozen(S::COLOR, &position.board);
    position.board.kings(S::COLOR) & !frozen
}

/// Whether `S` has a quiet move.
#[inline(always)]
pub(super) fn is_possible<R: Rules, S: Side>(position: &Position<R>) -> bool {
    let men = position.board.men(S::COLOR);
    let kings = free_kings::<R, S>(position);
    let mut targets = BitsOf::<R>::EMPTY;
    each_direction!(direction => {
        if const { man_moves::<R, S>(direction) } {
            targets |= R::Geometry::shift(men, direction);
        }
        if const { R::RULES.moves.contain(direction) } {
            targets |= R::Geometry::shift(kings, direction);
        }
    });
    (targets & position.board.empty::<R::Geometry>()).any()
}

/// The men of `S` that have no square to step to.
#[inline(always)]
pub fn blocked_men<R: Rules, S: Side>(board: &BoardOf<R>) -> BitsOf<R> {
    let empty = board.empty::<R::Geometry>();
    let mut blocked = board.men(S::COLOR);
    each_direction!(direction => {
        if const { man_moves::<R, S>(direction) } {
            blocked &= !R::Geometry::shift(empty, direction.opposite());
        }
    });
    blocked
}

/// Calls `f` with each quiet move of `S`.
#[inline(always)]
pub(super) fn each_quiet_move<R: Rules, S: Side>(
    position: &Position<R>,
    mut f: impl FnMut(&MoveOf<R>),
) {
    each_man_move_into::<R, S>(&position.board, R::Geometry::BOARD, &mut f);
    each_quiet_move_of_kings::<R, S>(position, f);
}

/// Calls `f` with each quiet move of a man of `S` that ends on one of `squares`.
#[inline(always)]
pub fn each_man_move_into<R: Rules, S: Side>(
    board: &BoardOf<R>,
    squares: BitsOf<R>,
    mut f: impl FnMut(&MoveOf<R>),
) {
    let empty = board.empty::<R::Geometry>() & squares;
    let crowning = crowning_row::<R::Geometry>(S::COLOR);
    let men = board.men(S::COLOR);
    each_direction!(direction => {
        if const { man_moves::<R, S>(direction) } {
            let targets = R::Geometry::shift(men, direction) & empty;
            for to in targets.squares() {
                let from = R::Geometry::neighbour(to, direction.opposite());
                f(&if const { is_sideways(direction) } {
                    Move::man_sideways(from, to)
                } else {
                    Move::man(from, to, Bits::EMPTY, crowning.has(to))
                });
            }
        }
    });
}

/// Calls `f` with each quiet move of a king of `S`.
#[inline(always)]
pub fn each_quiet_move_of_kings<R: Rules, S: Side>(
    position: &Position<R>,
    mut f: impl FnMut(&MoveOf<R>),
) {
    let board = &position.board;
    let empty = board.empty::<R::Geometry>();
    for from in free_kings::<R, S>(position).squares() {
        for to in (king_targets::<R>(board, from) & empty).squares() {
            f(&Move::king(from, to, Bits::EMPTY));
        }
    }
}

/// Calls `f` with each board from which a quiet move of `S` that crowns no man leads to this one. Whether `S` would have
/// had to capture there is not asked.
#[inline(always)]
pub fn each_quiet_move_back<R: Rules, S: Side>(board: &BoardOf<R>, mut f: impl FnMut(BoardOf<R>)) {
    let empty = board.empty::<R::Geometry>();
    let men = board.men(S::COLOR);
    let mut back = |to: Square, from: Square, is_king: bool| {
        let step = BitsOf::<R>::of(from) | BitsOf::<R>::of(to);
        let mut earlier = *board;
        earlier.pieces[S::COLOR as usize] ^= step;
        if is_king {
            earlier.kings ^= step;
        }
        f(earlier);
    };
    each_direction!(direction => {
        if const { man_moves::<R, S>(direction) } {
            let starts = R::Geometry::shift(men, direction.opposite()) & empty;
            for from in starts.squares() {
                back(R::Geometry::neighbour(from, direction), from, false);
            }
        }
    });
    for to in board.kings(S::COLOR).squares() {
        for from in (king_targets::<R>(board, to) & empty).squares() {
            back(to, from, true);
        }
    }
}

/// The squares that a king on `from` reaches, including the piece that blocks each line.
#[inline(always)]
pub(super) fn king_targets<R: Rules>(board: &BoardOf<R>, from: Square) -> BitsOf<R> {
    let mut targets = BitsOf::<R>::EMPTY;
    each_direction!(direction => {
        if const { R::RULES.moves.contain(direction) } {
            targets |= if const { R::RULES.long_king } {
                let ray = R::Geometry::ray(from, direction);
                R::Geometry::cut(ray, board.occupied(), direction)
            } else {
                R::Geometry::shift(Bits::of(from), direction)
            };
        }
    });
    targets
}

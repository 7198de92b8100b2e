//! Legal moves.
//!
//! [`legal_moves`] is the only door; `count` gives its length without making the list, and
//! [`can_capture`] says whether its moves are captures. Everything is generic over the rules
//! and the side to move, so that each pair is compiled with its constants.

mod capture;
mod count;
mod quiet;

use crate::board::{Black, Color, Side, White};
use crate::geometry::{Direction, Geometry};
use crate::rules::{BitsOf, BoardOf, MoveOf, Position, Rules};

/// Appends the legal moves of a position to `moves`, always in the same order.
#[inline]
pub fn legal_moves<R: Rules>(position: &Position<R>, moves: &mut Vec<MoveOf<R>>) {
    match position.turn {
        Color::White => moves_of::<R, White>(&position.board, moves),
        Color::Black => moves_of::<R, Black>(&position.board, moves),
    }
}

/// Whether `color` could capture if it were to move, so that it would have to.
#[inline]
pub fn can_capture<R: Rules>(board: &BoardOf<R>, color: Color) -> bool {
    match color {
        Color::White => capture::is_possible::<R, White>(board),
        Color::Black => capture::is_possible::<R, Black>(board),
    }
}

/// Whether the side to move, which cannot capture, has a move all the same.
#[inline]
pub fn can_move<R: Rules>(position: &Position<R>) -> bool {
    match position.turn {
        Color::White => quiet::is_possible::<R, White>(&position.board),
        Color::Black => quiet::is_possible::<R, Black>(&position.board),
    }
}

/// Appends the legal moves of `S` to `moves`.
#[inline(always)]
pub(crate) fn moves_of<R: Rules, S: Side>(board: &BoardOf<R>, moves: &mut Vec<MoveOf<R>>) {
    if !capture::captures::<R, S>(board, moves) {
        quiet::quiet_moves::<R, S>(board, moves);
    }
}

pub(crate) use count::count;

/// The pieces of `movers` that have a jumpable piece next to them in `direction`: an enemy with an
/// empty square behind.
#[inline(always)]
fn jumpers<R: Rules>(
    movers: BitsOf<R>,
    enemies: BitsOf<R>,
    empty: BitsOf<R>,
    direction: Direction,
) -> BitsOf<R> {
    let back = direction.opposite();
    let jumpable = enemies & R::Geometry::shift(empty, back);
    movers & R::Geometry::shift(jumpable, back)
}

/// Whether a man of `S` may capture in `direction`.
#[inline(always)]
fn man_captures<R: Rules, S: Side>(direction: Direction) -> bool {
    R::RULES.man_captures_backward || S::FORWARD.contains(&direction)
}

/// Calls `f` with every diagonal; written out so that each call is compiled with its constant.
#[inline(always)]
fn each_diagonal(mut f: impl FnMut(Direction)) {
    f(Direction::NorthWest);
    f(Direction::NorthEast);
    f(Direction::SouthWest);
    f(Direction::SouthEast);
}

/// The set one step on in `direction`, as far as it stays within `within`.
#[inline(always)]
fn step<R: Rules>(set: BitsOf<R>, direction: Direction, within: BitsOf<R>) -> BitsOf<R> {
    R::Geometry::shift(set, direction) & within
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation;
    use crate::rules::Variant;

    #[test]
    fn moves_of_every_start_position() {
        for variant in Variant::ALL {
            crate::with_rules!(variant, R => {
                let start = Position::<R>::start(variant);
                let mut moves = Vec::new();
                legal_moves(&start, &mut moves);
                assert_eq!(moves.len(), if R::RULES.man_captures_backward { 9 } else { 7 });
                assert!(moves.iter().all(|m| !m.is_capture()));
            });
        }
    }

    #[test]
    fn a_threat_is_seen_before_it_is_carried_out() {
        let cases = [
            (Variant::Czech, "W:W22:B18", Color::White, true),
            (Variant::Czech, "W:W22:B18", Color::Black, true),
            (Variant::Czech, "W:W22:B26", Color::White, false),
            (Variant::International, "W:W27:B32", Color::White, true),
            (Variant::International, "W:WK46:B14", Color::White, true),
            (Variant::International, "W:WK46:B5", Color::White, false),
            (Variant::English, "W:WK32:B18", Color::White, false),
        ];
        for (variant, fen, color, expected) in cases {
            crate::with_rules!(variant, R => {
                let position = notation::parse_fen::<R>(variant, fen).unwrap();
                assert_eq!(can_capture::<R>(&position.board, color), expected, "{fen}");
            });
        }
    }
}

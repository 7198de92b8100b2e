//! What of the move generator is compiled in this crate, once for each type of rules, however many crates call it. See
//! [`Compiled`].

use super::{Counting, capture, is_over, moves_of, quiet};
use crate::board::{Black, Color, White};
use crate::geometry::Bits;
use crate::rules::{self, BoardOf, MoveOf, Objective, Position, Rules};

/// The functions that are compiled here. A generic function is compiled again in every crate that calls it, an
/// implementation for a type is not.
pub trait Compiled: Sized {
    /// As [`legal_moves_as`](super::legal_moves_as).
    fn legal_moves(position: &Position<Self>, counting: Counting, moves: &mut Vec<MoveOf<Self>>)
    where
        Self: Rules;

    /// As [`can_capture`](super::can_capture).
    fn can_capture(board: &BoardOf<Self>, color: Color) -> bool
    where
        Self: Rules;

    /// As [`winner`](super::winner).
    fn winner(position: &Position<Self>, objective: Objective) -> Option<Color>
    where
        Self: Rules;
}

macro_rules! compiled {
    ($($rules:ident)*) => {$(
        impl Compiled for rules::$rules {
            fn legal_moves(
                position: &Position<Self>,
                counting: Counting,
                moves: &mut Vec<MoveOf<Self>>,
            ) {
                match position.turn {
                    Color::White => moves_of::<Self, White>(position, counting, moves),
                    Color::Black => moves_of::<Self, Black>(position, counting, moves),
                }
            }

            fn can_capture(board: &BoardOf<Self>, color: Color) -> bool {
                !is_over::<Self>(board)
                    && match color {
                        Color::White => capture::is_possible::<Self, White>(board),
                        Color::Black => capture::is_possible::<Self, Black>(board),
                    }
            }

            fn winner(position: &Position<Self>, objective: Objective) -> Option<Color> {
                let (board, turn) = (&position.board, position.turn);
                if is_over::<Self>(board) {
                    // Usually the side that has just moved, but a position may be set up differently.
                    let has_moved = board.kings(!turn).any();
                    return Some(if has_moved { !turn } else { turn });
                }
                let can_go_on = Self::can_capture(board, turn) || quiet::can_move(position);
                (!can_go_on).then_some(match objective {
                    Objective::Win => !turn,
                    Objective::Giveaway => turn,
                })
            }
        }
    )*};
}

each_rules!(compiled);

//! A position: the board and who is to move.

use super::{BoardOf, MoveOf, Rules, Variant};
use crate::board::{Black, Board, Color, Key, Kind, White};
use crate::geometry::{Bits, Geometry};

/// A position under the rules `R`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position<R: Rules> {
    /// The pieces.
    pub board: BoardOf<R>,
    /// Whose move it is.
    pub turn: Color,
}

impl<R: Rules> Position<R> {
    /// The start position of a variant that moves by `R`.
    pub fn start(variant: Variant) -> Position<R> {
        let facts = variant.facts();
        let mut board = Board::default();
        for row in 0..R::Geometry::HEIGHT {
            let color = if row < facts.rows_of_men {
                Color::Black
            } else if row >= R::Geometry::HEIGHT - facts.rows_of_men {
                Color::White
            } else {
                continue;
            };
            for square in R::Geometry::ROWS[row].squares() {
                board.put(square, color, Kind::Man);
            }
        }
        Position {
            board,
            turn: facts.first,
        }
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn after(&self, m: &MoveOf<R>) -> Position<R> {
        let board = match self.turn {
            Color::White => self.board.after::<White>(m),
            Color::Black => self.board.after::<Black>(m),
        };
        Position {
            board,
            turn: !self.turn,
        }
    }

    /// The hash key.
    #[inline(always)]
    pub fn key(&self) -> Key {
        Key::new(&self.board, self.turn)
    }
}

/// The squares on which a man of `color` is crowned.
#[inline(always)]
pub fn crowning_row<G: Geometry>(color: Color) -> G::Bits {
    match color {
        Color::White => G::ROWS[0],
        Color::Black => G::ROWS[G::HEIGHT - 1],
    }
}

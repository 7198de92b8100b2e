//! A position: the board and the side to move.

use super::{BoardOf, KingMoves, MoveOf, Rules, VariantOf};
use crate::board::{Black, Board, Color, Key, Kind, Side, White};
use crate::geometry::{Bits, Geometry};

/// A position under the rules `R`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Position<R: Rules> {
    /// The pieces.
    pub board: BoardOf<R>,
    /// The counts of consecutive king moves.
    pub king_moves: R::KingMoves,
    /// The side to move.
    pub turn: Color,
}

impl<R: Rules> Position<R> {
    /// The start position of a variant.
    pub fn start(variant: VariantOf<R>) -> Position<R> {
        let facts = variant.facts();
        let mut board = Board::default();
        let first = facts.empty_back_rows;
        for row in first..first + facts.rows_of_men {
            for square in R::Geometry::ROWS[row].squares() {
                board.put(square, Color::Black, Kind::Man);
            }
            for square in R::Geometry::ROWS[R::Geometry::HEIGHT - 1 - row].squares() {
                board.put(square, Color::White, Kind::Man);
            }
        }
        Position::new(board, facts.first)
    }

    /// Creates a position without history.
    pub fn new(board: BoardOf<R>, turn: Color) -> Position<R> {
        Position {
            board,
            king_moves: R::KingMoves::default(),
            turn,
        }
    }

    /// The position after a legal move.
    #[inline(always)]
    pub fn after(&self, m: &MoveOf<R>) -> Position<R> {
        match self.turn {
            Color::White => self.after_move_of::<White>(m),
            Color::Black => self.after_move_of::<Black>(m),
        }
    }

    /// The position after a legal move of `S`, the side to move.
    #[inline(always)]
    pub(crate) fn after_move_of<S: Side>(&self, m: &MoveOf<R>) -> Position<R> {
        let board = self.board.after::<S>(m);
        Position {
            king_moves: self.king_moves.after(S::COLOR, m, &board),
            board,
            turn: S::Opponent::COLOR,
        }
    }

    /// The hash key.
    #[inline(always)]
    pub fn key(&self) -> Key {
        Key::new(&self.board, self.turn).with(self.king_moves.key())
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

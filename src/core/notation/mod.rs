//! Converts between text and positions, moves and games.
//!
//! [`kamen_protocol`] parses the syntax; here its square names are checked against a board and
//! converted to [`AnyPosition`]s and legal moves. Begin with [`AnyPosition::parse_fen`] and
//! [`AnyPosition::parse_move`]. Printed square numbers exist only in this module.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod board;
mod fen;
mod frame;
mod hub;
mod king_moves;
mod move_text;
mod moves;
pub mod pdn;
mod squares;

pub use board::Diagram;
pub use fen::fen_to_hub;
pub use frame::{Frame, Numbers, UnknownFrame};
pub use moves::MoveError;
pub use squares::name as square_name;

use crate::board::{Color, Kind};
use crate::game::AnyPosition;
use crate::geometry::Square;
use crate::rules::Variant;
use kamen_protocol::{ParseError, Side, SquareName};

/// Why a text is not a position of the variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text is malformed.
    #[error("bad position {0}")]
    Text(#[from] ParseError),
    /// A square that the board does not have.
    #[error("bad position at column {column}: no square {square}, expected {expected}")]
    NoSquare {
        /// The column, from 1.
        column: usize,
        /// The square as written.
        square: SquareName,
        /// The squares of the board.
        expected: String,
    },
    /// Two pieces on one square.
    #[error(
        "bad position at column {column}: square {square} is taken already, expected one piece a square"
    )]
    Taken {
        /// The column, from 1.
        column: usize,
        /// The square as written.
        square: SquareName,
    },
    /// A man on its crowning row.
    #[error(
        "bad position at column {column}: a {color} man on {square}, its crowning row, expected a king there"
    )]
    Crowned {
        /// The column, from 1.
        column: usize,
        /// The square as written.
        square: SquareName,
        /// The colour of the man.
        color: &'static str,
    },
    /// A side has too many pieces.
    #[error("bad position: {found} {color} pieces, expected at most {most}")]
    TooMany {
        /// Their number.
        found: usize,
        /// Their colour.
        color: &'static str,
        /// The maximum.
        most: usize,
    },
    /// No piece at all.
    #[error("bad position: no pieces, expected at least one")]
    Empty,
    /// Invalid counts of king moves.
    #[error("bad count of king moves '{found}', expected {expected}")]
    KingMoves {
        /// The text.
        found: String,
        /// What was expected.
        expected: &'static str,
    },
    /// A Hub position of the wrong length.
    #[error("bad position: {found} squares, expected {expected} for {variant}")]
    Length {
        /// Squares in the text.
        found: usize,
        /// Squares of the board.
        expected: usize,
        /// The variant.
        variant: Variant,
    },
}

/// Places pieces on a board one by one, rejecting misplaced ones.
struct Setup(AnyPosition);

impl Setup {
    fn new(variant: Variant, turn: Color) -> Setup {
        Setup(AnyPosition::empty(variant, turn))
    }

    fn put(
        &mut self,
        square: Square,
        color: Color,
        kind: Kind,
        name: SquareName,
        column: usize,
    ) -> Result<(), PositionError> {
        if self.0.at(square).is_some() {
            return Err(PositionError::Taken {
                column,
                square: name,
            });
        }
        let shape = self.0.variant().shape();
        if kind == Kind::Man && shape.is_on_edge_row(square, color == Color::White) {
            return Err(PositionError::Crowned {
                column,
                square: name,
                color: color_name(color),
            });
        }
        self.0.put(square, color, kind);
        Ok(())
    }

    fn finish(self) -> Result<AnyPosition, PositionError> {
        let most = self.0.variant().most_pieces();
        let mut all = 0;
        for color in [Color::White, Color::Black] {
            let found = self.0.census(color).iter().sum();
            if found > most {
                let color = color_name(color);
                return Err(PositionError::TooMany { found, color, most });
            }
            all += found;
        }
        if all == 0 {
            return Err(PositionError::Empty);
        }
        Ok(self.0)
    }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// The colour of a side of the protocols.
pub fn to_color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

/// The side of the protocols with a colour.
pub fn to_side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

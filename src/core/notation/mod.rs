//! Converts between text and positions, moves and games.
//!
//! [`kamen_protocol`] parses the syntax; here its square names are checked against a board and
//! converted to [`AnyPosition`]s and legal moves. Begin with [`AnyPosition::parse_fen`],
//! [`AnyPosition::parse_move`] and [`AnyPosition::write_move`]. Printed square numbers exist only in this module.
//!
//! [`AnyPosition`]: crate::game::AnyPosition
//! [`AnyPosition::parse_fen`]: crate::game::AnyPosition::parse_fen
//! [`AnyPosition::parse_move`]: crate::game::AnyPosition::parse_move
//! [`AnyPosition::write_move`]: crate::game::AnyPosition::write_move

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
#[cfg(feature = "serde")]
mod game_state;
mod game_text;
mod hub;
mod king_moves;
mod move_text;
mod moves;
#[cfg(feature = "serde")]
mod noted_move;
pub mod pdn;
#[cfg(feature = "serde")]
mod played_game;
#[cfg(feature = "serde")]
mod reason;
mod refusal;
#[cfg(feature = "serde")]
mod serialize;
mod setup;
mod short;
mod squares;
#[cfg(feature = "serde")]
mod variant_facts;

pub use board::{Diagram, DiagramCell, DiagramRow};
pub use fen::fen_to_hub;
pub use frame::{Frame, Numbers, UnknownFrame};
#[cfg(feature = "serde")]
pub use game_state::{BoardState, GameState, MoveState, PieceState};
pub use game_text::GameTextError;
pub use kamen_protocol::{Fen, HubPosition, MoveKind, MoveText, ParseError, SquareName};
pub use moves::MoveError;
#[cfg(feature = "serde")]
pub use noted_move::NotedMove;
#[cfg(feature = "serde")]
pub use played_game::PlayedGame;
#[cfg(feature = "serde")]
pub use reason::Reason;
pub use refusal::{Barrier, Outranked, Refusal};
pub use squares::{by_name as square_named, has_letters, name as square_name, usual_name};
#[cfg(feature = "serde")]
pub use variant_facts::VariantFacts;

use crate::board::Color;
use crate::rules::Variant;
use kamen_protocol::Side;

/// Why a text is not a position of the variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text is malformed.
    #[error("bad position {0}")]
    Text(#[from] ParseError),
    /// A square that the board does not have.
    #[error("bad position{}: no square {square}, expected {expected}", at(*column))]
    NoSquare {
        /// The column, from 1; `None` if the position is no text.
        column: Option<usize>,
        /// The square as written.
        square: SquareName,
        /// The squares of the board.
        expected: String,
    },
    /// Two pieces on one square.
    #[error(
        "bad position{}: square {square} is taken already, expected one piece a square",
        at(*column)
    )]
    Taken {
        /// The column, from 1; `None` if the position is no text.
        column: Option<usize>,
        /// The square as written.
        square: SquareName,
    },
    /// A man on its crowning row.
    #[error(
        "bad position{}: a {color} man on {square}, its crowning row, expected a king there",
        at(*column)
    )]
    Crowned {
        /// The column, from 1; `None` if the position is no text.
        column: Option<usize>,
        /// The square as written.
        square: SquareName,
        /// The colour of the man.
        color: Color,
    },
    /// A side has too many pieces.
    #[error("bad position: {found} {color} pieces, expected at most {most}")]
    TooMany {
        /// Their number.
        found: usize,
        /// Their colour.
        color: Color,
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

/// Where a text is at fault, for messages.
fn at(column: Option<usize>) -> String {
    column.map_or_else(String::new, |column| format!(" at column {column}"))
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

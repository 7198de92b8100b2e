//! Text to positions and moves, and back.
//!
//! [`kamen_protocol`] reads the characters; here its square names meet a board: they are checked
//! and turned into [`Position`]s and legal moves. Printed square numbers exist only here.

mod any_game;
mod fen;
mod frame;
mod hub;
mod king_moves;
mod moves;
pub mod pdn;
mod route;
mod squares;

pub use any_game::{AnyGame, Ended, fen_to_hub, new_game, new_game_from};
pub use fen::{parse_fen, write_fen};
pub use frame::{Frame, Numbers, UnknownFrame};
pub use hub::{parse_hub_position, parse_hub_position_in, write_hub_position};
pub use king_moves::{parse_wolf, write_wolf};
pub use moves::{MoveError, hub_move, hub_move_in, parse_move, parse_move_in};

use crate::board::{Board, Color, Kind};
use crate::geometry::{Bits, Geometry, Square};
use crate::rules::{BoardOf, Position, Rules, Variant, crowning_row};
use kamen_protocol::{ParseError, Side, SquareName};

/// Why a text is not a position of the variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The text cannot be read at all.
    #[error("bad position {0}")]
    Text(#[from] ParseError),
    /// A square that the board does not have.
    #[error("bad position at column {column}: no square {square}, expected {expected}")]
    NoSquare {
        /// Where, from 1.
        column: usize,
        /// The square as written.
        square: SquareName,
        /// The squares that there are.
        expected: String,
    },
    /// Two pieces on one square.
    #[error(
        "bad position at column {column}: square {square} is taken already, expected one piece a square"
    )]
    Taken {
        /// Where, from 1.
        column: usize,
        /// The square as written.
        square: SquareName,
    },
    /// A man where it would have been crowned.
    #[error(
        "bad position at column {column}: a {color} man on {square}, its crowning row, expected a king there"
    )]
    Crowned {
        /// Where, from 1.
        column: usize,
        /// The square as written.
        square: SquareName,
        /// The colour of the man.
        color: &'static str,
    },
    /// More pieces than a side has at the start.
    #[error("bad position: {found} {color} pieces, expected at most {most}")]
    TooMany {
        /// Their number.
        found: usize,
        /// Their colour.
        color: &'static str,
        /// The most that there may be.
        most: usize,
    },
    /// No piece at all.
    #[error("bad position: no pieces, expected at least one")]
    Empty,
    /// Counts of king moves that fit no king.
    #[error("bad count of king moves '{found}', expected {expected}")]
    KingMoves {
        /// The text.
        found: String,
        /// What it could have been.
        expected: &'static str,
    },
    /// A Hub position of another length.
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

/// Puts pieces on a board one by one and refuses what cannot stand.
struct Setup<R: Rules> {
    board: BoardOf<R>,
}

impl<R: Rules> Setup<R> {
    fn new() -> Self {
        Setup {
            board: Board::default(),
        }
    }

    fn put(
        &mut self,
        square: Square,
        color: Color,
        kind: Kind,
        name: SquareName,
        column: usize,
    ) -> Result<(), PositionError> {
        if self.board.occupied().has(square) {
            return Err(PositionError::Taken {
                column,
                square: name,
            });
        }
        if kind == Kind::Man && crowning_row::<R::Geometry>(color).has(square) {
            return Err(PositionError::Crowned {
                column,
                square: name,
                color: color_name(color),
            });
        }
        self.board.put(square, color, kind);
        Ok(())
    }

    fn finish(self, variant: Variant, turn: Color) -> Result<Position<R>, PositionError> {
        let most = most_pieces::<R>(variant);
        for color in [Color::White, Color::Black] {
            let found = self.board.of(color).count();
            if found > most {
                let color = color_name(color);
                return Err(PositionError::TooMany { found, color, most });
            }
        }
        if self.board.occupied().is_empty() {
            return Err(PositionError::Empty);
        }
        Ok(Position::new(self.board, turn))
    }
}

/// The most pieces that a side may have: those of the start position, or the men that fill all rows
/// but two, for variants that begin with fewer than their relatives.
fn most_pieces<R: Rules>(variant: Variant) -> usize {
    let facts = variant.facts();
    let per_row = R::Geometry::SQUARES / R::Geometry::HEIGHT;
    (facts.rows_of_men * per_row).max((R::Geometry::HEIGHT / 2 - 1) * R::Geometry::WIDTH / 2)
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(crate) fn to_color(side: Side) -> Color {
    match side {
        Side::White => Color::White,
        Side::Black => Color::Black,
    }
}

pub(crate) fn to_side(color: Color) -> Side {
    match color {
        Color::White => Side::White,
        Color::Black => Side::Black,
    }
}

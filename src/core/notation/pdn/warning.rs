//! What a game is read in spite of. Begin with [`ReplayWarning`].

use super::variant::game_type;
use crate::rules::Variant;
use kamen_protocol::pdn::{GameType, Place};
use std::fmt;

/// A slip of a text that leaves no doubt about its moves; one for each kind of slip in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayWarning {
    /// The place of the first in the text.
    pub place: Place,
    /// How many there are.
    pub times: usize,
    /// What is wrong.
    pub slip: ReplaySlip,
}

/// The kinds of slip that a replay reads over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplaySlip {
    /// The tag GameType has a board that the moves contradict. Servers write such tags.
    Board {
        /// The tag.
        found: GameType,
        /// The variant, by whose usual numbering the game is read.
        variant: Variant,
    },
    /// The tag GameType is half broken, but names a variant.
    Type {
        /// The value of the tag.
        found: String,
        /// The variant.
        variant: Variant,
    },
    /// The game is legal only if the board is turned: a1 lies at the left of the side that begins, or square 1 at
    /// the bottom.
    Turned {
        /// Whether squares have letters, otherwise numbers.
        letters: bool,
    },
    /// A quiet move with the sign of captures.
    QuietWithCross,
    /// A capture with the sign of quiet moves.
    CaptureWithDash,
    /// A capture that is written as several moves, hop by hop.
    HopByHop,
    /// A move with its number directly before it, `1-32-28`.
    NumberInMove,
    /// The squares of the game have numbers from 0.
    FromZero,
    /// A variation that goes on instead of the move behind it.
    VariationBefore,
    /// A variation that fits at no move.
    VariationNowhere,
    /// Words that may be a move and are none.
    NoMove {
        /// The words.
        found: String,
    },
    /// The points of a tournament, which look like a move.
    Points {
        /// The points.
        found: String,
    },
}

impl fmt::Display for ReplayWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.slip)?;
        match self.times {
            0 | 1 => Ok(()),
            times => write!(f, ", {times} times"),
        }
    }
}

impl fmt::Display for ReplaySlip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplaySlip::Board { found, variant } => {
                write!(
                    f,
                    "GameType {found} contradicts the moves, which are legal in the usual numbering of {variant}"
                )?;
                match game_type(*variant).and_then(|usual| Some((usual.number, usual.board?))) {
                    Some((number, board)) => write!(f, " ({number},{board})"),
                    None => Ok(()),
                }
            }
            ReplaySlip::Type { found, variant } => {
                write!(f, "GameType '{found}' is no game type, read as {variant}")
            }
            ReplaySlip::Turned { letters: true } => {
                f.write_str("a1 is read as the corner at the left of the side that begins")
            }
            ReplaySlip::Turned { letters: false } => {
                f.write_str("square 1 is read as the corner at the left of White")
            }
            ReplaySlip::QuietWithCross => {
                f.write_str("a quiet move is written with the sign of captures")
            }
            ReplaySlip::CaptureWithDash => {
                f.write_str("a capture is written with the sign of quiet moves")
            }
            ReplaySlip::HopByHop => {
                f.write_str("a capture is written as several moves, hop by hop")
            }
            ReplaySlip::NumberInMove => {
                f.write_str("the number of a move is written as its first square")
            }
            ReplaySlip::FromZero => f.write_str("squares are numbered from 0"),
            ReplaySlip::VariationBefore => {
                f.write_str("a variation stands before the move that it replaces")
            }
            ReplaySlip::VariationNowhere => {
                f.write_str("a variation fits at no move, read as a comment")
            }
            ReplaySlip::NoMove { found } => write!(f, "'{found}' is no move, read as a comment"),
            ReplaySlip::Points { found } => {
                write!(f, "points '{found}' behind the moves, read as a comment")
            }
        }
    }
}

/// The warnings of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Slips(pub(super) Vec<ReplayWarning>);

impl Slips {
    /// Adds a slip, or counts it with those of its kind.
    pub(super) fn add(&mut self, place: Place, slip: ReplaySlip) {
        let is_alike = |known: &ReplaySlip| match (known, &slip) {
            (ReplaySlip::NoMove { .. }, ReplaySlip::NoMove { .. }) => true,
            (known, slip) => known == slip,
        };
        match self.0.iter_mut().find(|known| is_alike(&known.slip)) {
            Some(known) => known.times += 1,
            None => self.0.push(ReplayWarning {
                place,
                times: 1,
                slip,
            }),
        }
    }
}

//! Files of whole games with the scores of the searches; `FORMAT.md` beside this file describes them.
//!
//! [`Records`] reads a file game by game, [`RecordFile`] adds games to one, and [`Record::replay`]
//! makes the positions of a game.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod error;
mod header;
mod merge;
mod order;
mod payload;
mod reader;
mod replay;
mod settings;
#[cfg(test)]
mod tests;
mod writer;

pub use error::{Damage, RecordError};
pub use merge::merge;
pub use order::ordered_moves;
pub use reader::Records;
pub use replay::{BadMove, Moment, Replay};
pub use settings::SelfplaySettings;
pub use writer::RecordFile;

use kamen_core::rules::GameResult;
use kamen_core::rules::{Rules, VariantOf};
use kamen_core::score::Score;

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Its number in the run, from 0, which seeds its random choices.
    pub number: u32,
    /// Number of random plies at the start.
    pub random_plies: u16,
    /// All plies from the start position of the variant.
    pub plies: Vec<Ply>,
    /// Who won.
    pub result: GameResult,
    /// Why the game ended.
    pub end: End,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The place of the move in [`ordered_moves`], from 0.
    pub choice: u16,
    /// The score of the search, in centi-men for the side to move; `None` for random and forced moves, which are
    /// not searched.
    pub score: Option<Score>,
    /// Whether the move was chosen at random, at the start of the game or later: what comes after it says nothing of
    /// the positions before.
    pub is_random: bool,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The side to move had no move, or the first king of breakthrough was there.
    Rules,
    /// Drawn by the rules: repetition, or a count.
    Drawn,
    /// The search saw a forced win.
    Forced,
    /// One side was far ahead for long.
    Adjudicated,
    /// Drawn by the limit of plies.
    PlyLimit,
    /// Endgame tables know the result.
    Tables,
}

impl Record {
    /// The most plies of a game.
    pub const MOST_PLIES: usize = 10_000;

    /// The positions of the game, by playing its moves again.
    pub fn replay<R: Rules>(&self, variant: VariantOf<R>) -> Replay<'_, R> {
        Replay::new(self, variant)
    }

    /// The plies after the random ones.
    pub fn played(&self) -> &[Ply] {
        self.plies
            .get(usize::from(self.random_plies)..)
            .unwrap_or_default()
    }
}

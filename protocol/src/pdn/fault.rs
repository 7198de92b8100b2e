//! Where the text of a file is wrong.

use std::fmt;
use std::io;

use super::{Game, Place};
use crate::text;

/// A stretch of a file that is no PDN.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {}", self.reason())]
pub struct Fault {
    /// Where.
    pub place: Place,
    /// At most 20 characters of what stood there, controls escaped; empty at the end of the file.
    pub found: String,
    /// What would have been accepted, as words that follow "expected".
    pub expected: String,
}

impl Fault {
    pub(super) fn new(place: Place, found: &str, expected: impl Into<String>) -> Self {
        Self {
            place,
            found: text::found(found),
            expected: expected.into(),
        }
    }

    /// The message without the place.
    #[must_use]
    pub fn reason(&self) -> String {
        let found = text::quoted(&self.found);
        format!("found {found}, expected {}", self.expected)
    }
}

/// A game with faults: what of it could be read, and what could not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultyGame {
    /// The rest of the game; nothing at all for text between two games.
    pub game: Game,
    /// At least one, in the order of the text.
    pub faults: Vec<Fault>,
}

impl fmt::Display for FaultyGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(first) = self.faults.first() {
            first.fmt(f)?;
        }
        match self.faults.len() {
            0 | 1 => Ok(()),
            all => write!(f, " (and {} more in this game)", all - 1),
        }
    }
}

impl std::error::Error for FaultyGame {}

/// Why the next game of a file is not there as it should be.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The file cannot be read on.
    #[error("cannot read on: {0}")]
    Io(#[from] io::Error),
    /// The game has faults; reading goes on with the next.
    #[error(transparent)]
    Faulty(#[from] Box<FaultyGame>),
}

//! David and Goliath: the players of the gomoku thesis, carried to draughts. Begin with [`David`].
//!
//! [`Goliath`] looks a number of plies ahead, always sees the same and, beaten once, is beaten the same way always.
//! [`David`] follows four single lines from each of his moves: with an own attack, with an attack of the opponent, as
//! in a remembered game that he would win, and as in one that he would lose. He remembers every won game in a
//! [`Memory`], whoever has won it. `MEMORY.md` has the algorithm and the format of the file,
//! `tests/experiments/memory.md` how well they play.
//!
//! A remembered game is turned so that White is its winner, and found by its positions; so the one symmetry of boards
//! with men, half a turn with colours exchanged, costs no second record.

mod david;
mod goliath;
mod journal;
mod listing;
mod record;
mod store;

pub use david::David;
pub use goliath::Goliath;
pub use journal::MemoryError;
pub use listing::{Listed, Listing, ListingError};
pub use record::{Bound, NoRecordName, Record, RecordName};
pub use store::{Memory, Way};

use super::{BuiltIn, MAX_DEPTH};

/// Parses `goliath:N` and `david:N:FILE`, ignoring case.
pub(super) fn read(text: &str) -> Option<BuiltIn> {
    let (name, rest) = text.split_once(':')?;
    let (depth, file) = match rest.split_once(':') {
        Some((depth, file)) => (depth, Some(file)),
        None => (rest, None),
    };
    let depth = depth.parse().ok().filter(|n| (1..=MAX_DEPTH).contains(n))?;
    match (name.to_ascii_lowercase().as_str(), file) {
        ("goliath", None) => Some(BuiltIn::Goliath { depth }),
        ("david", Some(file)) if !file.is_empty() => Some(BuiltIn::David {
            depth,
            memory: Memory::new(file),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests;

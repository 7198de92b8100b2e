//! What is known of a root move before the search.

use kamen_core::board::Key;
use kamen_core::score::Score;

/// What is known of a move at the root. It bounds the move's score in iterations that do not look deeper than the
/// proof: no ban, for the move is still played where all others are worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The key of the position after the move.
    pub after: Key,
    /// For the side that makes the move, it is worth at most this.
    pub at_most: Score,
    /// The depth that proves it, in plies after the move.
    pub depth: u32,
}

impl Correction {
    /// The correction of a child that would be searched to `depth`, if it is proven deeply enough.
    pub(super) fn of(all: &[Correction], after: Key, depth: i32) -> Option<Score> {
        let known = all.iter().find(|known| known.after == after)?;
        (i64::from(depth) <= i64::from(known.depth)).then_some(known.at_most)
    }
}

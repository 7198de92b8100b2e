//! How perft counts, and its errors.

use super::{Counting, Vectors};
use kamen_core::rules::Variant;

/// How perft counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// What counts as one move.
    pub counting: Counting,
    /// Whether to make the moves of the last ply; disables the table.
    pub full: bool,
    /// Number of threads; 0 counts as 1.
    pub threads: usize,
    /// The vectors in which many positions are counted at once.
    pub vectors: Vectors,
}

impl Method {
    /// Unique moves, one thread.
    pub const PLAIN: Method = Method {
        counting: Counting::Unique,
        full: false,
        threads: 1,
        vectors: Vectors::Widest,
    };
}

impl Default for Method {
    fn default() -> Method {
        Method::PLAIN
    }
}

/// Why a count failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CountError {
    /// Out of memory.
    #[error("no memory for a table of {megabytes} MiB, expected less")]
    Memory {
        /// The size requested, in MiB.
        megabytes: usize,
    },
    /// The count does not fit into 128 bits.
    #[error("more than 2^128 sequences of {depth} moves, expected a smaller depth")]
    Overflow {
        /// The depth, in plies.
        depth: u32,
    },
    /// The position is of another variant.
    #[error("a position of {found}, expected {expected}")]
    Variant {
        /// The variant of the position.
        found: Variant,
        /// The variant of the counter.
        expected: Variant,
    },
}

/// Receives the progress of a count, from any thread.
pub trait Progress: Sync {
    /// A count of `pieces` parts begins.
    fn begin(&self, pieces: usize);
    /// A part is done.
    fn advance(&self);
}

/// Ignores progress.
impl Progress for () {
    fn begin(&self, _: usize) {}
    fn advance(&self) {}
}

/// The total of a [`Counter::divide`](super::Counter::divide).
///
/// # Errors
/// The total does not fit into 128 bits.
pub fn total<M>(counts: &[(M, u128)], depth: u32) -> Result<u128, CountError> {
    let add = |sum: u128, (_, nodes): &(M, u128)| sum.checked_add(*nodes);
    let sum = counts.iter().try_fold(0, add);
    sum.ok_or(CountError::Overflow { depth })
}

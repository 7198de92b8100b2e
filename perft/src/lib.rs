//! Perft: the number of legal move sequences of a given length, the standard test of a move
//! generator.
//!
//! Begin with [`perft`], the plain count; [`Counter`] adds threads, a transposition table and other
//! ways of counting. [`split`] distributes a count over many machines, [`against`] compares counts
//! with another program, [`suite`] with files of known counts.
//!
//! A move counts once per (from, to, set of captured squares); with [`Counting::Paths`] it counts
//! once per route. At the last ply moves are counted, not made, unless [`Method::full`] is set.

#[cfg(feature = "programs")]
pub mod against;
mod counter;
mod method;
pub mod split;
pub mod suite;
#[cfg(feature = "runner")]
mod suites;
mod table;
mod typed;
mod walk;

pub use counter::Counter;
pub use kamen_core::movegen::{Counting, UnknownCounting, Vectors};
pub use method::{CountError, Method, Progress, total};
#[cfg(feature = "runner")]
pub use suites::suites;

use kamen_core::rules::{Position, Rules};

/// The greatest depth accepted, in plies.
pub const MAX_DEPTH: u32 = 60;

/// The number of sequences of `depth` legal moves; 1 at depth 0.
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    walk::Walker::new(&Method::PLAIN).count(position, depth)
}

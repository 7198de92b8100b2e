//! Perft: the number of move sequences of a given length, the proof of a move generator.
//!
//! [`perft`] is the plain count; [`Counter`] is the same with threads, a table and other ways of
//! counting. [`split`] hands a count out to many machines, [`against`] compares counts with another
//! program, [`suite`] with files of known ones.
//!
//! A move counts once per (from, to, set of captured squares) unless [`Counting::Paths`] keeps the
//! routes apart. At the last ply the moves are counted, not made, unless [`Method::full`] says so.

pub mod against;
mod counter;
mod counting;
pub mod split;
pub mod suite;
mod table;
mod walk;

pub use crate::movegen::Counting;
pub use counter::{CountError, Counter, Method, Progress, total};
pub use counting::UnknownCounting;

use crate::rules::{Position, Rules};

/// The greatest depth, in plies, that programs and files may ask for.
pub const MAX_DEPTH: u32 = 60;

/// The number of sequences of `depth` legal moves; 1 at depth 0.
pub fn perft<R: Rules>(position: &Position<R>, depth: u32) -> u64 {
    walk::Walker::new(&Method::PLAIN).count(position, depth)
}

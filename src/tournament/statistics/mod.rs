//! Who is stronger, and how sure that is.
//!
//! Games come in pairs: an opening is played twice with colours changed. The two games of a pair
//! have the opening in common, so only whole pairs are independent of one another, and errors come
//! from the five possible scores of a pair, the *pentanomial* distribution (Michel Van den Bergh,
//! "The Generalized Sequential Probability Ratio Test for chess engine testing"; used by fishtest
//! and fastchess).

mod elo;
mod likelihood;
mod pairs;
mod sprt;

pub use elo::{Elo, elo_of_score, score_of_elo, signed};
pub use pairs::{Pairs, Tally};
pub use sprt::{Sprt, SprtError, Verdict};

#[cfg(test)]
mod tests;

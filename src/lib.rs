//! Kamen, a draughts engine: rules and move generation of every variant, search, evaluation, and
//! the protocols around them.
//!
//! A line may use what stands below it, never what stands above: [`cli`], [`frontend`],
//! [`engine`], [`search`], [`eval`] (beside [`perft`], [`players`] and [`notation`]), [`movegen`], [`rules`],
//! [`board`] (beside [`score`]), [`geometry`]. [`training`] and, below it, [`tournament`] stand between [`cli`] and
//! [`search`]; [`transport`] stands below [`frontend`] and [`tournament`], [`cpu`] alone.

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]

pub mod board;
pub mod cli;
pub mod cpu;
pub mod engine;
pub mod eval;
pub mod frontend;
pub mod geometry;
pub mod movegen;
pub mod notation;
pub mod perft;
pub mod players;
pub mod rules;
pub mod score;
pub mod search;
pub mod tournament;
pub mod training;
pub mod transport;
mod util;

pub use util::{HeaderError, SealError, Stop};

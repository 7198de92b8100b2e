//! Kamen, a draughts engine: rules and move generation of every variant, search, evaluation, and
//! the Hub protocol around them.

pub mod board;
pub mod eval;
pub mod geometry;
pub mod movegen;
pub mod notation;
pub mod perft;
pub mod rules;
pub mod score;
pub mod search;

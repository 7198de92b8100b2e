//! Perft suites: node counts and move lists of draughts variants, kept as text files with
//! their sources in `suites/`, and the code that reads them.
//!
//! The counting itself is the engine's; nothing here knows the rules of a game.

pub mod suite;

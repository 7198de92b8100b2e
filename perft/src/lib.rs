//! Perft suites: node counts and move lists of draughts variants, kept as text files with
//! their sources in `suites/`, the code that reads them, and the runner that holds the engine
//! against them.
//!
//! The counting itself is the engine's; nothing here knows the rules of a game.

pub mod report;
pub mod runner;
pub mod suite;

/// The suites of `suites/`: file names and texts. They are part of the program, so that it runs
/// from anywhere.
pub const SUITES: &[(&str, &str)] = &[
    (
        "international.moves",
        include_str!("../suites/international.moves"),
    ),
    (
        "international.perft",
        include_str!("../suites/international.perft"),
    ),
    ("czech.moves", include_str!("../suites/czech.moves")),
    ("czech.perft", include_str!("../suites/czech.perft")),
    ("english.moves", include_str!("../suites/english.moves")),
    ("english.perft", include_str!("../suites/english.perft")),
];

//! Perft suites: node counts and move lists of draughts variants, kept as text files with
//! their sources in `suites/`. What reads them and holds the engine against them is
//! [`kamen::perft::suite`]; nothing here counts.

/// Names a file of `suites/` and includes its text.
macro_rules! suites {
    ($($name:literal)*) => {
        &[$(($name, include_str!(concat!("../suites/", $name)))),*]
    };
}

/// The suites of `suites/`: file names and texts. They are part of the program, so that it runs
/// from anywhere.
pub const SUITES: &[(&str, &str)] = suites![
    "international.moves"
    "international.perft"
    "international_paths.perft"
    "losing.moves"
    "losing.perft"
    "killer.moves"
    "killer.perft"
    "breakthrough.moves"
    "breakthrough.perft"
    "frisian.moves"
    "frisian.perft"
    "frisian_paths.perft"
    "frysk.moves"
    "frysk.perft"
    "canadian.moves"
    "canadian.perft"
    "brazilian.moves"
    "brazilian.perft"
    "brazilian_paths.perft"
    "russian.moves"
    "russian.perft"
    "russian_paths.perft"
    "russian_giveaway.moves"
    "russian_giveaway.perft"
    "spantsireti.moves"
    "spantsireti.perft"
    "czech.moves"
    "czech.perft"
    "czech_paths.perft"
    "czech_zapletal.moves"
    "czech_zapletal.perft"
    "czech_giveaway.moves"
    "czech_giveaway.perft"
    "english.moves"
    "english.perft"
    "english_paths.perft"
    "english_giveaway.moves"
    "english_giveaway.perft"
    "pool.moves"
    "pool.perft"
    "pool_paths.perft"
    "italian.moves"
    "italian.perft"
    "italian_paths.perft"
    "spanish.moves"
    "spanish.perft"
    "spanish_paths.perft"
    "portuguese.moves"
    "portuguese.perft"
    "thai.moves"
    "thai.perft"
    "turkish.moves"
    "turkish.perft"
];

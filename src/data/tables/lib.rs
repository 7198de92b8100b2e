//! Endgame tables of the draughts engine Kamen, two files for each variant: `czech.values` and `czech.distances`.

/// The files of this folder.
macro_rules! files {
    ($($name:literal)*) => {
        /// The contents of a file of this folder; `None` if there is no such file.
        pub fn file(name: &str) -> Option<&'static [u8]> {
            Some(match name {
                $($name => include_bytes!($name),)*
                _ => return None,
            })
        }
    };
}

files! {
    "brazilian.distances"
    "brazilian.values"
    "breakthrough.distances"
    "breakthrough.values"
    "canadian.distances"
    "canadian.values"
    "czech.distances"
    "czech.values"
    "czech_giveaway.distances"
    "czech_giveaway.values"
    "czech_zapletal.distances"
    "czech_zapletal.values"
    "english.distances"
    "english.values"
    "english_giveaway.distances"
    "english_giveaway.values"
    "frisian.distances"
    "frisian.values"
    "frysk.distances"
    "frysk.values"
    "international.distances"
    "international.values"
    "italian.distances"
    "italian.values"
    "killer.distances"
    "killer.values"
    "losing.distances"
    "losing.values"
    "pool.distances"
    "pool.values"
    "portuguese.distances"
    "portuguese.values"
    "russian.distances"
    "russian.values"
    "russian_giveaway.distances"
    "russian_giveaway.values"
    "spanish.distances"
    "spanish.values"
    "spantsireti.distances"
    "spantsireti.values"
    "thai.distances"
    "thai.values"
    "turkish.distances"
    "turkish.values"
}

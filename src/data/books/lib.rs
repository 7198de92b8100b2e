//! Opening books of the draughts engine Kamen, a file for each variant: `czech.book`.

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
    "brazilian.book"
    "breakthrough.book"
    "canadian.book"
    "czech.book"
    "czech_giveaway.book"
    "czech_zapletal.book"
    "english.book"
    "english_giveaway.book"
    "frisian.book"
    "frysk.book"
    "international.book"
    "italian.book"
    "killer.book"
    "losing.book"
    "pool.book"
    "portuguese.book"
    "russian.book"
    "russian_giveaway.book"
    "spanish.book"
    "spantsireti.book"
    "thai.book"
    "turkish.book"
}

//! Weights of the draughts engine Kamen for the variants on 8x8 squares, a file each: `czech.weights`.

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
    "brazilian.weights"
    "czech.weights"
    "czech_giveaway.weights"
    "czech_zapletal.weights"
    "english.weights"
    "english_giveaway.weights"
    "italian.weights"
    "pool.weights"
    "portuguese.weights"
    "russian.weights"
    "russian_giveaway.weights"
    "spanish.weights"
    "thai.weights"
    "turkish.weights"
}

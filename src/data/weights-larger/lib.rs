//! Weights of the draughts engine Kamen for the variants on larger boards, a file each: `international.weights`.

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
    "breakthrough.weights"
    "canadian.weights"
    "frisian.weights"
    "frysk.weights"
    "international.weights"
    "killer.weights"
    "losing.weights"
    "spantsireti.weights"
}

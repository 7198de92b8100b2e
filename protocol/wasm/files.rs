//! The files that the engine has beside its code: weights, book and tables of each variant. Begin with [`take_file`].

use kamen_core::rules::Variant;
use kamen_files::{give, given};

/// The ends of the names of a variant's files.
const ENDS: [&str; 4] = ["weights", "book", "values", "distances"];

/// The names of a variant's files that were not handed over.
pub(crate) fn wanted(variant: Variant) -> impl Iterator<Item = String> {
    let names = ENDS.iter().map(move |end| format!("{variant}.{end}"));
    names.filter(|name| given(name).is_none())
}

/// A file is not what it was when it was packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DamagedFile {
    /// Its name.
    pub name: String,
}

impl std::fmt::Display for DamagedFile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is damaged", self.name)
    }
}

impl std::error::Error for DamagedFile {}

/// Takes over a file, such as `czech.weights`, whose checksum (CRC-32) is told if it is known.
///
/// # Errors
/// It has another checksum; it is not taken.
pub fn take_file(name: &str, bytes: Vec<u8>, checksum: Option<u32>) -> Result<(), DamagedFile> {
    if checksum.is_some_and(|expected| crc32fast::hash(&bytes) != expected) {
        let name = name.to_owned();
        return Err(DamagedFile { name });
    }
    give(name, bytes);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_files_with_their_checksum_are_taken() {
        let right = crc32fast::hash(b"abc");
        let taken = take_file("x.weights", b"abd".to_vec(), Some(right));
        assert_eq!(taken.unwrap_err().to_string(), "x.weights is damaged");
        assert_eq!(given("x.weights"), None);
        take_file("x.weights", b"abc".to_vec(), Some(right)).unwrap();
        assert_eq!(given("x.weights"), Some(&b"abc"[..]));
    }
}

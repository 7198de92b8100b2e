//! Why files of tables cannot be used.

use super::content::Content;
use super::material::Material;
use kamen_core::rules::Variant;
use kamen_files::header::HeaderError;
use std::io;
use std::path::PathBuf;

/// Why a file of tables cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("cannot use {}: {why}", path.display())]
pub struct TableFileError {
    /// The file.
    pub path: PathBuf,
    /// Why.
    pub why: Unusable,
}

/// What is wrong with a file of tables.
#[derive(Debug, thiserror::Error)]
pub enum Unusable {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The header is wrong.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The header names another variant.
    #[error("a table of {found}, expected {expected}")]
    Variant {
        /// In the file.
        found: Variant,
        /// As asked for.
        expected: Variant,
    },
    /// The file holds something else.
    #[error("found {}, expected {}", found.extension(), expected.extension())]
    Content {
        /// In the file.
        found: Content,
        /// As asked for.
        expected: Content,
    },
    /// The file has the name of another one.
    #[error("found the table of {found}, expected that of {expected}")]
    Material {
        /// In the file.
        found: Material,
        /// By its name.
        expected: Material,
    },
    /// The file holds other units than its name says.
    #[error("found the tables of {found}, expected those of {expected}")]
    Units {
        /// In the file.
        found: String,
        /// By its name.
        expected: String,
    },
    /// Complete tables that another program made.
    #[error("made by {found}, expected {expected}: remove it, and it is made anew")]
    Program {
        /// As the file says.
        found: String,
        /// This one.
        expected: &'static str,
    },
    /// Complete tables with distances where none are asked for, or without.
    #[error("made {}, expected {}: remove it, and it is made anew", with(*.found), with(!.found))]
    With {
        /// Whether it holds distances.
        found: bool,
    },
    /// The header contradicts itself, or the board.
    #[error("the header tells of a slice '{0}' as it cannot be")]
    Slice(String),
    /// The header counts other values than there are.
    #[error("the header of slice '{0}' does not count the values that are there")]
    Counts(String),
    /// A block is damaged.
    #[error(
        "the block at byte {offset} is damaged: found checksum {found:08x}, expected {expected:08x}"
    )]
    Block {
        /// Where it begins.
        offset: u64,
        /// The checksum of what is there.
        found: u32,
        /// That of the file.
        expected: u32,
    },
    /// The blocks do not end where the file does.
    #[error("found {found} bytes, expected {expected}: the file is not whole")]
    Length {
        /// Its length.
        found: u64,
        /// As its header says.
        expected: u64,
    },
    /// A table is missing that others need.
    #[error("tables of fewer pieces are missing that {0} needs")]
    Missing(String),
}

fn with(distances: bool) -> &'static str {
    match distances {
        true => "with distances",
        false => "without distances",
    }
}

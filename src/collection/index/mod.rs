//! An index of collections: which games have a position, and at which plies, without reading them. [`Writer`] makes it and adds to
//! it, [`Index`] answers. The file is described in `INDEX.md`.
//!
//! An index is a header and segments. A segment is what was read since the one before it: the games, then their positions, sorted
//! by their keys, in blocks. Segments are only ever added, so whoever is killed leaves the index as it was before the last one.

mod block;
mod games;
mod reader;
mod segment;
mod source;
#[cfg(test)]
mod tests;
mod tree;
mod writer;

pub use games::Indexed;
pub use reader::{Index, Occurrence};
pub use segment::Part;
pub use source::Source;
pub use writer::Writer;

use kamen_files::LockError;
use kamen_files::header::{Format, HeaderError};
use serde::{Deserialize, Serialize};
use std::io;
use std::path::PathBuf;

/// The file format.
const FORMAT: Format = Format {
    magic: *b"KAMENIDX",
    version: 1,
    name: "index of games of kamen",
};

/// The header.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    /// The program that made it.
    program: String,
}

/// Why an index cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum IndexError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The index.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Another process works on it.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The file is no index, or one of another version.
    #[error("{}: {error}", path.display())]
    Header {
        /// The index.
        path: PathBuf,
        /// What is wrong.
        error: HeaderError,
    },
    /// A part of it is not what was written.
    #[error("{}: the {part} at byte {at} is damaged; remove the index and make it again", path.display())]
    Damaged {
        /// The index.
        path: PathBuf,
        /// What it is.
        part: &'static str,
        /// Where it begins.
        at: u64,
    },
    /// A file of games is not what it was.
    #[error("{} has changed since {} was made; remove the index and make it again", source_path.display(), path.display())]
    Changed {
        /// The index.
        path: PathBuf,
        /// The file of games.
        source_path: PathBuf,
    },
    /// A file of games cannot be read.
    #[error("{}: {error}", source_path.display())]
    Source {
        /// The file of games.
        source_path: PathBuf,
        /// Why not.
        error: io::Error,
    },
}

/// Appends a number in groups of 7 bits, the lowest first; the highest bit of a byte says that more follow.
fn put_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes such a number; `None` if the bytes end before, or it has more than 64 bits.
fn take_varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        let low = u64::from(byte & 0x7f);
        if shift == 63 && low > 1 {
            return None;
        }
        number |= low << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

//! Why tables cannot be made.

use super::file_error::TableFileError;
use super::slice::Slice;
use super::units::Units;
use kamen_files::LockError;
use std::io;
use std::path::PathBuf;

/// Why tables cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// A file cannot be used or written.
    #[error(transparent)]
    File(#[from] TableFileError),
    /// A folder cannot be made or read.
    #[error("cannot use the folder {}: {why}", path.display())]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        why: io::Error,
    },
    /// Another process makes the tables of a material.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// Too little memory is allowed.
    #[error("{what} takes {} MiB of memory, expected at most {} MiB", .needed >> 20, .allowed >> 20)]
    Memory {
        /// What would be made.
        what: String,
        /// Bytes it takes.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// The system refuses the memory.
    #[error("no memory for {what}, which takes {} MiB", .needed >> 20)]
    Refused {
        /// What would be made.
        what: String,
        /// Bytes it takes.
        needed: u64,
    },
    /// The board has no positions of these units.
    #[error("there is no unit {0} on this board")]
    NoUnits(Units),
    /// The complete tables of a unit are not there.
    #[error("{by} needs the unit {needed}, which is missing in {}", folder.display())]
    Missing {
        /// What is missing.
        needed: Units,
        /// What would be made of it.
        by: String,
        /// Where it would be.
        folder: PathBuf,
    },
    /// A value is not what the moves of its position say.
    #[error("the table of {0} is wrong: a value is not what the moves of its position say")]
    Wrong(Slice),
}

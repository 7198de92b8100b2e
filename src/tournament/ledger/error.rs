//! What can be wrong with the files of a tournament.

use kamen_files::JournalError;
use std::io;
use std::path::{Path, PathBuf};

/// What is wrong with the files.
#[derive(Debug, thiserror::Error)]
pub enum LedgerError {
    /// A file cannot be opened or read.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Another tournament writes there.
    #[error("{} is in use by another tournament, expected one for each", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// The journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The PDN file has lost games.
    #[error(
        "{} has {found} bytes, expected at least {expected}: it held these games already; put it \
         back, or remove it and it will be written anew", path.display()
    )]
    Shorter {
        /// The file.
        path: PathBuf,
        /// Its length in bytes.
        found: u64,
        /// Its length by the journal.
        expected: u64,
    },
}

impl LedgerError {
    /// For an error with this file.
    pub fn of(path: &Path, error: io::Error) -> LedgerError {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::ResourceBusy => LedgerError::InUse { path },
            _ => LedgerError::File { path, error },
        }
    }
}

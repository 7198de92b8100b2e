//! What can be wrong with the files of a tournament.

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
    /// A file that is no journal.
    #[error(
        "{} is no journal of kamen match, expected a new file or one that it has written; nothing \
         was changed", path.display()
    )]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// The journal of another tournament.
    #[error(
        "{} is the journal of another tournament: {what} was {found}, now it is {expected}; give \
         the same command again, or another journal", path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
        /// In the journal.
        found: String,
        /// On the command line.
        expected: String,
    },
    /// A line is no game.
    #[error("{}, line {line}: {error}; expected a game", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        error: serde_json::Error,
    },
    /// A line cannot be written as JSON.
    #[error("cannot write to {}: {error}", path.display())]
    Encode {
        /// The journal.
        path: PathBuf,
        /// Why not.
        error: serde_json::Error,
    },
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
    pub(super) fn file(path: &Path, error: io::Error) -> LedgerError {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::ResourceBusy => LedgerError::InUse { path },
            _ => LedgerError::File { path, error },
        }
    }
}

//! What is wrong with a file of games.

use super::BadMove;
use crate::rules::Variant;
use std::io;
use std::path::{Path, PathBuf};

/// What is wrong with a file of games.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// It cannot be opened, read or written.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// Somebody else adds to it.
    #[error("{} is in use by another self-play, expected a file for each", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// It holds something else.
    #[error("{} is no file of kamen selfplay, expected one that it has written", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
    },
    /// It has another version of the format.
    #[error("{} has version {found} of the record format, expected {expected}", path.display())]
    Version {
        /// The file.
        path: PathBuf,
        /// In the file.
        found: u16,
        /// Here.
        expected: u16,
    },
    /// It holds games of another variant.
    #[error("{} holds games of {found}, expected {expected}", path.display())]
    Variant {
        /// The file.
        path: PathBuf,
        /// In the file.
        found: Variant,
        /// Wanted.
        expected: Variant,
    },
    /// It holds games of other settings.
    #[error(
        "{} holds games of other settings: {what} was {found}, now it is {expected}; give the same \
         settings again, or another file", path.display()
    )]
    Settings {
        /// The file.
        path: PathBuf,
        /// Which setting.
        what: String,
        /// In the file.
        found: String,
        /// Wanted.
        expected: String,
    },
    /// Something in it is not as it was written.
    #[error("{}, byte {offset}: {what}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damaged piece begins.
        offset: u64,
        /// What was found and expected.
        what: String,
    },
    /// The last piece is not whole.
    #[error("{}, byte {offset}: the file ends in the middle of {piece}", path.display())]
    Truncated {
        /// The file.
        path: PathBuf,
        /// Where the piece begins.
        offset: u64,
        /// What it was to be.
        piece: &'static str,
    },
    /// A game is not played by the rules.
    #[error("{}, byte {offset}: {error}", path.display())]
    Move {
        /// The file.
        path: PathBuf,
        /// Where the game begins.
        offset: u64,
        /// Which move.
        error: BadMove,
    },
}

impl RecordError {
    pub(super) fn file(path: &Path, error: io::Error) -> RecordError {
        let path = path.to_owned();
        match error.kind() {
            io::ErrorKind::ResourceBusy => RecordError::InUse { path },
            _ => RecordError::File { path, error },
        }
    }

    pub(super) fn damaged(path: &Path, offset: u64, what: impl Into<String>) -> RecordError {
        RecordError::Damaged {
            path: path.to_owned(),
            offset,
            what: what.into(),
        }
    }
}

//! What can be wrong with a file of games.

use super::BadMove;
use kamen_core::rules::Variant;
use kamen_files::HeaderError;
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
    /// Another program adds to it.
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
    #[error("{}, byte {offset}: {damage}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where the damaged piece begins.
        offset: u64,
        /// What was found and expected.
        damage: Damage,
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
    /// Two parts of a run have the same game.
    #[error("{} and {} both have game {number}, expected parts of one run", first.display(), second.display())]
    Overlap {
        /// The number of the game.
        number: u32,
        /// A file.
        first: PathBuf,
        /// Another.
        second: PathBuf,
    },
    /// No part of a run has a game.
    #[error("no file has game {number}, expected all from 0 to {}", expected.saturating_sub(1))]
    Missing {
        /// The number of the game.
        number: u32,
        /// How many games there are to be.
        expected: u32,
    },
    /// The settings do not fit into a header.
    #[error("cannot write the settings of self-play: {0}")]
    Encode(HeaderError),
    /// The settings cannot be compared.
    #[error("cannot write the settings of self-play: {0}")]
    Json(serde_json::Error),
}

/// What is wrong with a damaged piece of a file of games.
#[derive(Debug, thiserror::Error)]
pub enum Damage {
    /// The header.
    #[error(transparent)]
    Header(HeaderError),
    /// The settings in the header.
    #[error("settings: {0}")]
    Settings(serde_json::Error),
    /// The two lengths before a game disagree.
    #[error("found no length of a game: {length} and {complement} are not complements")]
    Length {
        /// The length.
        length: u16,
        /// What should be the length with all bits inverted.
        complement: u16,
    },
    /// A game does not match its checksum.
    #[error("the checksum of the game is wrong: {0}")]
    Checksum(HeaderError),
    /// A game is shorter than its parts.
    #[error("the game is shorter than it says")]
    Short,
    /// A game is longer than its parts.
    #[error("found {found} bytes behind the game")]
    Trailing {
        /// Bytes that are left over.
        found: usize,
    },
    /// There is no such result.
    #[error("found result {found}, expected 0 to 2")]
    Result {
        /// In the file.
        found: u8,
    },
    /// A game cannot end so.
    #[error("found end {found}, expected 0 to 4")]
    End {
        /// In the file.
        found: u8,
    },
    /// There are more random plies than plies.
    #[error("found {found} random plies of {plies}")]
    RandomPlies {
        /// Random plies in the file.
        found: u16,
        /// All plies in the file.
        plies: u16,
    },
    /// A score is out of range.
    #[error("found score {found}, expected -10000 to 10000")]
    Score {
        /// In the file.
        found: i16,
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

    pub(super) fn damaged(path: &Path, offset: u64, damage: Damage) -> RecordError {
        RecordError::Damaged {
            path: path.to_owned(),
            offset,
            damage,
        }
    }

    pub(super) fn header(path: &Path, error: HeaderError) -> RecordError {
        let owned = path.to_owned();
        match error {
            HeaderError::Io(error) => RecordError::file(path, error),
            HeaderError::Foreign { .. } => RecordError::Foreign { path: owned },
            HeaderError::Version { found, expected } => RecordError::Version {
                path: owned,
                found,
                expected,
            },
            HeaderError::Truncated => RecordError::Truncated {
                path: owned,
                offset: 0,
                piece: "the header",
            },
            HeaderError::Json(error) => RecordError::damaged(path, 0, Damage::Settings(error)),
            error => RecordError::damaged(path, 0, Damage::Header(error)),
        }
    }
}

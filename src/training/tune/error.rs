//! Why tuning stops.

use crate::{DuelsError, FolderError};

/// Why tuning stops.
#[derive(Debug, thiserror::Error)]
pub enum TuneError {
    /// A built-in player has nothing to tune.
    #[error("{0} has no parameters, expected kamen or a program")]
    NoParameters(String),
    /// The folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Games could not be played.
    #[error(transparent)]
    Games(#[from] DuelsError),
}

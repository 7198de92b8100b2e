//! Why an evolution stops.

use crate::{DuelsError, FolderError};
use kamen_players::UnusableFile;

/// Why an evolution stops.
#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    /// Its folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The best network cannot be kept.
    #[error(transparent)]
    Network(#[from] UnusableFile),
    /// Games could not be played.
    #[error(transparent)]
    Games(#[from] DuelsError),
}

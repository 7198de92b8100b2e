//! Why an evolution stops.

use crate::FolderError;
use kamen_players::UnusableFile;
use kamen_tournament::RunError;

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
    Games(#[from] RunError),
}

//! Why an evolution does not go on.

use crate::players::UnusableFile;
use crate::tournament::RunError;
use crate::training::FolderError;

/// Why an evolution does not go on.
#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    /// Its folder is of no use.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// The best network cannot be kept.
    #[error(transparent)]
    Network(#[from] UnusableFile),
    /// Games could not be played.
    #[error(transparent)]
    Games(#[from] RunError),
}

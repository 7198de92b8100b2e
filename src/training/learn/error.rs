//! Why learning does not go on.

use crate::eval::weights::WeightsError;
use crate::tournament::{LedgerError, RunError};
use crate::training::FolderError;
use crate::training::dataset::DatasetError;
use crate::training::selfplay::SelfPlayError;

/// Why learning does not go on.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// Its folder is of no use.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Weights that were learned are of no use any more.
    #[error("{0}; remove it, and it is learned again from its games")]
    Learned(WeightsError),
    /// Weights cannot be read or written.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Games to learn from were not played.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// Nothing was learned.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// The journal of a match is of no use.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A match was not played.
    #[error(transparent)]
    Match(#[from] RunError),
    /// Threads cannot start.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

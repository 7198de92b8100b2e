//! Why learning stops.

use crate::FolderError;
use crate::dataset::DatasetError;
use crate::selfplay::SelfPlayError;
use kamen_eval::weights::WeightsError;
use kamen_tournament::{LedgerError, RunError};
use std::path::PathBuf;

/// Why learning stops.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// Its folder cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// Weights that were learned cannot be read any more.
    #[error("{0}; remove it, and it is learned again from its games")]
    Learned(WeightsError),
    /// Weights of the folder were learned in another way.
    #[error(
        "{}: found generation, lambda and seed {found:?}, expected {expected:?}; remove it, and it \
         is learned again from its games", path.display()
    )]
    Stale {
        /// The file.
        path: PathBuf,
        /// Generation, lambda and seed in the file.
        found: (u32, f64, u64),
        /// Generation, lambda and seed of the learner.
        expected: (u32, f64, u64),
    },
    /// Weights cannot be read or written.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Self-play failed.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// Training failed.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// The journal of a match cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A match failed.
    #[error(transparent)]
    Match(#[from] RunError),
    /// Threads cannot start.
    #[error("cannot start threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}

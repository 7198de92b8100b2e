//! Why learning does not go on.

use crate::eval::pattern::WeightsError;
use crate::tournament::{LedgerError, RunError};
use crate::training::dataset::DatasetError;
use crate::training::selfplay::SelfPlayError;
use std::path::{Path, PathBuf};

/// Why learning does not go on.
#[derive(Debug, thiserror::Error)]
pub enum LearnError {
    /// A file of its folder is of no use.
    #[error("cannot use {}: {what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was found and expected.
        what: String,
    },
    /// Another program learns there.
    #[error("{} is in use by another learner, expected a folder for each", path.display())]
    InUse {
        /// The log, which it has open.
        path: PathBuf,
    },
    /// The folder holds something that was learned with other settings.
    #[error(
        "{} is of other settings: {what} was {found}, now it is {expected}; give the same settings \
         again, or another folder", path.display()
    )]
    Settings {
        /// The checkpoint, or a file of weights.
        path: PathBuf,
        /// Which setting.
        what: String,
        /// In the file.
        found: String,
        /// Wanted.
        expected: String,
    },
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

impl LearnError {
    /// The exit status: 2 where another folder or other settings help, 1 for the rest.
    pub fn status(&self) -> u8 {
        match self {
            LearnError::InUse { .. } | LearnError::Settings { .. } => 2,
            LearnError::SelfPlay(error) => error.status(),
            LearnError::Dataset(error) => error.status(),
            LearnError::Ledger(_) | LearnError::Match(RunError::Start { .. }) => 2,
            _ => 1,
        }
    }

    pub(super) fn file(path: &Path, what: impl ToString) -> LearnError {
        LearnError::File {
            path: path.to_owned(),
            what: what.to_string(),
        }
    }
}

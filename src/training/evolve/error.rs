//! Why an evolution does not go on.

use crate::players::NetworkError;
use crate::tournament::RunError;
use std::path::{Path, PathBuf};

/// Why an evolution does not go on.
#[derive(Debug, thiserror::Error)]
pub enum EvolveError {
    /// A file of its folder is of no use.
    #[error("cannot use {}: {what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was found and expected.
        what: String,
    },
    /// Another program evolves there.
    #[error("{} is in use by another evolution, expected a folder for each", path.display())]
    InUse {
        /// The log, which it has open.
        path: PathBuf,
    },
    /// The folder holds an evolution with other settings.
    #[error(
        "{} is of other settings: {what} was {found}, now it is {expected}; give the same settings \
         again, or another folder", path.display()
    )]
    Settings {
        /// The checkpoint.
        path: PathBuf,
        /// Which setting.
        what: String,
        /// In the file.
        found: String,
        /// Wanted.
        expected: String,
    },
    /// The best network cannot be kept.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// Games could not be played.
    #[error(transparent)]
    Games(#[from] RunError),
}

impl EvolveError {
    /// The exit status: 2 where another folder or other settings help, 1 for the rest.
    pub fn status(&self) -> u8 {
        match self {
            EvolveError::InUse { .. } | EvolveError::Settings { .. } => 2,
            _ => 1,
        }
    }

    pub(super) fn file(path: &Path, what: impl ToString) -> EvolveError {
        EvolveError::File {
            path: path.to_owned(),
            what: what.to_string(),
        }
    }
}

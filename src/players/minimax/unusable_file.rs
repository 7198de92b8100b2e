//! Files that a player cannot use.

use crate::eval::weights::WeightsError;
use std::path::{Path, PathBuf};

/// Why a player cannot use a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("cannot use {}: {what}", path.display())]
pub struct UnusableFile {
    /// The file.
    pub path: PathBuf,
    /// What was found and expected.
    pub what: String,
}

impl UnusableFile {
    pub(super) fn new(path: &Path, what: impl ToString) -> UnusableFile {
        UnusableFile {
            path: path.to_owned(),
            what: what.to_string(),
        }
    }
}

impl From<WeightsError> for UnusableFile {
    fn from(error: WeightsError) -> UnusableFile {
        match error {
            WeightsError::File { path, error } => UnusableFile::new(&path, error),
            WeightsError::Content { path, error } => UnusableFile::new(&path, error),
        }
    }
}

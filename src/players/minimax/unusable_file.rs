//! Files that a player cannot use.

use super::network::error::NetworkError;
use crate::memory::MemoryError;
use crate::rated::RatedFileError;
use kamen_core::rules::Variant;
use kamen_eval::weights::{WeightsError, WeightsFormatError};
use kamen_files::sealed::SealError;
use std::io;
use std::path::{Path, PathBuf};

/// Why a player cannot use a file.
#[derive(Debug, thiserror::Error)]
#[error("cannot use {}: {fault}", path.display())]
pub struct UnusableFile {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    pub fault: FileFault,
}

/// What is wrong with a file of a player.
#[derive(Debug, thiserror::Error)]
pub enum FileFault {
    /// It does not exist.
    #[error("there is no such file")]
    Missing,
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It is no file of a network.
    #[error(transparent)]
    Seal(#[from] SealError),
    /// It is no file of weights.
    #[error(transparent)]
    Weights(#[from] WeightsFormatError),
    /// Its network is invalid.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// It is no file of rated positions.
    #[error(transparent)]
    Rated(RatedFileError),
    /// It is no memory of won games.
    #[error(transparent)]
    Memory(MemoryError),
    /// It is for another variant.
    #[error("found {what} {found}, expected {expected}")]
    Variant {
        /// What it holds, with a preposition.
        what: &'static str,
        /// The variant in the file.
        found: Variant,
        /// The variant required.
        expected: Variant,
    },
}

impl UnusableFile {
    pub(crate) fn new(path: &Path, fault: impl Into<FileFault>) -> UnusableFile {
        UnusableFile {
            path: path.to_owned(),
            fault: fault.into(),
        }
    }
}

impl From<RatedFileError> for FileFault {
    fn from(error: RatedFileError) -> FileFault {
        match error {
            RatedFileError::File { error, .. } => FileFault::Io(error),
            error => FileFault::Rated(error),
        }
    }
}

impl From<MemoryError> for FileFault {
    fn from(error: MemoryError) -> FileFault {
        match error {
            MemoryError::Io(error) => FileFault::Io(error),
            error => FileFault::Memory(error),
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

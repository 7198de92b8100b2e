//! What can be wrong with weights and their files.

use super::{Form, Kind};
use crate::rules::Variant;
use crate::util::HeaderError;
use std::io;
use std::path::{Path, PathBuf};

/// Why weights cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum WeightsError {
    /// The file cannot be opened, read or written.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The file does not hold the weights that are wanted.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What was found and expected.
        error: WeightsFormatError,
    },
}

/// What is wrong with the contents of a file of weights.
#[derive(Debug, thiserror::Error)]
pub enum WeightsFormatError {
    /// The header or the checksum is wrong.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The weights are for another variant.
    #[error("found weights for {found}, expected {expected}")]
    Variant {
        /// In the file.
        found: Variant,
        /// Wanted.
        expected: Variant,
    },
    /// The weights are of another kind.
    #[error("found {found}, expected weights of the same kind, {expected}")]
    Kind {
        /// In the file.
        found: Kind,
        /// Wanted.
        expected: Kind,
    },
    /// The scale is out of range.
    #[error("found a scale of {found}, expected 1 to {most}")]
    Scale {
        /// In the file.
        found: f64,
        /// The most.
        most: f64,
    },
    /// The patterns or the network have other dimensions than this program's.
    #[error("found {found}, expected {expected}")]
    Form {
        /// In the file.
        found: Form,
        /// Here.
        expected: Form,
    },
    /// The weights cannot be compressed or decompressed.
    #[error("weights: {0}")]
    Compression(io::Error),
    /// There are too few or too many weights.
    #[error("found {found} weights, expected {expected}")]
    Count {
        /// In the file.
        found: usize,
        /// Here.
        expected: usize,
    },
}

impl WeightsError {
    pub(super) fn file(path: &Path, error: io::Error) -> WeightsError {
        WeightsError::File {
            path: path.to_owned(),
            error,
        }
    }

    pub(crate) fn content(path: &Path, error: WeightsFormatError) -> WeightsError {
        WeightsError::Content {
            path: path.to_owned(),
            error,
        }
    }
}

//! Errors of weights and their files.

use super::{Form, Kind};
use kamen_core::rules::Variant;
use kamen_files::HeaderError;
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
        /// The cause.
        error: io::Error,
    },
    /// The file does not hold the required weights.
    #[error("{}: {error}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The fault, as found and expected.
        error: WeightsFormatError,
    },
}

/// Why the contents of a file of weights are invalid.
#[derive(Debug, thiserror::Error)]
pub enum WeightsFormatError {
    /// The header or the checksum is wrong.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The weights are for another variant.
    #[error("found weights for {found}, expected {expected}")]
    Variant {
        /// The one in the file.
        found: Variant,
        /// The one required.
        expected: Variant,
    },
    /// The weights are of another kind.
    #[error("found {found}, expected weights of the same kind, {expected}")]
    Kind {
        /// The one in the file.
        found: Kind,
        /// The one required.
        expected: Kind,
    },
    /// The scale is out of range.
    #[error("found a scale of {found}, expected 1 to {most}")]
    Scale {
        /// The one in the file.
        found: f64,
        /// The greatest scale.
        most: f64,
    },
    /// The patterns or the network have other dimensions than this program's.
    #[error("found {found}, expected {expected}")]
    Form {
        /// The one in the file.
        found: Form,
        /// The one of this program.
        expected: Form,
    },
    /// The weights cannot be compressed or decompressed.
    #[error("weights: {0}")]
    Compression(io::Error),
    /// There are too few or too many weights.
    #[error("found {found} weights, expected {expected}")]
    Count {
        /// The one in the file.
        found: usize,
        /// The one of this program.
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

    /// A file whose content is at fault.
    pub fn content(path: &Path, error: WeightsFormatError) -> WeightsError {
        WeightsError::Content {
            path: path.to_owned(),
            error,
        }
    }
}

//! How a minimax player judges positions: the name of it.

use super::network::Network;
use crate::eval;
use crate::eval::weights::{Weights, WeightsError};
use crate::rules::Variant;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a position is judged.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluation {
    /// By the sum of its pieces: a man is worth 1, a king 5.
    Basic,
    /// By the sum of its pieces: a king is worth 5, a man `2 + (p - 1)^3 + 1`, where `p` is the part of
    /// the way to the crowning row that lies behind it: 0 on its own back row, 1 on the crowning row.
    Progressive,
    /// By a network.
    Network {
        /// The file that it is from.
        file: String,
        /// The network.
        network: Arc<Network>,
    },
    /// By learned weights.
    Learned {
        /// The file that they are from.
        file: String,
        /// The variant that they are for.
        variant: Variant,
        /// The evaluation by them.
        evaluation: eval::Evaluation,
    },
}

/// Why a file is of no use to a player.
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

impl Evaluation {
    /// Reads what [`Display`](fmt::Display) writes, in upper or lower case, and the file of a network
    /// or of weights with it; `None` if it is no evaluation.
    ///
    /// # Errors
    /// Why the file is of no use.
    pub fn read(text: &str) -> Option<Result<Evaluation, UnusableFile>> {
        let (kind, file) = match text.split_once(':') {
            Some((kind, file)) => (kind, Some(file)),
            None => (text, None),
        };
        match (kind.to_ascii_lowercase().as_str(), file) {
            ("basic", None) => Some(Ok(Evaluation::Basic)),
            ("progressive", None) => Some(Ok(Evaluation::Progressive)),
            (_, Some("")) => None,
            ("network", Some(file)) => Some(Evaluation::network(file)),
            ("weights", Some(file)) => Some(Evaluation::learned(file)),
            _ => None,
        }
    }

    fn network(file: &str) -> Result<Evaluation, UnusableFile> {
        Ok(Evaluation::Network {
            network: Arc::new(Network::read(Path::new(file))?),
            file: file.to_owned(),
        })
    }

    fn learned(file: &str) -> Result<Evaluation, UnusableFile> {
        let weights = Weights::read(Path::new(file))?;
        Ok(Evaluation::Learned {
            variant: weights.origin.variant,
            evaluation: eval::Evaluation::of(&weights),
            file: file.to_owned(),
        })
    }

    /// Whether positions of the variant can be judged so.
    ///
    /// # Errors
    /// Its file is for another variant.
    pub fn check(&self, variant: Variant) -> Result<(), UnusableFile> {
        let (what, found, file) = match self {
            Evaluation::Basic | Evaluation::Progressive => return Ok(()),
            Evaluation::Network { file, network } => ("a network of", network.variant, file),
            Evaluation::Learned { file, variant, .. } => ("weights for", *variant, file),
        };
        if found == variant {
            return Ok(());
        }
        let what = format!("found {what} {found}, expected {variant}");
        Err(UnusableFile::new(Path::new(file), what))
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::Basic => f.write_str("basic"),
            Evaluation::Progressive => f.write_str("progressive"),
            Evaluation::Network { file, .. } => write!(f, "network:{file}"),
            Evaluation::Learned { file, .. } => write!(f, "weights:{file}"),
        }
    }
}

//! The evaluation of a minimax player, by name. Begin with [`MinimaxEvaluation`].

use super::network::EvolvedNetwork;
use super::row_factor::RowFactor;
use super::unusable_file::{FileFault, UnusableFile};
use crate::rated::RatedPositions;
use kamen_core::rules::Variant;
use kamen_eval::weights::Weights;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

/// The evaluation of a minimax player.
#[derive(Clone, Debug, PartialEq)]
pub enum MinimaxEvaluation {
    /// Material: a man is worth 1, a king 5.
    Basic,
    /// Material and advancement: a king is worth 5, a man `2 + (p - 1)^3 + 1`, where `p` is its
    /// advancement, from 0 on its own back row to 1 on the crowning row.
    Progressive,
    /// The evaluation of the 2011 thesis for positions that are not rated: a man is worth what its row says, and a tenth more
    /// on the left and right edge; a king is worth 2. The player searches as the thesis does, too.
    Simulated(RowFactor),
    /// Rated positions, and `Simulated` for all others.
    Rated {
        /// What rows are worth in all others.
        rows: RowFactor,
        /// Their file.
        file: String,
        /// The positions.
        positions: Arc<RatedPositions>,
    },
    /// An evolved network.
    Network {
        /// Its file.
        file: String,
        /// The network.
        network: Arc<EvolvedNetwork>,
    },
    /// Learned weights.
    Learned {
        /// Their file.
        file: String,
        /// Their variant.
        variant: Variant,
        /// The evaluation with these weights.
        evaluation: kamen_eval::Evaluation,
    },
}

impl MinimaxEvaluation {
    /// Parses the output of [`Display`](fmt::Display), ignoring case, and reads the file of a
    /// network or of weights; `None` if the text names no evaluation.
    ///
    /// # Errors
    /// The file cannot be read or used.
    pub fn read(text: &str) -> Option<Result<MinimaxEvaluation, UnusableFile>> {
        let (kind, file) = match text.split_once(':') {
            Some((kind, file)) => (kind, Some(file)),
            None => (text, None),
        };
        match (kind.to_ascii_lowercase().as_str(), file) {
            ("basic", None) => Some(Ok(MinimaxEvaluation::Basic)),
            ("progressive", None) => Some(Ok(MinimaxEvaluation::Progressive)),
            ("simulated", None) => Some(Ok(MinimaxEvaluation::Simulated(RowFactor::default()))),
            (_, Some("")) => None,
            ("simulated", Some(rows)) => {
                RowFactor::read(rows).map(|rows| Ok(MinimaxEvaluation::Simulated(rows)))
            }
            ("network", Some(file)) => Some(MinimaxEvaluation::network(file)),
            ("weights", Some(file)) => Some(MinimaxEvaluation::learned(file)),
            _ => None,
        }
    }

    /// Reads rated positions.
    ///
    /// # Errors
    /// The file cannot be read or is damaged.
    pub fn rated(file: &str) -> Result<MinimaxEvaluation, UnusableFile> {
        let path = Path::new(file);
        let positions = RatedPositions::read(path);
        let positions = positions.map_err(|error| UnusableFile::new(path, error))?;
        Ok(MinimaxEvaluation::Rated {
            rows: RowFactor::default(),
            file: file.to_owned(),
            positions: Arc::new(positions),
        })
    }

    fn network(file: &str) -> Result<MinimaxEvaluation, UnusableFile> {
        Ok(MinimaxEvaluation::Network {
            network: Arc::new(EvolvedNetwork::read(Path::new(file))?),
            file: file.to_owned(),
        })
    }

    fn learned(file: &str) -> Result<MinimaxEvaluation, UnusableFile> {
        let weights = Weights::read(Path::new(file))?;
        Ok(MinimaxEvaluation::Learned {
            variant: weights.origin.variant,
            evaluation: kamen_eval::Evaluation::of(&weights),
            file: file.to_owned(),
        })
    }

    /// Checks that the evaluation supports the variant.
    ///
    /// # Errors
    /// The file is for another variant.
    pub fn check(&self, variant: Variant) -> Result<(), UnusableFile> {
        let (what, found, file) = match self {
            MinimaxEvaluation::Basic
            | MinimaxEvaluation::Progressive
            | MinimaxEvaluation::Simulated(_) => return Ok(()),
            MinimaxEvaluation::Rated {
                file, positions, ..
            } => ("positions of", positions.variant(), file),
            MinimaxEvaluation::Network { file, network } => ("a network of", network.variant, file),
            MinimaxEvaluation::Learned { file, variant, .. } => ("weights for", *variant, file),
        };
        if found == variant {
            return Ok(());
        }
        let fault = FileFault::Variant {
            what,
            found,
            expected: variant,
        };
        Err(UnusableFile::new(Path::new(file), fault))
    }
}

impl fmt::Display for MinimaxEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MinimaxEvaluation::Basic => f.write_str("basic"),
            MinimaxEvaluation::Progressive => f.write_str("progressive"),
            MinimaxEvaluation::Simulated(rows) if *rows == RowFactor::default() => {
                f.write_str("simulated")
            }
            MinimaxEvaluation::Simulated(rows) => write!(f, "simulated:{rows}"),
            MinimaxEvaluation::Rated { file, .. } => write!(f, "rated:{file}"),
            MinimaxEvaluation::Network { file, .. } => write!(f, "network:{file}"),
            MinimaxEvaluation::Learned { file, .. } => write!(f, "weights:{file}"),
        }
    }
}

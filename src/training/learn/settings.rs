//! What learning follows from.

use crate::eval::weights::Kind;
use crate::rules::Variant;
use serde::{Deserialize, Serialize};

/// What learning follows from, beside the weights that it begins with.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LearnSettings {
    /// The variant.
    pub variant: Variant,
    /// What is learned.
    #[serde(default)]
    pub kind: Kind,
    /// What tells the weights that all begins with from others, as
    /// [`Evaluation`](crate::eval::Evaluation) shows it.
    pub start: String,
    /// Games that each generation plays to learn from.
    pub games: u32,
    /// Nodes of each search, in these games and in matches.
    pub nodes: u64,
    /// How many of the weights that played last leave the games that are learned from: the best ones and
    /// those before them, with all their games.
    pub window: u32,
    /// How much the result counts; see [`Target`](crate::training::dataset::Target).
    pub lambda: f64,
    /// The most times to go through all positions.
    pub epochs: u32,
    /// The most games of a match.
    pub match_games: u32,
    /// Where all random choices come from.
    pub seed: u64,
}

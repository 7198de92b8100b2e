//! The settings of learning.

use kamen_core::rules::Variant;
use kamen_eval::weights::Kind;
use serde::{Deserialize, Serialize};

/// The settings that, with the initial weights, determine learning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct LearnSettings {
    /// The variant.
    pub variant: Variant,
    /// The kind of model.
    #[serde(default)]
    pub kind: Kind,
    /// Identifies the initial weights, as [`Evaluation`](kamen_eval::Evaluation) shows them.
    pub start: String,
    /// Self-play games of each generation.
    pub games: u32,
    /// Nodes of each search, in self-play and in matches.
    pub nodes: u64,
    /// Number of players whose games are used: the best weights and those before them.
    pub window: u32,
    /// The weight of the result; see [`Target`](crate::dataset::Target).
    pub lambda: f64,
    /// The maximum number of epochs.
    pub epochs: u32,
    /// The initial learning rate with which the best weights are fitted on, if they are of the same kind; `None` to fit from
    /// material values alone.
    #[serde(default)]
    pub rate: Option<f64>,
    /// The chance, in percent, of a random move that keeps the balance, after those at the start of a game.
    #[serde(default)]
    pub explore: u8,
    /// The most pieces of the endgame tables that the games look up; 0 for none.
    #[serde(default)]
    pub tables: usize,
    /// The maximum number of games of a match.
    pub match_games: u32,
    /// Seeds all random choices.
    pub seed: u64,
}

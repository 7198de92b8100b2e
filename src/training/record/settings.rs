//! What the games of a file follow from.

use crate::rules::Variant;
use serde::{Deserialize, Serialize};

/// What the games of a file follow from, together with their numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct SelfplaySettings {
    /// The variant.
    pub variant: Variant,
    /// The engine and its version.
    pub engine: String,
    /// The evaluation.
    pub evaluation: String,
    /// Nodes of each search.
    pub nodes: u64,
    /// Where all random choices come from.
    pub seed: u64,
    /// The least and the most random plies at the start of a game.
    pub random_plies: (u16, u16),
    /// Plies after which a game is drawn, the random ones included.
    pub max_plies: u16,
    /// Whether a side that is far ahead for long has won.
    pub adjudicates: bool,
}

//! The settings of the games of a file.

use kamen_core::rules::Variant;
use serde::{Deserialize, Serialize};

/// The settings that, with its number, determine each game of a file.
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
    /// Seeds all random choices.
    pub seed: u64,
    /// The least and the most random plies at the start of a game.
    pub random_plies: (u16, u16),
    /// Plies after which a game is drawn, the random ones included.
    pub max_plies: u16,
    /// Whether a side that is far ahead for long is declared the winner.
    pub adjudicates: bool,
    /// The chance, in percent, of a random move that keeps the balance, after those at the start.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub explore: u8,
    /// Up to how many pieces endgame tables are looked up; 0 for none, as in files that were written before there were tables.
    #[serde(default)]
    pub tables: usize,
    /// Where games that were played elsewhere come from; `None` for self-play.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}

/// Files without such moves have the header that they had before there were any.
fn is_zero(percent: &u8) -> bool {
    *percent == 0
}

//! What `kamen bench --json` prints: one object a line, the sums last.

use crate::rules::Variant;
use serde::Serialize;

/// A line of JSON.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
pub(super) enum Event<'a> {
    /// A position of the fixed list.
    Position {
        variant: Variant,
        fen: &'a str,
        nodes: u64,
        seconds: f64,
    },
    /// All positions of the fixed list.
    Bench { nodes: u64, seconds: f64, nps: f64 },
    /// A position of a suite.
    Tactic {
        variant: Variant,
        fen: &'a str,
        /// The move to be found, in Hub notation.
        best: &'a str,
        played: &'a str,
        found: bool,
        /// Since when it wanted to play the best move.
        since: Option<Since>,
        nodes: u64,
        seconds: f64,
    },
    /// All positions of the suites, in one variant or in all.
    Tactics {
        variant: Option<Variant>,
        positions: usize,
        found: usize,
        nodes: u64,
        seconds: f64,
    },
}

/// How far a search had come.
#[derive(Serialize)]
pub(super) struct Since {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

//! The JSON that `kamen bench --json` prints: one object per line, totals last.

use kamen_core::rules::Variant;
use serde::Serialize;

/// One line of output.
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
    /// Totals of the fixed list.
    Bench { nodes: u64, seconds: f64, nps: f64 },
    /// A position of a tactics suite.
    Tactic {
        variant: Variant,
        fen: &'a str,
        /// The best move, in Hub notation.
        best: String,
        played: String,
        found: bool,
        /// When the search settled on the best move; `None` if it did not.
        since: Option<Since>,
        nodes: u64,
        seconds: f64,
    },
    /// Totals of the suites, for one variant or for all.
    Tactics {
        variant: Option<Variant>,
        positions: usize,
        found: usize,
        nodes: u64,
        seconds: f64,
    },
}

/// The depth, nodes and time of a search at some point.
#[derive(Serialize)]
pub(super) struct Since {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
}

//! The result of a search, and reports of its progress.

use kamen_core::rules::{MoveOf, Rules};
use kamen_core::score::Score;
use std::time::Duration;

/// What a search has gone through, of all its threads together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Distance of the leaf from the root that is farthest, in plies; of the thread that leads.
    pub sel_depth: u32,
    /// How full the transposition table is of entries of this search, in thousandths.
    pub hash_full: u32,
    /// Positions that endgame tables knew.
    pub table_hits: u64,
}

/// A completed iteration.
#[derive(Clone, Debug, PartialEq)]
pub struct Info<R: Rules> {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Mean distance of the leaves from the root, in plies.
    pub mean_depth: f64,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Nodes since the search began.
    pub nodes: u64,
    /// What it has gone through.
    pub statistics: Statistics,
    /// Time since the search was ordered.
    pub time: Duration,
    /// Principal variation; never empty.
    pub pv: Vec<MoveOf<R>>,
    /// The place of the line among those of its depth, from 1 for the best; `None` where one alone is asked for. The best
    /// comes last.
    pub line: Option<u32>,
}

/// Receives the progress of a search.
pub trait Handler<R: Rules> {
    /// An iteration is complete.
    fn iteration(&mut self, info: &Info<R>);
}

/// Ignores the progress.
impl<R: Rules> Handler<R> for () {
    fn iteration(&mut self, _: &Info<R>) {}
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult<R: Rules> {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<MoveOf<R>>,
    /// The expected answer.
    pub ponder: Option<MoveOf<R>>,
    /// Score for the side to move.
    pub score: Score,
    /// The last completed depth, in plies.
    pub depth: u32,
    /// Nodes of all threads.
    pub nodes: u64,
}

impl<R: Rules> SearchResult<R> {
    /// The result of a search that never began.
    pub(super) fn without_move(score: Score) -> Self {
        SearchResult {
            best: None,
            ponder: None,
            score,
            depth: 0,
            nodes: 0,
        }
    }
}

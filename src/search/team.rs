//! What the threads of one search share besides the transposition table.

use super::abdada::Busy;
use super::node::MAX_PLY;
use kamen_core::score::Score;
use kamen_files::processors;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The state that the threads of one search share.
#[derive(Debug)]
pub(super) struct Team {
    /// Nodes of each thread, as last published.
    nodes: Box<[Counter]>,
    /// The nodes they are searching; `None` for a single thread.
    pub(super) busy: Option<Busy>,
    /// The score of each depth that one of them completed first.
    scores: [OnceLock<Score>; MAX_PLY],
    is_done: AtomicBool,
    /// Whether the search occupies every processor, so that its threads must yield now and then to the
    /// thread that delivers `stop`.
    pub(super) fills_machine: bool,
}

/// A counter with a cache line to itself.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counter(AtomicU64);

impl Team {
    pub(super) fn new(threads: usize) -> Team {
        Team {
            busy: (threads > 1).then(Busy::new),
            nodes: (0..threads).map(|_| Counter::default()).collect(),
            scores: [const { OnceLock::new() }; MAX_PLY],
            is_done: AtomicBool::new(false),
            fills_machine: threads > 1 && threads >= processors(),
        }
    }

    /// How many threads search.
    pub(super) fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// Publishes how many nodes a thread has searched.
    #[inline]
    pub(super) fn publish(&self, thread: usize, nodes: u64) {
        self.nodes[thread].0.store(nodes, Ordering::Relaxed);
    }

    /// The nodes of all threads.
    pub(super) fn nodes(&self) -> u64 {
        let all = self.nodes.iter();
        all.map(|nodes| nodes.0.load(Ordering::Relaxed)).sum()
    }

    /// A thread has completed a depth, in plies.
    pub(super) fn complete(&self, depth: u32, score: Score) {
        let _ = self.scores[depth as usize].set(score);
    }

    /// The score of the thread that completed a depth first, in plies.
    pub(super) fn score(&self, depth: u32) -> Option<Score> {
        self.scores[depth as usize].get().copied()
    }

    /// Whether the search is over.
    #[inline]
    pub(super) fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Relaxed)
    }

    /// Tells the helpers that the search is over.
    pub(super) fn dismiss(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_score_of_a_depth_is_that_of_the_first_to_complete_it() {
        let team = Team::new(2);
        assert_eq!(team.score(3), None);
        team.complete(3, Score(7));
        team.complete(3, Score(8));
        assert_eq!(team.score(3), Some(Score(7)));
        assert_eq!(team.score(2), None);
    }
}

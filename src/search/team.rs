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
    /// What each thread has done, as last published.
    done: Box<[Counters]>,
    /// The nodes they are searching; `None` for a single thread.
    pub(super) busy: Option<Busy>,
    /// The score of each depth that one of them completed first.
    scores: [OnceLock<Score>; MAX_PLY],
    is_done: AtomicBool,
    /// Whether the search occupies every processor, so that its threads must yield now and then to the
    /// thread that delivers `stop`.
    pub(super) fills_machine: bool,
}

/// What a thread has done, or several together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Done {
    pub(super) nodes: u64,
    /// Positions that endgame tables knew.
    pub(super) table_hits: u64,
}

/// The same, as threads share it, with a cache line to itself.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Counters {
    nodes: AtomicU64,
    table_hits: AtomicU64,
}

impl Team {
    pub(super) fn new(threads: usize) -> Team {
        Team {
            busy: (threads > 1).then(Busy::new),
            done: (0..threads).map(|_| Counters::default()).collect(),
            scores: [const { OnceLock::new() }; MAX_PLY],
            is_done: AtomicBool::new(false),
            fills_machine: threads > 1 && threads >= processors(),
        }
    }

    /// How many threads search.
    pub(super) fn threads(&self) -> usize {
        self.done.len()
    }

    /// Publishes what a thread has done.
    #[inline]
    pub(super) fn publish(&self, thread: usize, done: Done) {
        let counters = &self.done[thread];
        counters.nodes.store(done.nodes, Ordering::Relaxed);
        let hits = &counters.table_hits;
        hits.store(done.table_hits, Ordering::Relaxed);
    }

    /// What all threads have done.
    pub(super) fn all(&self) -> Done {
        let sum = |of: fn(&Counters) -> &AtomicU64| {
            let each = self.done.iter();
            each.map(|done| of(done).load(Ordering::Relaxed)).sum()
        };
        Done {
            nodes: sum(|done| &done.nodes),
            table_hits: sum(|done| &done.table_hits),
        }
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
    fn what_threads_have_done_is_added_up() {
        let team = Team::new(2);
        let done = |nodes, table_hits| Done { nodes, table_hits };
        team.publish(0, done(1, 10));
        team.publish(1, done(2, 20));
        team.publish(0, done(5, 50));
        assert_eq!(team.all(), done(7, 70));
    }

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

//! Leaving the nodes that another thread has settled meanwhile.
//!
//! Threads that search one node together finish it at different times. The first stores the result in the transposition
//! table; the others look there after each move and now and then in between, and go back to the node at once.

use super::alphabeta::settles;
use super::node::{Frame, Node, Window};
use super::tt::Bound;
use super::worker::Worker;
use crate::board::Key;
use crate::eval::Evaluator;
use crate::rules::Rules;
use crate::score::Score;

/// Shallower nodes are finished before looking could pay.
const MIN_DEPTH: i32 = 5;

/// A node on the line that is searched, which another thread may settle.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shared {
    /// Its key in the transposition table.
    key: Key,
    frame: Frame,
}

/// A node that another thread has settled, to which the search goes back.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settled {
    ply: usize,
    score: Score,
}

impl<R: Rules, E: Evaluator<R>> Worker<'_, R, E> {
    /// The search of a node begins; true if other threads may settle it.
    #[inline(always)]
    pub(super) fn begin_shared(&mut self, node: &Node<R>, frame: Frame) -> bool {
        let is_shared = self.team.busy.is_some()
            && frame.depth >= MIN_DEPTH
            // What a choice of moves is worth is not in the table.
            && (self.choice.is_none() || !frame.is_root());
        if is_shared {
            let key = self.table_key(node);
            self.shared.push(Shared { key, frame });
        }
        is_shared
    }

    /// The search of the latest shared node ends; its score, if the search goes back to it because it is settled.
    pub(super) fn end_shared(&mut self) -> Option<Score> {
        let ended = self.shared.pop()?;
        let settled = (self.settled).filter(|settled| settled.ply == ended.frame.ply)?;
        self.settled = None;
        self.stopped = false;
        Some(settled.score)
    }

    /// Looks whether the latest shared node is settled.
    #[inline(always)]
    pub(super) fn look_at_node(&mut self) {
        self.look_from(self.shared.len().saturating_sub(1));
    }

    /// Looks whether a node on the line is settled, the nearest to the root first.
    pub(super) fn look_at_line(&mut self) {
        self.look_from(0);
    }

    fn look_from(&mut self, first: usize) {
        if self.stopped {
            return;
        }
        let nodes = &self.shared[first..];
        self.settled = nodes.iter().find_map(|shared| self.settled(shared));
        self.stopped = self.settled.is_some();
    }

    fn settled(&self, shared: &Shared) -> Option<Settled> {
        let Shared { key, mut frame } = *shared;
        let entry = self.tt.probe(key)?;
        // The leader wants the line to an exact score; for the helpers it is enough.
        if self.thread > 0 && entry.bound == Bound::Exact {
            frame.window = Window::at(frame.window.beta);
        }
        let score = settles(entry, frame, self.params.exact_depth)?;
        let ply = frame.ply;
        Some(Settled { ply, score })
    }
}

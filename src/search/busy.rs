//! Which moves other threads are searching just now, so that a thread tries the others first (Kerrigan,
//! *Simplified ABDADA*, 2014). A move that was put off is taken up as soon as no other thread is at it, for then the
//! table knows its score, and it keeps its number in the order, so that it is reduced as if there were one thread.
//!
//! Two threads took of the time of one, each ± 0.025 (40 positions of international draughts, twice; L learned, H by hand;
//! 1.2 times the nodes, on a machine on which two separate programs make 1.83 times the nodes a second of one, so that
//! 0.55 is the least):
//!
//! | | L, depth 17 | L, 18 | L, 19 | H, 19 |
//! | --- | --- | --- | --- | --- |
//! | without both | 0.81 | | | 0.74 |
//! | with its number | 0.73 | | 0.74 | 0.74 |
//! | taken up early as well | 0.74 | 0.78 | 0.70 | 0.71 |
//!
//! No better, all to depth 18 with the learned evaluation: nodes from depth 3 (0.79) or 6 on (0.77); a look into the table
//! after each move, whether the node is settled (0.76); helpers that leave their iteration when the leader has
//! ended it (0.77); threads that never make way for others (0.75).

use crate::board::Key;
use std::sync::atomic::{AtomicU64, Ordering};

/// Nodes of less depth are over before anybody could get out of their way.
pub(super) const LEAST_DEPTH: i32 = 4;

/// Slots; a move that meets another one in its slot is forgotten, which only costs time.
const SLOTS: usize = 1 << 12;

/// The nodes that are being searched.
#[derive(Debug)]
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(super) fn new() -> Busy {
        Busy((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// A node to a depth, by one number.
    fn name(key: Key, depth: i32) -> u64 {
        key.with(depth as u64).0
    }

    fn slot(&self, name: u64) -> &AtomicU64 {
        &self.0[name as usize % SLOTS]
    }

    /// Whether a thread has begun to search the node and has not finished.
    pub(super) fn has(&self, key: Key, depth: i32) -> bool {
        let name = Busy::name(key, depth);
        self.slot(name).load(Ordering::Relaxed) == name
    }

    pub(super) fn begin(&self, key: Key, depth: i32) {
        let name = Busy::name(key, depth);
        self.slot(name).store(name, Ordering::Relaxed);
    }

    pub(super) fn finish(&self, key: Key, depth: i32) {
        let name = Busy::name(key, depth);
        let slot = self.slot(name);
        if slot.load(Ordering::Relaxed) == name {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

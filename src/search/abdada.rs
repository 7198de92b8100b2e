//! The nodes that the threads are searching, so that each tries other moves first: deferred move search
//! (Kerrigan, *Simplified ABDADA*, 2014). [`super::picker`] defers the moves.

use kamen_core::board::Key;
use std::sync::atomic::{AtomicU64, Ordering};

/// Shallower nodes are finished before another thread could avoid them.
pub(super) const MIN_DEPTH: i32 = 4;

/// Slots; a node that collides with another one evicts it, which only costs time.
const SLOTS: usize = 1 << 12;

/// A lossy set of the nodes that are being searched, each to its depth.
#[derive(Debug)]
pub(super) struct Busy(Box<[AtomicU64]>);

impl Busy {
    pub(super) fn new() -> Busy {
        Busy((0..SLOTS).map(|_| AtomicU64::new(0)).collect())
    }

    /// One number for a node and a depth.
    fn hash(key: Key, depth: i32) -> u64 {
        key.with(depth as u64).0
    }

    fn slot(&self, hash: u64) -> &AtomicU64 {
        &self.0[hash as usize % SLOTS]
    }

    /// Whether a thread has begun to search the node and has not finished.
    pub(super) fn has(&self, key: Key, depth: i32) -> bool {
        let hash = Busy::hash(key, depth);
        self.slot(hash).load(Ordering::Relaxed) == hash
    }

    pub(super) fn begin(&self, key: Key, depth: i32) {
        let hash = Busy::hash(key, depth);
        self.slot(hash).store(hash, Ordering::Relaxed);
    }

    pub(super) fn finish(&self, key: Key, depth: i32) {
        let hash = Busy::hash(key, depth);
        let slot = self.slot(hash);
        if slot.load(Ordering::Relaxed) == hash {
            slot.store(0, Ordering::Relaxed);
        }
    }
}

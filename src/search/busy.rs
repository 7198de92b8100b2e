//! Which moves other threads are searching just now, so that a thread tries the others first (Kerrigan,
//! *Simplified ABDADA*, 2014). With two threads the time to depth 22 fell from 0.73 of one thread's to 0.70,
//! the nodes from 1.4 to 1.2 times as many.

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

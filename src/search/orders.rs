//! The two orders that a running search waits for: to stop, and to start its clock.

use super::sync::{AtomicBool, AtomicU64, Condvar, Mutex, Ordering};
use std::sync::PoisonError;

/// The orders given so far. Each is given once and stays given.
#[derive(Debug)]
pub(super) struct Orders {
    stop: AtomicBool,
    /// When the clock started, in nanoseconds; `STANDING` before.
    clock_start: AtomicU64,
    /// Held while an order is given and by whoever waits for one, who is woken by `changed`.
    gate: Mutex<()>,
    changed: Condvar,
}

const STANDING: u64 = u64::MAX;

impl Orders {
    /// Not stopped, and the clock started at `clock_start` nanoseconds, or stands.
    pub(super) fn new(clock_start: Option<u64>) -> Orders {
        Orders {
            stop: AtomicBool::new(false),
            clock_start: AtomicU64::new(clock_start.unwrap_or(STANDING)),
            gate: Mutex::new(()),
            changed: Condvar::new(),
        }
    }

    pub(super) fn stop(&self) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        self.stop.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    #[inline]
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Starts the clock at `now` nanoseconds, unless it runs.
    pub(super) fn start_clock(&self, now: u64) {
        let _gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        let now = now.min(STANDING - 1);
        let _ =
            self.clock_start
                .compare_exchange(STANDING, now, Ordering::Relaxed, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// When the clock started, in nanoseconds; `None` while it stands.
    pub(super) fn clock_start(&self) -> Option<u64> {
        let start = self.clock_start.load(Ordering::Relaxed);
        (start != STANDING).then_some(start)
    }

    /// Whether the clock stands and, or with `until_stop` whether, the order to stop is still to come.
    pub(super) fn are_awaited(&self, until_stop: bool) -> bool {
        !self.is_stopped() && (until_stop || self.clock_start().is_none())
    }

    /// Waits while the clock stands, or with `until_stop` until the order to stop.
    pub(super) fn wait(&self, until_stop: bool) {
        let mut gate = self.gate.lock().unwrap_or_else(PoisonError::into_inner);
        while self.are_awaited(until_stop) {
            gate = (self.changed.wait(gate)).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

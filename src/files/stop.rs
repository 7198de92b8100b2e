//! Ending long work from another thread.

use std::sync::atomic::{AtomicBool, Ordering};

/// A request to end work early, which the worker polls. Once made it stays.
#[derive(Debug, Default)]
pub struct Stop(AtomicBool);

impl Stop {
    /// Makes the request.
    pub fn now(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it was made.
    pub fn is_wanted(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

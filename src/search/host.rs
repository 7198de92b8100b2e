//! What searches take from a host that has neither a clock nor threads. Begin with [`Host`].

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A host without a clock or threads, such as a browser: it tells the time, and searches pause for it to take in what comes, an
/// order to stop above all.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The time since some moment.
    pub now: fn() -> Duration,
    /// Called by a search every few thousand nodes, and again and again with `true` while it waits for an order. May return at once.
    pub pause: fn(waits: bool),
}

static HOST: OnceLock<Host> = OnceLock::new();

impl Host {
    /// All searches of this process run on this host. The first one counts.
    pub fn install(self) {
        let _ = HOST.set(self);
    }
}

/// Lets the host take in what comes; false if there is none, and orders come from other threads.
#[inline]
pub(super) fn pause(waits: bool) -> bool {
    match HOST.get() {
        Some(host) => {
            (host.pause)(waits);
            true
        }
        None => false,
    }
}

/// A moment, by the clock of the host or of the system.
#[derive(Clone, Copy, Debug)]
pub(super) enum Moment {
    System(Instant),
    Host(Duration),
}

impl Moment {
    pub(super) fn now() -> Moment {
        match HOST.get() {
            Some(host) => Moment::Host((host.now)()),
            None => Moment::System(Instant::now()),
        }
    }

    /// The time since.
    pub(super) fn elapsed(self) -> Duration {
        match (self, HOST.get()) {
            (Moment::Host(then), Some(host)) => (host.now)().saturating_sub(then),
            (Moment::Host(_), None) => Duration::ZERO,
            (Moment::System(then), _) => then.elapsed(),
        }
    }
}

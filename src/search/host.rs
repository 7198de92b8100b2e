//! What searches take from a host that has neither a clock nor threads of its own. Begin with [`Host`].

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// A host where the standard library has neither a clock nor threads, such as a browser.
#[derive(Clone, Copy, Debug)]
pub struct Host {
    /// The time since some moment, the same on all threads.
    pub now: fn() -> Duration,
    /// What it has for threads.
    pub threads: HostThreads,
}

/// How orders come to a search, to stop above all, and who helps it.
#[derive(Clone, Copy, Debug)]
pub enum HostThreads {
    /// There is one thread, and searches pause for the host to take in what comes.
    One {
        /// Called by a search every few thousand nodes, and again and again with `true` while it waits for an order. May return at
        /// once.
        pause: fn(waits: bool),
    },
    /// Orders come from other threads than that of the search, and helpers run on them.
    Several {
        /// Starts the helpers.
        scope: Scope,
    },
}

/// Runs `lead` on this thread, and meanwhile `help` with each number from 1 to `helpers` on other threads, as far as there are any.
/// Returns when all that have begun have ended.
pub type Scope = fn(helpers: usize, help: &(dyn Fn(usize) + Sync), lead: &mut dyn FnMut());

static HOST: OnceLock<Host> = OnceLock::new();

impl Host {
    /// All searches of this process run on this host. The first one counts.
    pub fn install(self) {
        let _ = HOST.set(self);
    }
}

/// Lets the host take in what comes; false if orders come from other threads.
#[inline]
pub(super) fn pause(waits: bool) -> bool {
    match HOST.get().map(|host| host.threads) {
        Some(HostThreads::One { pause }) => {
            pause(waits);
            true
        }
        Some(HostThreads::Several { .. }) | None => false,
    }
}

/// What starts the helpers of a search, if it is the host.
pub(super) fn scope() -> Option<Scope> {
    match HOST.get()?.threads {
        HostThreads::Several { scope } => Some(scope),
        HostThreads::One { .. } => None,
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

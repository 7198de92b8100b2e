//! How others steer a running search.

use super::correction::Correction;
use super::host::{Moment, pause};
use super::orders::Orders;
use kamen_core::board::Key;
use kamen_files::Stop;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Stops a search and starts its clock. Each search gets a new one, so that an old search cannot be revived.
#[derive(Debug)]
pub struct Control {
    /// The clock's start is counted since `created`; it stands while pondering.
    orders: Orders,
    created: Moment,
    corrections: OnceLock<Vec<Correction>>,
    choice: OnceLock<Vec<Key>>,
    failure: OnceLock<String>,
    /// The end of the work that the search is a part of.
    work: OnceLock<Arc<Stop>>,
}

impl Control {
    /// For a search whose clock starts now.
    pub fn new() -> Control {
        Control::with_orders(Orders::new(Some(0)))
    }

    /// For a search whose clock stands until [`Control::start_clock`].
    pub fn pondering() -> Control {
        Control::with_orders(Orders::new(None))
    }

    fn with_orders(orders: Orders) -> Control {
        Control {
            orders,
            created: Moment::now(),
            corrections: OnceLock::new(),
            choice: OnceLock::new(),
            failure: OnceLock::new(),
            work: OnceLock::new(),
        }
    }

    /// Tells the search, before it begins, what is known of moves at its root. What was told first counts.
    pub fn correct(&self, corrections: Vec<Correction>) {
        let _ = self.corrections.set(corrections);
    }

    /// What is known of moves at the root.
    pub fn corrections(&self) -> &[Correction] {
        self.corrections.get().map_or(&[], Vec::as_slice)
    }

    /// Tells the search, before it begins, to look only at the moves that lead to positions of these keys. What was told
    /// first counts; without any such move, it looks at all.
    pub fn choose(&self, after: Vec<Key>) {
        let _ = self.choice.set(after);
    }

    /// The keys of the positions after the moves that the search is limited to; empty for all.
    pub fn choice(&self) -> &[Key] {
        self.choice.get().map_or(&[], Vec::as_slice)
    }

    /// Tells the search to stop; it still returns its result.
    pub fn stop(&self) {
        self.orders.stop();
    }

    /// A thread of the search has panicked or cannot start, with this message; the others go on.
    pub(super) fn fail(&self, message: String) {
        let _ = self.failure.set(message);
    }

    /// Why the first of the threads that helped the search has panicked, if one has.
    pub fn failure(&self) -> Option<&str> {
        self.failure.get().map(String::as_str)
    }

    /// Tells the search, before it begins, to stop as well when the work ends that it is a part of.
    pub(super) fn stop_with(&self, work: &Arc<Stop>) {
        let _ = self.work.set(Arc::clone(work));
    }

    /// Whether the search was told to stop.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.orders.is_stopped() || self.work.get().is_some_and(|work| work.is_wanted())
    }

    /// Starts the clock of a pondering search: the expected move was played.
    pub fn start_clock(&self) {
        let now = self.created.elapsed().as_nanos();
        self.orders.start_clock(now.try_into().unwrap_or(u64::MAX));
    }

    /// Time on the clock; `None` while pondering.
    pub fn clock(&self) -> Option<Duration> {
        let start = Duration::from_nanos(self.orders.clock_start()?);
        Some(self.created.elapsed().saturating_sub(start))
    }

    /// Lets a [`Host`](crate::Host) take in what comes, if there is one; for whoever looks for the order to stop.
    #[inline]
    pub fn pause(&self) {
        pause(false);
    }

    /// Waits while the clock stands, or with `until_stop` until the search is told to stop.
    pub fn wait(&self, until_stop: bool) {
        while self.orders.are_awaited(until_stop) && pause(true) {}
        self.orders.wait(until_stop);
    }

    /// Time since the search was ordered.
    pub fn elapsed(&self) -> Duration {
        self.created.elapsed()
    }
}

impl Default for Control {
    fn default() -> Control {
        Control::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    const A_WHILE: Duration = Duration::from_millis(50);

    #[test]
    fn whoever_waits_goes_on_at_the_word_and_no_sooner() {
        let cases = [
            ("ponder-hit", false, Control::start_clock as fn(&Control)),
            ("stop", false, Control::stop),
            ("stop of an analysis", true, Control::stop),
        ];
        for (name, until_stop, word) in cases {
            let control = Control::pondering();
            thread::scope(|scope| {
                let waiting = scope.spawn(|| control.wait(until_stop));
                thread::sleep(A_WHILE);
                assert!(!waiting.is_finished(), "{name}");
                word(&control);
                waiting.join().unwrap();
            });
        }
    }

    #[test]
    fn the_clock_alone_ends_no_wait_for_stop() {
        let control = Control::pondering();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| control.wait(true));
            control.start_clock();
            thread::sleep(A_WHILE);
            assert!(!waiting.is_finished());
            control.stop();
            waiting.join().unwrap();
        });
    }

    /// A word that comes just as the wait begins is not missed.
    #[test]
    fn no_word_is_missed() {
        for _ in 0..500 {
            let control = Control::pondering();
            thread::scope(|scope| {
                let waiting = scope.spawn(|| control.wait(false));
                control.start_clock();
                waiting.join().unwrap();
            });
        }
    }

    /// How often the thread that asks has gone to sleep so far.
    #[cfg(target_os = "linux")]
    fn sleeps() -> u64 {
        let status = std::fs::read_to_string("/proc/thread-self/status").unwrap();
        let mut lines = status.lines();
        let count = lines.find_map(|line| line.strip_prefix("voluntary_ctxt_switches:"));
        count.unwrap().trim().parse().unwrap()
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn whoever_waits_sleeps_until_then() {
        let control = Control::pondering();
        thread::scope(|scope| {
            let waiting = scope.spawn(|| {
                let before = sleeps();
                control.wait(false);
                sleeps() - before
            });
            thread::sleep(A_WHILE);
            control.start_clock();
            // Once for the word, and perhaps for the gate; whoever looks every millisecond sleeps 50 times.
            let sleeps = waiting.join().unwrap();
            assert!(sleeps <= 10, "{sleeps}");
        });
    }
}

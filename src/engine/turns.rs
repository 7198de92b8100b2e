//! Turns of the processor: how many threads search at the same time. Begin with [`Turns::take`].

use kamen_search::{Control, Limits};
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How long a search goes on, at least, before it makes room for one that waits; it does so at the end of a depth.
const SLICE: Duration = Duration::from_millis(500);
/// How long it goes on, at most, without coming to the end of a depth; then it is stopped, and answers with what it has.
const LONGEST: Duration = Duration::from_secs(10);
/// How often whoever waits looks whether it was told to stop.
const LOOK: Duration = Duration::from_millis(50);

/// The threads that searches may use at the same time. Who comes first is served first.
#[derive(Debug)]
pub(super) struct Turns {
    /// All of them.
    threads: usize,
    state: Mutex<State>,
    /// Something was given back.
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    used: usize,
    next: u64,
    /// Numbers of those that wait.
    waiting: VecDeque<u64>,
    searching: Vec<Searching>,
}

/// A search that has its threads.
#[derive(Debug)]
struct Searching {
    number: u64,
    control: Arc<Control>,
    since: Instant,
}

/// The threads of a search, given back when it is dropped; none where it does not need them any more.
#[derive(Debug)]
pub(super) struct Turn<'a> {
    turns: &'a Turns,
    threads: usize,
    control: Arc<Control>,
    limits: Limits,
    held: Option<u64>,
}

impl Turns {
    pub(super) fn new(threads: usize) -> Turns {
        Turns {
            threads,
            state: Mutex::default(),
            changed: Condvar::new(),
        }
    }

    /// Waits until so many threads are free and nobody has waited longer, or the search was told to stop, or has no time left: then
    /// it gets none, and needs none for the little that is left to do.
    pub(super) fn take(&self, threads: usize, control: &Arc<Control>, limits: &Limits) -> Turn<'_> {
        let mut turn = Turn {
            turns: self,
            threads: threads.min(self.threads),
            control: Arc::clone(control),
            limits: *limits,
            held: None,
        };
        turn.wait();
        turn
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Turn<'_> {
    /// Lets others search, if any wait and this search has had its time. One on several threads cannot: the others go on.
    pub(super) fn offer(&mut self) {
        let Some(held) = self.held.filter(|_| self.threads == 1) else {
            return;
        };
        let mut state = self.turns.lock();
        let is_alone = state.waiting.is_empty();
        let mut all = state.searching.iter_mut();
        let mine = all.find(|search| search.number == held);
        let Some(mine) = mine.filter(|search| search.since.elapsed() >= SLICE) else {
            return;
        };
        mine.since = Instant::now();
        drop(state);
        if !is_alone {
            self.give_back();
            self.wait();
        }
    }

    fn wait(&mut self) {
        let mut state = self.turns.lock();
        state.next += 1;
        let number = state.next;
        state.waiting.push_back(number);
        loop {
            let is_first = state.waiting.front() == Some(&number);
            if is_first && self.turns.threads - state.used >= self.threads {
                state.used += self.threads;
                state.searching.push(Searching {
                    number,
                    control: Arc::clone(&self.control),
                    since: Instant::now(),
                });
                self.held = Some(number);
                break;
            }
            if self.control.is_stopped() || self.is_late() {
                break;
            }
            if is_first {
                state.stop_longest();
            }
            let waited = self.turns.changed.wait_timeout(state, LOOK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.waiting.retain(|&other| other != number);
        // The next one may have its turn, too.
        self.turns.changed.notify_all();
    }

    /// Whether the search has no time left.
    fn is_late(&self) -> bool {
        let hard = self.limits.budget.map(|budget| budget.hard);
        hard.zip(self.control.clock())
            .is_some_and(|(hard, clock)| clock >= hard)
    }

    fn give_back(&mut self) {
        let Some(held) = self.held.take() else {
            return;
        };
        let mut state = self.turns.lock();
        state.used -= self.threads;
        state.searching.retain(|search| search.number != held);
        self.turns.changed.notify_all();
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.give_back();
    }
}

impl State {
    /// Stops searches that have not come to the end of a depth for long.
    fn stop_longest(&self) {
        for search in &self.searching {
            if search.since.elapsed() >= LONGEST {
                search.control.stop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::thread;

    fn endless() -> (Arc<Control>, Limits) {
        (Arc::new(Control::new()), Limits::default())
    }

    #[test]
    fn no_more_search_than_there_are_threads_and_all_get_their_turn() {
        let turns = Turns::new(3);
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        thread::scope(|scope| {
            for wanted in [1, 2, 3, 4, 1, 2, 1, 1] {
                let (turns, now, most) = (&turns, &now, &most);
                scope.spawn(move || {
                    let (control, limits) = endless();
                    let turn = turns.take(wanted, &control, &limits);
                    assert!(turn.held.is_some());
                    let threads = wanted.min(3);
                    most.fetch_max(
                        now.fetch_add(threads, Ordering::SeqCst) + threads,
                        Ordering::SeqCst,
                    );
                    thread::sleep(Duration::from_millis(20));
                    now.fetch_sub(threads, Ordering::SeqCst);
                });
            }
        });
        assert!(most.into_inner() <= 3);
        assert_eq!(turns.lock().used, 0);
        assert!(turns.lock().waiting.is_empty() && turns.lock().searching.is_empty());
    }

    #[test]
    fn who_is_stopped_or_late_waits_no_longer() {
        let turns = Turns::new(1);
        let (control, limits) = endless();
        let _held = turns.take(1, &control, &limits);
        let stopped = Arc::new(Control::new());
        stopped.stop();
        assert!(turns.take(1, &stopped, &limits).held.is_none());
        let short = Limits::move_time(Duration::from_millis(60));
        assert!(
            turns
                .take(1, &Arc::new(Control::new()), &short)
                .held
                .is_none()
        );
        assert!(turns.lock().waiting.is_empty());
    }

    #[test]
    fn a_search_makes_room_at_the_end_of_a_depth() {
        let turns = Turns::new(1);
        let (control, limits) = endless();
        let mut first = turns.take(1, &control, &limits);
        thread::scope(|scope| {
            let second = scope.spawn(|| {
                let (control, limits) = endless();
                turns.take(1, &control, &limits).held
            });
            while turns.lock().waiting.is_empty() {
                thread::sleep(Duration::from_millis(1));
            }
            first.offer();
            assert!(!second.is_finished());
            let long_ago = Instant::now().checked_sub(SLICE).unwrap();
            turns.lock().searching[0].since = long_ago;
            first.offer();
            assert!(second.join().unwrap().is_some());
        });
        assert!(first.held.is_some());
    }

    #[test]
    fn a_search_without_end_is_stopped_where_others_wait() {
        let turns = Turns::new(1);
        let (control, limits) = endless();
        let _first = turns.take(1, &control, &limits);
        turns.lock().searching[0].since = Instant::now().checked_sub(LONGEST).unwrap();
        let short = Limits::move_time(Duration::from_millis(120));
        turns.take(1, &Arc::new(Control::new()), &short);
        assert!(control.is_stopped());
    }
}

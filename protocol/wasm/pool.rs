//! Threads that wait for work, for hosts where the standard library cannot start any. Begin with [`Pool`].

use std::collections::VecDeque;
use std::mem::transmute;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// What a thread of the pool does once.
type Job = Box<dyn FnOnce() + Send>;

/// A queue of jobs. The host's threads [serve](Pool::serve) it, as many as there are and each from when it is ready.
///
/// ```
/// use kamen_wasm::Pool;
/// use std::sync::mpsc::channel;
///
/// static POOL: Pool = Pool::new();
/// std::thread::spawn(|| POOL.serve());
/// let (sender, receiver) = channel();
/// POOL.start(Box::new(move || sender.send("done").unwrap()));
/// assert_eq!(receiver.recv(), Ok("done"));
/// ```
pub struct Pool {
    jobs: Mutex<VecDeque<Job>>,
    has_come: Condvar,
}

impl Pool {
    /// One without jobs.
    pub const fn new() -> Pool {
        Pool {
            jobs: Mutex::new(VecDeque::new()),
            has_come: Condvar::new(),
        }
    }

    /// Has a job done by the next thread that is free.
    pub fn start(&self, job: Job) {
        lock(&self.jobs).push_back(job);
        self.has_come.notify_one();
    }

    /// Does jobs on this thread for ever.
    pub fn serve(&self) -> ! {
        loop {
            let mut jobs = lock(&self.jobs);
            let job = loop {
                match jobs.pop_front() {
                    Some(job) => break job,
                    None => jobs = unpoisoned(self.has_come.wait(jobs)),
                }
            };
            drop(jobs);
            job();
        }
    }

    /// Runs `lead` on this thread, and meanwhile `help` with each number from 1 to `helpers` on those threads of the pool that are free
    /// before it ends. Returns when all that have begun have ended. The [`Scope`](kamen_search::Scope) of a host.
    pub fn scope(&self, helpers: usize, help: &(dyn Fn(usize) + Sync), lead: &mut dyn FnMut()) {
        let gate = Arc::new(Gate::new(help));
        // Closes the gate even if `lead` panics.
        let _closing = Closing(&gate);
        for number in 1..=helpers {
            let gate = Arc::clone(&gate);
            self.start(Box::new(move || gate.pass(number)));
        }
        lead();
    }
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

type Help = dyn Fn(usize) + Sync;

/// Lets helpers of a scope in while it lasts.
struct Gate {
    state: Mutex<State>,
    has_left: Condvar,
}

struct State {
    /// What they do; `None` once the gate is closed.
    help: Option<&'static Help>,
    /// How many are at it.
    inside: usize,
}

impl Gate {
    /// A gate that must be closed before `help` is gone.
    fn new(help: &(dyn Fn(usize) + Sync)) -> Gate {
        // SAFETY: only threads that are counted as inside use it. `close`, which the scope calls before it returns, takes it away from
        // those that come later and waits until nobody is inside.
        let help = unsafe { transmute::<&(dyn Fn(usize) + Sync), &'static Help>(help) };
        Gate {
            state: Mutex::new(State {
                help: Some(help),
                inside: 0,
            }),
            has_left: Condvar::new(),
        }
    }

    /// Helps as this number, if the gate is open.
    fn pass(&self, number: usize) {
        let help = {
            let mut state = lock(&self.state);
            let Some(help) = state.help else {
                return;
            };
            state.inside += 1;
            help
        };
        let _leaving = Leaving(self);
        help(number);
    }

    /// Lets nobody in any more, and waits until all have left.
    fn close(&self) {
        let mut state = lock(&self.state);
        state.help = None;
        while state.inside > 0 {
            state = unpoisoned(self.has_left.wait(state));
        }
    }
}

/// Leaves a gate, even by a panic.
struct Leaving<'a>(&'a Gate);

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        lock(&self.0.state).inside -= 1;
        self.0.has_left.notify_all();
    }
}

struct Closing<'a>(&'a Gate);

impl Drop for Closing<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    unpoisoned(mutex.lock())
}

fn unpoisoned<T>(guard: Result<T, PoisonError<T>>) -> T {
    guard.unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::{Duration, Instant};

    /// A pool that so many threads serve.
    fn served_by(threads: usize) -> &'static Pool {
        let pool: &Pool = Box::leak(Box::new(Pool::new()));
        for _ in 0..threads {
            thread::spawn(|| pool.serve());
        }
        pool
    }

    /// Waits until that is so.
    fn until(is_so: impl Fn() -> bool) {
        let late = Instant::now() + Duration::from_secs(60);
        while !is_so() {
            assert!(Instant::now() < late);
            thread::yield_now();
        }
    }

    /// Sets a flag when it is dropped.
    struct Flag<'a>(&'a AtomicBool);

    impl Drop for Flag<'_> {
        fn drop(&mut self) {
            self.0.store(true, Ordering::SeqCst);
        }
    }

    #[test]
    fn each_helper_has_a_number_and_borrows_what_the_leader_has() {
        let pool = served_by(4);
        for round in 0..200 {
            let seen = [const { AtomicUsize::new(0) }; 4];
            let help = |number: usize| {
                seen[number].fetch_add(1 + round, Ordering::Relaxed);
            };
            let all = || seen[1..].iter().all(|n| n.load(Ordering::Relaxed) != 0);
            pool.scope(3, &help, &mut || until(all));
            assert_eq!(
                seen.map(AtomicUsize::into_inner),
                [0, 1 + round, 1 + round, 1 + round]
            );
        }
    }

    #[test]
    fn a_scope_ends_when_the_last_helper_does() {
        let pool = served_by(2);
        let (begun, ended) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let help = |_| {
            begun.fetch_add(1, Ordering::SeqCst);
            thread::sleep(Duration::from_millis(50));
            ended.fetch_add(1, Ordering::SeqCst);
        };
        pool.scope(2, &help, &mut || {
            until(|| begun.load(Ordering::SeqCst) == 2)
        });
        assert_eq!(ended.into_inner(), 2);
    }

    #[test]
    fn whoever_comes_after_the_end_does_not_help() {
        let pool = served_by(0);
        let helped = AtomicUsize::new(0);
        let help = |_| {
            helped.fetch_add(1, Ordering::SeqCst);
        };
        let mut led = 0;
        pool.scope(3, &help, &mut || led += 1);
        assert_eq!((led, lock(&pool.jobs).len()), (1, 3));
        let (sender, receiver) = channel();
        pool.start(Box::new(move || sender.send(()).unwrap()));
        thread::spawn(|| pool.serve());
        receiver.recv().unwrap();
        assert_eq!(helped.into_inner(), 0);
    }

    #[test]
    fn a_search_on_the_pool_has_its_helpers_there() {
        let pool = served_by(2);
        let (sender, receiver) = channel();
        pool.start(Box::new(move || {
            let helped = AtomicUsize::new(0);
            let help = |number| helped.store(number, Ordering::SeqCst);
            pool.scope(1, &help, &mut || {
                until(|| helped.load(Ordering::SeqCst) == 1);
            });
            sender.send(helped.into_inner()).unwrap();
        }));
        assert_eq!(receiver.recv(), Ok(1));
    }

    #[test]
    fn a_leader_that_panics_leaves_nobody_inside() {
        let pool = served_by(1);
        let [is_inside, is_unwinding, has_left] = [const { AtomicBool::new(false) }; 3];
        let help = |_| {
            let _leaving = Flag(&has_left);
            is_inside.store(true, Ordering::SeqCst);
            until(|| is_unwinding.load(Ordering::SeqCst));
            thread::sleep(Duration::from_millis(50));
        };
        let led = std::panic::catch_unwind(|| {
            pool.scope(1, &help, &mut || {
                let _unwinding = Flag(&is_unwinding);
                until(|| is_inside.load(Ordering::SeqCst));
                panic!("the leader");
            });
        });
        assert!(led.is_err());
        assert!(has_left.into_inner());
    }
}

//! Searches on threads of the host, as the worker has them where workers share memory.

use kamen_files::tell_processors;
use kamen_search::{Host, HostThreads};
use kamen_wasm::{Dialogue, Pool};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, LazyLock, Mutex};
use std::thread;
use std::time::{Duration, Instant};

static POOL: Pool = Pool::new();
static BEGAN: LazyLock<Instant> = LazyLock::new(Instant::now);
/// Whether there is something to pass on.
static IS_DUE: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());
static HELPED: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];
static SCOPES: AtomicUsize = AtomicUsize::new(0);

fn wake() {
    *IS_DUE.0.lock().unwrap() = true;
    IS_DUE.1.notify_one();
}

/// A scope on the pool that notes who helps.
fn scope(helpers: usize, help: &(dyn Fn(usize) + Sync), lead: &mut dyn FnMut()) {
    SCOPES.fetch_add(1, Ordering::Relaxed);
    let noted = |number: usize| {
        HELPED[number].store(true, Ordering::Relaxed);
        help(number);
    };
    POOL.scope(helpers, &noted, lead);
}

#[test]
fn a_search_on_threads_of_the_host_is_heard_of_and_stopped() {
    tell_processors(3);
    Host {
        now: || BEGAN.elapsed(),
        threads: HostThreads::Several { scope },
    }
    .install();
    for _ in 0..3 {
        thread::spawn(|| POOL.serve());
    }
    let lines = Rc::new(RefCell::new(Vec::new()));
    let written = Rc::clone(&lines);
    let mut dialogue = Dialogue::new(move |line| written.borrow_mut().push(line)).waking(wake);
    dialogue.hear(b"set-param name=variant value=czech\nset-param name=threads value=9\nset-param name=book value=false\ninit");
    assert_eq!(dialogue.threads(), 3);
    let begin = "pos start\nlevel infinite\ngo ";
    for (rounds, mode) in ["analyze", "ponder", "think"].into_iter().enumerate() {
        lines.borrow_mut().clear();
        HELPED
            .iter()
            .for_each(|helped| helped.store(false, Ordering::Relaxed));
        dialogue.hear(format!("{begin}{mode}").as_bytes());
        POOL.start(dialogue.search().unwrap());
        // Passes on what it is woken for, until a line begins so.
        let until = |word: &str, dialogue: &mut Dialogue| {
            while !lines.borrow().iter().any(|line| line.starts_with(word)) {
                let due = IS_DUE.0.lock().unwrap();
                let late = Duration::from_secs(60);
                let waited = IS_DUE.1.wait_timeout_while(due, late, |due| !*due);
                let (mut due, result) = waited.unwrap();
                assert!(!result.timed_out(), "{mode}: no {word}");
                *due = false;
                drop(due);
                dialogue.pass_on();
            }
        };
        until("info depth=8", &mut dialogue);
        assert!(
            HELPED[1..]
                .iter()
                .all(|helped| helped.load(Ordering::Relaxed))
        );
        dialogue.hear(b"ping\nstop");
        until("done move=", &mut dialogue);
        assert!(lines.borrow().iter().any(|line| line == "pong"));
        assert_eq!(SCOPES.load(Ordering::Relaxed), rounds + 1);
    }
    dialogue.hear(b"quit");
    assert!(dialogue.has_ended());
}

//! The orders once more, over the threads of `loom`, which runs all the orders of events that there can be.

#[path = "orders.rs"]
#[expect(clippy::duplicate_mod, reason = "the same code over another sync")]
mod orders;

mod sync {
    pub(super) use loom::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    pub(super) use loom::sync::{Condvar, Mutex};
}

use loom::sync::Arc;
use loom::thread;
use orders::Orders;

/// `given` are the orders of a thread each; a wait ends in every order of events, or the model reports a deadlock.
fn waited(
    until_stop: bool,
    given: &'static [fn(&Orders)],
    after: impl Fn(&Orders) + Sync + Send + 'static,
) {
    loom::model(move || {
        let orders = Arc::new(Orders::new(None));
        let threads = given.iter().map(|give| {
            let orders = Arc::clone(&orders);
            thread::spawn(move || give(&orders))
        });
        let threads: Vec<_> = threads.collect();
        orders.wait(until_stop);
        after(&orders);
        threads
            .into_iter()
            .for_each(|thread| thread.join().unwrap());
    });
}

#[test]
fn no_order_is_missed() {
    waited(false, &[|orders| orders.start_clock(5)], |orders| {
        assert_eq!(orders.clock_start(), Some(5));
    });
    waited(false, &[Orders::stop], |orders| {
        assert!(orders.is_stopped())
    });
    waited(
        true,
        &[Orders::stop, |orders| orders.start_clock(5)],
        |orders| {
            assert!(orders.is_stopped());
        },
    );
}

#[test]
fn the_first_start_of_the_clock_counts() {
    loom::model(|| {
        let orders = Arc::new(Orders::new(None));
        let other = {
            let orders = Arc::clone(&orders);
            thread::spawn(move || {
                orders.start_clock(5);
                orders.clock_start()
            })
        };
        orders.start_clock(7);
        let seen = orders.clock_start();
        assert!(seen == Some(5) || seen == Some(7), "{seen:?}");
        assert_eq!(other.join().unwrap(), seen);
        assert_eq!(orders.clock_start(), seen);
    });
}

/// Whoever waits and whoever asks between two nodes see the same.
#[test]
fn two_wait_for_one_order() {
    loom::model(|| {
        let orders = Arc::new(Orders::new(None));
        let waiting = {
            let orders = Arc::clone(&orders);
            thread::spawn(move || orders.wait(true))
        };
        let giving = {
            let orders = Arc::clone(&orders);
            thread::spawn(move || orders.stop())
        };
        orders.wait(false);
        assert!(orders.is_stopped());
        waiting.join().unwrap();
        giving.join().unwrap();
    });
}

//! The buckets of a table, of which a growing number is in use.
//!
//! The system may take seconds to hand out gigabytes, and a search that reads all over them would wait for each page. So
//! a table begins with the buckets that are resident soon, and their number doubles behind the back of the searches.

use super::Bucket;
use super::memory::Memory;
use kamen_files::processors;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, JoinHandle};

/// How many buckets are resident at once: those of a table of 64 MiB.
const FIRST: usize = (64 << 20) / size_of::<Bucket>();

#[derive(Debug)]
pub(super) struct Buckets {
    shared: Arc<Shared>,
    layout: Option<JoinHandle<()>>,
}

#[derive(Debug)]
struct Shared {
    memory: Memory,
    /// The number of buckets in use, a power of two, less one.
    mask: AtomicUsize,
    is_dropped: AtomicBool,
}

impl Buckets {
    /// Buckets of zeros, a power of two of them; `None` if there is not enough memory.
    pub(super) fn new(count: usize) -> Option<Buckets> {
        debug_assert!(count.is_power_of_two());
        let first = count.min(FIRST);
        let shared = Shared {
            memory: Memory::new(count)?,
            mask: AtomicUsize::new(first - 1),
            is_dropped: AtomicBool::new(false),
        };
        shared
            .memory
            .touch(0..first, processors(), &shared.is_dropped);
        let shared = Arc::new(shared);
        let layout = (first < count).then(|| {
            let of_thread = Arc::clone(&shared);
            let thread = thread::Builder::new().name("table".to_owned());
            thread.spawn(move || of_thread.lay_out())
        });
        let layout = layout.and_then(|started| match started {
            Ok(thread) => Some(thread),
            Err(error) => {
                log::warn!("the transposition table is laid out without a thread: {error}");
                shared.lay_out();
                None
            }
        });
        Some(Buckets { shared, layout })
    }

    /// The bucket of a key among those in use.
    #[inline(always)]
    pub(super) fn index(&self, key: u64) -> usize {
        key as usize & self.shared.mask.load(Ordering::Relaxed)
    }

    #[inline(always)]
    pub(super) fn all(&self) -> &[Bucket] {
        self.shared.memory.buckets()
    }

    /// Those that are in use.
    pub(super) fn in_use(&self) -> &[Bucket] {
        &self.all()[..=self.shared.mask.load(Ordering::Relaxed)]
    }

    /// Whether all are in use.
    pub(super) fn are_whole(&self) -> bool {
        self.shared.mask.load(Ordering::Relaxed) == self.all().len() - 1
    }

    /// Sets every entry to zero.
    pub(super) fn zero(&self) {
        self.shared.memory.zero();
    }
}

impl Shared {
    /// Makes all buckets resident, and doubles the number of those in use whenever that many are. The searches keep
    /// half of the processors, at least.
    fn lay_out(&self) {
        let threads = processors().div_ceil(2);
        let mut count = self.mask.load(Ordering::Relaxed) + 1;
        while count < self.memory.buckets().len() {
            self.memory
                .touch(count..2 * count, threads, &self.is_dropped);
            if self.is_dropped.load(Ordering::Relaxed) {
                return;
            }
            count *= 2;
            self.mask.store(count - 1, Ordering::Relaxed);
        }
    }
}

impl Drop for Buckets {
    /// The memory is given back before another table needs it.
    fn drop(&mut self) {
        self.shared.is_dropped.store(true, Ordering::Relaxed);
        if let Some(layout) = self.layout.take() {
            let _ = layout.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_in_use_grows_to_the_whole() {
        for count in [1, 4, FIRST, 2 * FIRST, 4 * FIRST] {
            let buckets = Buckets::new(count).unwrap();
            let begun = buckets.index(u64::MAX) + 1;
            assert!(begun >= count.min(FIRST) && begun.is_power_of_two());
            while !buckets.are_whole() {
                thread::sleep(std::time::Duration::from_millis(1));
            }
            assert_eq!(buckets.index(u64::MAX), count - 1);
        }
    }

    #[test]
    fn a_table_is_dropped_while_it_is_laid_out() {
        for _ in 0..3 {
            let buckets = Buckets::new(16 * FIRST).unwrap();
            drop(buckets);
        }
    }
}

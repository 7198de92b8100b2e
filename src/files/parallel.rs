//! Work on all threads of the current rayon pool, compiled once whatever the work is.
//!
//! Called from code that is generic over the rules, the functions of rayon would be compiled anew for each set of rules.
//! A piece of work should be large, such as a block of positions: then the call through a pointer costs nothing.

use rayon::prelude::*;
use std::error::Error;
use std::sync::{Mutex, OnceLock, PoisonError};

/// Whether there are no other threads: outside of a pool, where the usual one cannot be started.
fn is_alone() -> bool {
    static ALONE: OnceLock<bool> = OnceLock::new();
    rayon::current_thread_index().is_none()
        && *ALONE.get_or_init(|| {
            let pool = rayon::ThreadPoolBuilder::new().build_global();
            // Without a source the error is that somebody else has started it.
            let failed = pool.err().filter(|error| error.source().is_some());
            if let Some(error) = &failed {
                log::warn!("one thread works alone: {error}");
            }
            failed.is_some()
        })
}

/// Does `work` for each number below `count`.
pub fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    match is_alone() {
        true => (0..count).for_each(work),
        false => (0..count).into_par_iter().for_each(work),
    }
}

/// Does `work` for each chunk of `size` elements, the last of which may be shorter, and its number.
pub fn each_chunk<T: Send>(all: &mut [T], size: usize, work: &(dyn Fn(usize, &mut [T]) + Sync)) {
    let chunks: Vec<_> = all.chunks_mut(size).map(Mutex::new).collect();
    each(chunks.len(), &|number| {
        let mut chunk = chunks[number]
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        work(number, &mut chunk);
    });
}

/// What `work` gives for each number below `count`, in their order.
pub fn map<T: Send>(count: usize, work: &(dyn Fn(usize) -> T + Sync)) -> Vec<T> {
    let mut all: Vec<Option<T>> = std::iter::repeat_with(|| None).take(count).collect();
    each_chunk(&mut all, 1, &|number, given| given[0] = Some(work(number)));
    all.into_iter().flatten().collect()
}

/// The first number below `count` for which `is_it` is true.
pub fn first(count: usize, is_it: &(dyn Fn(usize) -> bool + Sync)) -> Option<usize> {
    match is_alone() {
        true => (0..count).find(|&number| is_it(number)),
        false => (0..count)
            .into_par_iter()
            .find_first(|&number| is_it(number)),
    }
}

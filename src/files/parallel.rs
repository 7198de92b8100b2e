//! Work on all threads of the current rayon pool, compiled once whatever the work is.
//!
//! Called from code that is generic over the rules, the functions of rayon would be compiled anew for each set of rules.
//! A piece of work should be large, such as a block of positions: then the call through a pointer costs nothing.

use rayon::prelude::*;
use std::sync::{Mutex, PoisonError};

/// Does `work` for each number below `count`.
pub fn each(count: usize, work: &(dyn Fn(usize) + Sync)) {
    (0..count).into_par_iter().for_each(work);
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
    (0..count)
        .into_par_iter()
        .find_first(|&number| is_it(number))
}

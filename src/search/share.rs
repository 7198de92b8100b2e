//! Work that several engines share.

use super::{Engine, EngineError, STACK_BYTES};
use std::io;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What `work` gives for each number below `count`, in their order. Each engine has a thread of its own, which takes the next
/// number until there are none. `None` if it was stopped before all were done.
///
/// # Errors
/// What `work` returns first, or no thread can be started.
pub fn share<T: Send>(
    engines: &[Engine],
    count: usize,
    is_stopped: &(dyn Fn() -> bool + Sync),
    work: &(dyn Fn(&Engine, usize) -> Result<T, EngineError> + Sync),
) -> Result<Option<Vec<T>>, EngineError> {
    let next = AtomicUsize::new(0);
    let done = thread::scope(|scope| {
        let start = |engine| {
            let next = &next;
            let take = move || {
                let mut done = Vec::new();
                while !is_stopped() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    done.push((number, work(engine, number)?));
                }
                Ok::<_, EngineError>(done)
            };
            let thread = thread::Builder::new().stack_size(STACK_BYTES);
            thread.spawn_scoped(scope, take)
        };
        let threads: io::Result<Vec<_>> = engines.iter().map(start).collect();
        let threads = threads.map_err(EngineError::Thread)?.into_iter();
        let parts: Result<Vec<_>, EngineError> = threads
            .map(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
            .collect();
        parts
    })?;
    let mut all: Vec<Option<T>> = std::iter::repeat_with(|| None).take(count).collect();
    for (number, given) in done.into_iter().flatten() {
        all[number] = Some(given);
    }
    Ok(all.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;
    use kamen_eval::Choice;

    fn engines(count: usize) -> Vec<Engine> {
        let engine = |_| Engine::with(Variant::Czech, &Choice::default(), 4).unwrap();
        (0..count).map(engine).collect()
    }

    #[test]
    fn all_is_done_in_order_or_nothing_is_given() {
        for threads in 1..4 {
            let engines = engines(threads);
            let squares = share(&engines, 20, &|| false, &|_, number| Ok(number * number));
            let expected: Vec<usize> = (0..20).map(|number| number * number).collect();
            assert_eq!(squares.unwrap(), Some(expected));
            let stopped = share(&engines, 20, &|| true, &|_, number| Ok(number));
            assert_eq!(stopped.unwrap(), None);
            let none = share(&engines, 0, &|| false, &|_, number| Ok(number));
            assert_eq!(none.unwrap(), Some(vec![]));
            let failed = share(&engines, 20, &|| false, &|_, number| match number {
                7 => Err(EngineError::Memory { size: 7 }),
                _ => Ok(()),
            });
            assert!(matches!(failed, Err(EngineError::Memory { size: 7 })));
        }
    }
}

use std::num::NonZero;
use std::sync::OnceLock;
use std::thread::available_parallelism;

static FOUND: OnceLock<usize> = OnceLock::new();

/// Threads that run at once on this machine, as far as this process may use it.
pub fn processors() -> usize {
    *FOUND.get_or_init(|| available_parallelism().map_or(1, NonZero::get))
}

/// Tells how many threads run at once, at least 1, where the system does not say it, as in a browser. What was told or asked first
/// counts.
pub fn tell_processors(count: usize) {
    let _ = FOUND.set(count.max(1));
}

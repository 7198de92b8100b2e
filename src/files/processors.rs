use std::num::NonZero;
use std::sync::OnceLock;
use std::thread::available_parallelism;

/// Threads that run at once on this machine, as far as this process may use it.
pub fn processors() -> usize {
    static FOUND: OnceLock<usize> = OnceLock::new();
    *FOUND.get_or_init(|| available_parallelism().map_or(1, NonZero::get))
}

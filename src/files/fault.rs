//! Stops at a chosen write, for tests of what a killed program leaves behind.
//!
//! A *write* is what changes the files that a later run reads: a whole file takes its name, a piece is appended, a file is
//! cut or removed. All of them come through here. In builds with debug assertions `KAMEN_STOP_AT_WRITE=N` ends the process
//! right before its N-th write, counted from 1, and `KAMEN_STOP_IN_WRITE=N` in the midst of it, if it appends, as `kill -9`
//! would: nothing is flushed, tidied up or said.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Where the process ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(debug_assertions), allow(dead_code))]
enum Place {
    Before,
    Within,
}

/// Comes before each write that is not one of those below.
pub fn before_write() {
    if reached().is_some() {
        end();
    }
}

/// Appends a piece.
///
/// # Errors
/// It cannot be written; a part of it may have been.
pub fn append(mut out: impl Write, piece: &[u8]) -> io::Result<()> {
    match reached() {
        None => out.write_all(piece),
        Some(Place::Before) => end(),
        Some(Place::Within) => {
            let (half, _) = piece.split_at(piece.len() / 2);
            let _ = out.write_all(half);
            end()
        }
    }
}

/// Gives a file another name; what had it is gone.
///
/// # Errors
/// As [`fs::rename`].
pub fn rename(from: &Path, to: &Path) -> io::Result<()> {
    before_write();
    fs::rename(from, to)
}

/// Removes a file.
///
/// # Errors
/// As [`fs::remove_file`].
pub fn remove(path: &Path) -> io::Result<()> {
    before_write();
    fs::remove_file(path)
}

/// Counts a write. Whether the process ends here, and where.
#[cfg(debug_assertions)]
fn reached() -> Option<Place> {
    use std::sync::LazyLock;
    use std::sync::atomic::{AtomicU64, Ordering};
    static LAST: LazyLock<Option<(Place, u64)>> = LazyLock::new(|| {
        let number = |name| std::env::var(name).ok()?.parse().ok();
        let before = number("KAMEN_STOP_AT_WRITE").map(|number| (Place::Before, number));
        before.or_else(|| Some((Place::Within, number("KAMEN_STOP_IN_WRITE")?)))
    });
    static WRITES: AtomicU64 = AtomicU64::new(0);
    let (place, last) = (*LAST)?;
    let number = WRITES.fetch_add(1, Ordering::Relaxed) + 1;
    (number == last).then_some(place)
}

#[cfg(not(debug_assertions))]
fn reached() -> Option<Place> {
    None
}

fn end() -> ! {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, getpid, kill_process};
        if kill_process(getpid(), Signal::KILL).is_ok() {
            // Another thread may be the first to hear of it.
            loop {
                std::thread::park();
            }
        }
    }
    std::process::abort()
}

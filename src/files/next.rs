//! A file that changes together with another one.
//!
//! Its next content is written beside it; then the other file is written, which tells what both stand for; then the
//! next content takes its place. So the other file decides: whoever opens both after a kill sees by it whether the next
//! content counts.

use super::{fault, hidden, whole_file};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Where the next content of a file waits. It has the ending of the file.
///
/// # Errors
/// If a link leads nowhere that can be reached.
pub fn next_of(path: &Path) -> io::Result<PathBuf> {
    let whole = whole_file(path)?.unwrap_or_else(|| path.to_owned());
    Ok(hidden::beside(&whole, "next"))
}

/// Gives a file its next content, which was written to [`next_of`] it. Its permissions stay.
///
/// # Errors
/// If it cannot be replaced.
pub fn take_next(path: &Path) -> io::Result<()> {
    let whole = whole_file(path)?.unwrap_or_else(|| path.to_owned());
    let next = hidden::beside(&whole, "next");
    if let Ok(old) = fs::metadata(&whole) {
        fs::set_permissions(&next, old.permissions())?;
    }
    fault::rename(&next, &whole)
}

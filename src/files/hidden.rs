//! The names of files that Kamen keeps for itself, beside those of its users.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What these names begin with.
const OURS: &str = ".kamen-";

/// A file of our own beside another: `.kamen-WHAT.NAME`. Its ending is that of the other.
pub fn beside(path: &Path, what: &str) -> PathBuf {
    path.with_file_name(name(path, what))
}

/// The name alone.
pub(super) fn name(path: &Path, what: &str) -> OsString {
    let mut name = start(what);
    name.push(end(path));
    name
}

/// What stands before a random part of such a name.
pub(super) fn start(what: &str) -> OsString {
    format!("{OURS}{what}").into()
}

/// What stands behind it.
pub(super) fn end(path: &Path) -> OsString {
    let mut end = OsString::from(".");
    end.push(path.file_name().unwrap_or_default());
    end
}

/// The folder of a file.
pub(super) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

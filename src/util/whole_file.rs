//! Files that are whole or not there.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file under another name first and renames it, so that it is whole or as it was.
///
/// # Errors
/// Why it could not be written; what it held before stays.
pub(crate) fn write_whole_by(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let part = part(path);
    let mut file = std::fs::File::create(&part)?;
    let written = write(&mut file).and_then(|()| file.sync_all());
    drop(file);
    let written = written.and_then(|()| std::fs::rename(&part, path));
    if written.is_err() {
        // It is of no use to anybody; that it cannot be removed is the smaller trouble.
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// The same for bytes that are there.
///
/// # Errors
/// Why it could not be written; what it held before stays.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_by(path, |file| file.write_all(bytes))
}

/// The name under which it is written.
fn part(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

/// Tries whether a file could be written so, without touching it.
///
/// # Errors
/// Why it cannot be.
pub(crate) fn can_write_whole(path: &Path) -> io::Result<()> {
    let part = part(path);
    std::fs::File::create(&part)?;
    let _ = std::fs::remove_file(part);
    Ok(())
}

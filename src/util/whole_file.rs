//! Files written whole or not at all.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a file under a temporary name and renames it, so that it is either new or unchanged.
///
/// # Errors
/// If it cannot be written; what it held before stays.
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
        // The error of the write matters more than a leftover part.
        let _ = std::fs::remove_file(&part);
    }
    written
}

/// The same for bytes that are there.
///
/// # Errors
/// If it cannot be written; what it held before stays.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_by(path, |file| file.write_all(bytes))
}

/// The temporary name.
fn part(path: &Path) -> PathBuf {
    let mut part = path.as_os_str().to_owned();
    part.push(".part");
    part.into()
}

/// Checks that a file could be written this way, without touching it.
///
/// # Errors
/// If it cannot be written.
#[cfg(feature = "program")]
pub(crate) fn can_write_whole(path: &Path) -> io::Result<()> {
    let part = part(path);
    std::fs::File::create(&part)?;
    let _ = std::fs::remove_file(part);
    Ok(())
}

//! Files written whole or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// Writes a file under a temporary name and renames it, so that it is either new or unchanged. What is no file, such as
/// `/dev/stdout`, is written to directly.
///
/// # Errors
/// If it cannot be written; what it held before stays.
pub fn write_whole_by(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let Some(Parts { whole, part }) = parts(path)? else {
        return write(&mut OpenOptions::new().write(true).open(path)?);
    };
    let mut file = File::create(&part)?;
    let written = write(&mut file).and_then(|()| file.sync_all());
    drop(file);
    let written = written.and_then(|()| fs::rename(&part, whole));
    if written.is_err() {
        // The error of the write matters more than a leftover part.
        let _ = fs::remove_file(&part);
    }
    written
}

/// The same for bytes that are there.
///
/// # Errors
/// If it cannot be written; what it held before stays.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_by(path, |file| file.write_all(bytes))
}

/// The names of a file.
pub struct Parts {
    /// That of the file itself, to which a link leads.
    pub whole: PathBuf,
    /// That under which it is written.
    pub part: PathBuf,
}

/// The names of a file, which need not exist; `None` for what is no file, such as a device or a pipe.
///
/// # Errors
/// If a link leads nowhere that can be reached.
pub fn parts(path: &Path) -> io::Result<Option<Parts>> {
    let whole = match fs::metadata(path) {
        Ok(found) if found.is_file() => fs::canonicalize(path)?,
        Ok(found) if !found.is_dir() => return Ok(None),
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => path.to_owned(),
    };
    let mut part = whole.as_os_str().to_owned();
    part.push(".part");
    let part = part.into();
    Ok(Some(Parts { whole, part }))
}

/// Checks that a file could be written this way, without touching it.
///
/// # Errors
/// If it cannot be written.
pub fn can_write_whole(path: &Path) -> io::Result<()> {
    match parts(path)? {
        None => OpenOptions::new().write(true).open(path).map(drop),
        Some(Parts { part, .. }) => {
            File::create(&part)?;
            let _ = fs::remove_file(part);
            Ok(())
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{FileTypeExt, symlink};

    #[test]
    fn a_link_stays_and_leads_to_what_is_written() {
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "old").unwrap();
        symlink("file", &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn what_is_no_file_is_written_to_and_stays() {
        let folder = tempfile::tempdir().unwrap();
        // A link of our own: were it replaced, the device itself would stay.
        let link = folder.path().join("null");
        symlink("/dev/null", &link).unwrap();
        write_whole(&link, b"gone").unwrap();
        let found = fs::metadata(&link).unwrap().file_type();
        assert!(found.is_char_device());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}

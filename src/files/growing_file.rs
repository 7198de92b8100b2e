//! Files that only grow, by whole pieces.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use super::fault;
use super::lock::{is_at, open_locked};
use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// A file for appending. A piece that could not be written whole is removed again.
#[derive(Debug)]
pub struct GrowingFile {
    path: PathBuf,
    file: File,
    length: u64,
}

impl GrowingFile {
    /// Opens a file, which need not exist. An error of the kind [`io::ErrorKind::ResourceBusy`] says that
    /// another program has it open here.
    pub fn open(path: &Path) -> io::Result<GrowingFile> {
        let file = open_locked(path)?;
        let length = file.metadata()?.len();
        Ok(GrowingFile {
            path: path.to_owned(),
            file,
            length,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes.
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Reads from the beginning.
    pub fn reader(&self) -> io::Result<File> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// Waits until all of it is on the disk.
    pub fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }

    /// Truncates the file to `length` bytes.
    pub fn cut_to(&mut self, length: u64) -> io::Result<()> {
        if length < self.length {
            fault::before_write();
            self.file.set_len(length)?;
            self.length = length;
        }
        Ok(())
    }

    /// Adds a piece, whole or not at all. An error says at which byte; it is one, too, if the file is not the one that
    /// its path leads to any more, or if another program has changed its length.
    pub fn append(&mut self, piece: &[u8]) -> io::Result<()> {
        let told = |error: io::Error| {
            let at = format!("at byte {}: {error}", self.length);
            io::Error::new(error.kind(), at)
        };
        self.check(self.length).map_err(told)?;
        self.file.seek(SeekFrom::Start(self.length))?;
        let length = self.length + piece.len() as u64;
        let written = fault::append(&self.file, piece);
        if let Err(error) = written.and_then(|()| self.check(length)) {
            if let Err(cut) = self.file.set_len(self.length) {
                log::warn!("{} may end in half a piece: {cut}", self.path.display());
            }
            return Err(told(error));
        }
        self.length = length;
        Ok(())
    }

    /// Checks that the path leads to this file, and that it has a length in bytes. What is no file may be any.
    fn check(&self, length: u64) -> io::Result<()> {
        let open = self.file.metadata()?;
        if !open.is_file() {
            return Ok(());
        }
        if !is_at(&self.file, &self.path)? {
            let gone = "the file was removed or replaced while it was in use";
            return Err(io::Error::other(gone));
        }
        if open.len() != length {
            let found = open.len();
            let changed =
                format!("another program has changed it, found {found} bytes, expected {length}");
            return Err(io::Error::other(changed));
        }
        Ok(())
    }
}

impl Drop for GrowingFile {
    /// Closing alone would keep the file locked while a program that another thread starts still has
    /// a copy of its descriptor.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::ErrorKind;

    #[test]
    fn a_file_that_is_removed_replaced_or_changed_is_told() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let away = folder.path().join("away");
        let cases: [(&dyn Fn(), &str); 4] = [
            (&|| fs::remove_file(&path).unwrap(), "removed or replaced"),
            (
                &|| {
                    fs::rename(&path, &away).unwrap();
                    fs::write(&path, "of another").unwrap();
                },
                "removed or replaced",
            ),
            (
                &|| fs::write(&path, "").unwrap(),
                "found 0 bytes, expected 4",
            ),
            (
                &|| fs::write(&path, "longer than before").unwrap(),
                "found 18 bytes, expected 4",
            ),
        ];
        for (change, expected) in cases {
            let _ = fs::remove_file(&path);
            let mut file = GrowingFile::open(&path).unwrap();
            file.append(b"one\n").unwrap();
            change();
            let error = file.append(b"two\n").unwrap_err().to_string();
            assert!(
                error.starts_with("at byte 4: ") && error.contains(expected),
                "{error}"
            );
            assert_eq!(file.length(), 4);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_kept_from_others_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let mut file = GrowingFile::open(&path).unwrap();
        let refused = GrowingFile::open(&path).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::ResourceBusy);
        file.append(b"one\n").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"one\n", "readers are let in");
        drop(file);
        GrowingFile::open(&path).unwrap();
    }

    /// A program inherits it that is being started.
    #[cfg(unix)]
    #[test]
    fn a_copy_of_the_descriptor_keeps_nobody_out() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = GrowingFile::open(&path).unwrap();
        let copy = file.reader().unwrap();
        drop(file);
        GrowingFile::open(&path).unwrap();
        drop(copy);
    }
}

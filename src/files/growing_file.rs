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

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file for appending. A piece that could not be written whole is removed again.
#[derive(Debug)]
pub struct GrowingFile {
    path: PathBuf,
    file: File,
    length: u64,
}

impl GrowingFile {
    /// Opens a file, which need not exist. An error of the kind [`ErrorKind::ResourceBusy`] says that
    /// another program has it open here.
    pub fn open(path: &Path) -> io::Result<GrowingFile> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path)?;
        if !lock(&file) {
            return Err(ErrorKind::ResourceBusy.into());
        }
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
            self.file.set_len(length)?;
            self.length = length;
        }
        Ok(())
    }

    /// Adds a piece, whole or not at all. An error says at which byte.
    pub fn append(&mut self, piece: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        match self.file.write_all(piece) {
            Ok(()) => {
                self.length += piece.len() as u64;
                Ok(())
            }
            Err(error) => {
                if let Err(cut) = self.file.set_len(self.length) {
                    log::warn!("{} may end in half a piece: {cut}", self.path.display());
                }
                let at = format!("at byte {}: {error}", self.length);
                Err(io::Error::new(error.kind(), at))
            }
        }
    }
}

impl Drop for GrowingFile {
    /// Closing alone would keep the file locked while a program that another thread starts still has
    /// a copy of its descriptor.
    fn drop(&mut self) {
        let _ = self.file.unlock();
    }
}

/// Whether nobody else has the file locked; it is ours until it is unlocked.
fn lock(file: &File) -> bool {
    // Where files cannot be locked, nobody is kept out. Windows would keep readers out, too.
    cfg!(not(unix)) || !matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn a_file_is_kept_from_others_until_it_is_dropped() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = GrowingFile::open(&path).unwrap();
        let refused = GrowingFile::open(&path).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::ResourceBusy);
        // As a program inherits it that is being started.
        let copy = file.reader().unwrap();
        drop(file);
        GrowingFile::open(&path).unwrap();
        drop(copy);
    }
}

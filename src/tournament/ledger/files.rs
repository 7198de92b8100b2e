//! Files that only grow, by whole pieces.

use super::LedgerError;
use std::fs::{File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is added to. What could not be added whole is taken back.
#[derive(Debug)]
pub(super) struct GrowingFile {
    path: PathBuf,
    file: File,
    length: u64,
}

impl GrowingFile {
    /// Opens a file, which need not exist.
    pub(super) fn open(path: &Path) -> Result<GrowingFile, LedgerError> {
        let mut options = OpenOptions::new();
        let options = options.read(true).write(true).create(true).truncate(false);
        let file = options
            .open(path)
            .map_err(|error| LedgerError::file(path, error))?;
        if !lock(&file) {
            let path = path.to_owned();
            return Err(LedgerError::InUse { path });
        }
        let length = file
            .metadata()
            .map_err(|error| LedgerError::file(path, error))?
            .len();
        Ok(GrowingFile {
            path: path.to_owned(),
            file,
            length,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Bytes.
    pub(super) fn length(&self) -> u64 {
        self.length
    }

    /// Reads from the beginning.
    pub(super) fn reader(&self) -> io::Result<File> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(file)
    }

    /// Leaves only so many bytes.
    pub(super) fn cut_to(&mut self, length: u64) -> io::Result<()> {
        if length < self.length {
            self.file.set_len(length)?;
            self.length = length;
        }
        Ok(())
    }

    /// Adds a piece, whole or not at all.
    pub(super) fn append(&mut self, piece: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.length))?;
        match self.file.write_all(piece) {
            Ok(()) => {
                self.length += piece.len() as u64;
                Ok(())
            }
            Err(error) => {
                self.file.set_len(self.length)?;
                Err(error)
            }
        }
    }
}

/// Whether nobody else has the file locked; it is ours until it is closed.
#[cfg(unix)]
fn lock(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    // Where files cannot be locked, nobody is kept out.
    !matches!(
        flock(file, FlockOperation::NonBlockingLockExclusive),
        Err(rustix::io::Errno::WOULDBLOCK)
    )
}

#[cfg(not(unix))]
fn lock(_: &File) -> bool {
    true
}

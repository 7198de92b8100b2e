//! The files of games that an index is of. Begin with [`Source`].

use serde::{Deserialize, Serialize};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

/// A file of games, and how it was when it was read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Source {
    /// Below the folder of the index as it is reached from there, elsewhere from the root.
    pub path: PathBuf,
    /// Bytes.
    pub length: u64,
    /// When it was written, in nanoseconds since 1970; 0 where that is not known.
    pub modified: u64,
    /// The checksum (CRC-32) of all bytes.
    pub checksum: u32,
}

impl Source {
    /// A file in its present state, as an index names it.
    pub(super) fn of(path: &Path, index: &Path) -> io::Result<Source> {
        let whole = fs::canonicalize(path)?;
        let home = match folder(index) {
            here if here.as_os_str().is_empty() => fs::canonicalize(".")?,
            home => fs::canonicalize(home)?,
        };
        let found = fs::metadata(&whole)?;
        if !found.is_file() {
            let text = "no file, expected one that can be read again";
            return Err(io::Error::other(text));
        }
        Ok(Source {
            path: whole.strip_prefix(&home).unwrap_or(&whole).to_owned(),
            length: found.len(),
            modified: modified(&found),
            checksum: checksum(&whole)?,
        })
    }

    /// Where it is, seen from where the index is.
    pub(super) fn at(&self, index: &Path) -> PathBuf {
        folder(index).join(&self.path)
    }

    /// Whether two are the same file in the same state, whenever it was written.
    pub fn is_same_as(&self, other: &Source) -> bool {
        (&self.path, self.length, self.checksum) == (&other.path, other.length, other.checksum)
    }

    /// Whether the file at a path is what it was. If it was written since, all of it is read.
    pub(super) fn is_unchanged(&self, path: &Path) -> io::Result<bool> {
        let found = fs::metadata(path)?;
        if found.len() != self.length {
            return Ok(false);
        }
        Ok(modified(&found) == self.modified || checksum(path)? == self.checksum)
    }
}

fn folder(path: &Path) -> &Path {
    path.parent().unwrap_or(Path::new(""))
}

fn modified(found: &Metadata) -> u64 {
    let time = found.modified().ok();
    let since = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    since.map_or(0, |time| time.as_nanos() as u64)
}

fn checksum(path: &Path) -> io::Result<u32> {
    let mut file = File::open(path)?;
    let (mut hasher, mut buffer) = (crc32fast::Hasher::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hasher.finalize()),
            Ok(read) => hasher.update(buffer.get(..read).unwrap_or_default()),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => (),
            Err(error) => return Err(error),
        }
    }
}

//! A file for readers that read files.

use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A file in a folder of its own, which goes when this does.
pub(crate) struct Scratch {
    folder: TempDir,
}

impl Scratch {
    /// Does something with a file of these bytes; each thread has one folder for all its inputs.
    pub(crate) fn with<T>(bytes: &[u8], work: impl FnOnce(&Scratch, &Path) -> T) -> T {
        thread_local! {
            static SCRATCH: Scratch = Scratch {
                folder: TempDir::new().expect("a folder for temporary files"),
            };
        }
        SCRATCH.with(|scratch| {
            let path = scratch.file("input");
            fs::write(&path, bytes).expect("room for a temporary file");
            work(scratch, &path)
        })
    }

    /// The place of a further file, which is not there.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        let path = self.folder.path().join(name);
        let _ = fs::remove_file(&path);
        path
    }
}

//! Folders of long work: a checkpoint, which says what is finished, and a log.

use crate::util::sealed::Seal;
use crate::util::{GrowingFile, first_difference};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a folder of long work is of no use.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// It cannot be made or opened.
    #[error("cannot use {}: {error}", path.display())]
    Open {
        /// The folder, or its log.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file of it is of no use.
    #[error("cannot use {}: {what}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What was found and expected.
        what: String,
    },
    /// Another program works there.
    #[error("{} is in use by another {work}, expected a folder for each", path.display())]
    InUse {
        /// The log, which it has open.
        path: PathBuf,
        /// What works there.
        work: &'static str,
    },
    /// The folder holds the same work with other settings.
    #[error(
        "{} is of other settings: {what} was {found}, now it is {expected}; give the same settings \
         again, or another folder", path.display()
    )]
    Settings {
        /// The checkpoint.
        path: PathBuf,
        /// Which setting.
        what: String,
        /// In the file.
        found: String,
        /// Wanted.
        expected: String,
    },
}

impl FolderError {
    pub(super) fn file(path: &Path, what: impl ToString) -> FolderError {
        FolderError::File {
            path: path.to_owned(),
            what: what.to_string(),
        }
    }
}

/// What is finished of a long work, as its checkpoint holds it.
pub(super) trait Checkpoint: Serialize + DeserializeOwned {
    /// What the work follows from.
    type Settings: Serialize;

    /// What the work follows from.
    fn settings(&self) -> &Self::Settings;

    /// Says what does not fit together, if anything does not.
    fn check(&self) -> Result<(), String>;
}

/// A folder of long work, kept from others as long as it is open.
#[derive(Debug)]
pub(super) struct WorkFolder {
    path: PathBuf,
    checkpoint: PathBuf,
    seal: Seal,
    log: GrowingFile,
}

impl WorkFolder {
    /// Opens a folder; it is made if there is none. `work` is what messages call the work, `seal` what
    /// its checkpoint is.
    pub(super) fn open(
        path: &Path,
        work: &'static str,
        seal: Seal,
    ) -> Result<WorkFolder, FolderError> {
        let failed = |path: &Path, error| FolderError::Open {
            path: path.to_owned(),
            error,
        };
        fs::create_dir_all(path).map_err(|error| failed(path, error))?;
        let log = path.join("log.txt");
        let opened = GrowingFile::open(&log);
        let log = opened.map_err(|error| match error.kind() {
            ErrorKind::ResourceBusy => FolderError::InUse { path: log, work },
            _ => failed(&log, error),
        })?;
        Ok(WorkFolder {
            path: path.to_owned(),
            checkpoint: path.join("checkpoint.json"),
            seal,
            log,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// What the checkpoint says; `None` if there is none.
    pub(super) fn checkpoint<C: Checkpoint>(
        &self,
        settings: &C::Settings,
    ) -> Result<Option<C>, FolderError> {
        let path = &self.checkpoint;
        let read = self.seal.read::<C>(path);
        let found = read.map_err(|what| FolderError::file(path, what))?;
        if let Some(finished) = &found {
            if let Some([what, found, expected]) = first_difference(finished.settings(), settings) {
                return Err(FolderError::Settings {
                    path: path.to_owned(),
                    what,
                    found,
                    expected,
                });
            }
            let checked = finished.check();
            checked.map_err(|what| FolderError::file(path, what))?;
        }
        Ok(found)
    }

    /// Keeps what is finished.
    pub(super) fn keep(&self, finished: &impl Checkpoint) -> Result<(), FolderError> {
        let written = self.seal.write(&self.checkpoint, finished);
        written.map_err(|error| FolderError::file(&self.checkpoint, error))
    }

    /// Writes the log anew.
    pub(super) fn log_all(&mut self, lines: &[impl Display]) -> Result<(), FolderError> {
        let cut = self.log.cut_to(0);
        cut.map_err(|error| FolderError::file(self.log.path(), error))?;
        lines.iter().try_for_each(|line| self.log(line))
    }

    /// Adds a line to the log.
    pub(super) fn log(&mut self, line: &impl Display) -> Result<(), FolderError> {
        let added = self.log.append(format!("{line}\n").as_bytes());
        added.map_err(|error| FolderError::file(self.log.path(), error))
    }
}

//! Folders of resumable work: a checkpoint, which says what is finished, and a log.

use kamen_core::rules::Variant;
use kamen_eval::weights::WeightsError;
use kamen_files::sealed::Seal;
use kamen_files::{GrowingFile, SealError, first_difference};
use kamen_players::NetworkError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a work folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FolderError {
    /// The folder or its log cannot be created or opened.
    #[error("cannot use {}: {error}", path.display())]
    Open {
        /// The folder, or its log.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file of it cannot be read or written.
    #[error("cannot use {}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The checkpoint cannot be read.
    #[error("cannot use {}: {error}", path.display())]
    Seal {
        /// The checkpoint.
        path: PathBuf,
        /// Why not.
        error: SealError,
    },
    /// The parts of the checkpoint contradict each other.
    #[error("cannot use {}: {error}", path.display())]
    Checkpoint {
        /// The checkpoint.
        path: PathBuf,
        /// What was found and expected.
        error: CheckpointError,
    },
    /// Weights in it cannot be read.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The settings cannot be compared.
    #[error("cannot write the settings: {0}")]
    Json(serde_json::Error),
    /// Another program uses the folder.
    #[error("{} is in use by another {work}, expected a folder for each", path.display())]
    InUse {
        /// The log, which it holds open.
        path: PathBuf,
        /// What kind of work it does.
        work: &'static str,
    },
    /// The folder holds work with other settings.
    #[error(
        "{} has other settings: {what} was {found}, now it is {expected}; give the same settings \
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

/// How the parts of a checkpoint contradict each other.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The generations are not in order.
    #[error(
        "found generation {found} against {opponent}, expected {expected} against \
         {expected_opponent}"
    )]
    Generation {
        /// The generation in the checkpoint, and its opponent.
        found: u32,
        /// The opponent in the checkpoint.
        opponent: u32,
        /// The generation that follows.
        expected: u32,
        /// The best generation before.
        expected_opponent: u32,
    },
    /// The population has another size.
    #[error("found {found} networks, expected {expected}")]
    Population {
        /// In the checkpoint.
        found: usize,
        /// By the settings.
        expected: usize,
    },
    /// The iterations are not in order, or have other parameters.
    #[error(
        "found iteration {found} with {values} values, expected {expected} with {expected_values}"
    )]
    Iteration {
        /// In the checkpoint.
        found: u32,
        /// Its values.
        values: usize,
        /// The iteration that follows.
        expected: u32,
        /// Parameters by the settings.
        expected_values: usize,
    },
    /// A network cannot be used.
    #[error(transparent)]
    Network(#[from] NetworkError),
    /// A network sees the board from another side.
    #[error("found a network that sees the side of {found}, expected {expected}")]
    NetworkView {
        /// In the checkpoint.
        found: &'static str,
        /// By the settings.
        expected: &'static str,
    },
    /// A network has another variant or size.
    #[error(
        "found a network of {found} with {neurons:?} hidden neurons, expected {expected} and \
         {expected_neurons:?}"
    )]
    NetworkShape {
        /// The variant of the network.
        found: Variant,
        /// Its hidden neurons, by layer.
        neurons: Vec<usize>,
        /// The variant of the settings.
        expected: Variant,
        /// Hidden neurons by the settings.
        expected_neurons: Vec<usize>,
    },
}

impl FolderError {
    pub(super) fn file(path: &Path, error: io::Error) -> FolderError {
        FolderError::File {
            path: path.to_owned(),
            error,
        }
    }
}

/// The content of a checkpoint: what is finished.
pub(super) trait Checkpoint: Serialize + DeserializeOwned {
    /// What the work depends on.
    type Settings: Serialize;

    /// What the work depends on.
    fn settings(&self) -> &Self::Settings;

    /// Checks that the parts fit together.
    fn check(&self) -> Result<(), CheckpointError>;
}

/// A work folder, locked while it is open.
#[derive(Debug)]
pub(super) struct WorkFolder {
    path: PathBuf,
    checkpoint: PathBuf,
    seal: Seal,
    log: GrowingFile,
    /// Whether it was made here.
    is_new: bool,
}

impl WorkFolder {
    /// Opens a folder, or creates it. `work` names the work in messages, `seal` the kind of its checkpoint.
    pub(super) fn open(
        path: &Path,
        work: &'static str,
        seal: Seal,
    ) -> Result<WorkFolder, FolderError> {
        let failed = |path: &Path, error| FolderError::Open {
            path: path.to_owned(),
            error,
        };
        let is_new = !path.exists();
        fs::create_dir_all(path).map_err(|error| failed(path, error))?;
        let log = path.join("log.txt");
        let opened = GrowingFile::open(&log);
        let log = opened.map_err(|error| match error.kind() {
            ErrorKind::ResourceBusy => FolderError::InUse { path: log, work },
            _ => failed(&log, error),
        })?;
        Ok(WorkFolder {
            path: path.to_owned(),
            checkpoint: WorkFolder::checkpoint_path(path),
            seal,
            log,
            is_new,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    fn checkpoint_path(folder: &Path) -> PathBuf {
        folder.join("checkpoint.json")
    }

    /// Reads the checkpoint; `None` if there is none.
    pub(super) fn checkpoint<C: Checkpoint>(
        &self,
        settings: &C::Settings,
    ) -> Result<Option<C>, FolderError> {
        WorkFolder::checkpoint_in(&self.path, self.seal, settings)
    }

    /// Reads the checkpoint of a folder that another process may have open.
    pub(super) fn checkpoint_in<C: Checkpoint>(
        folder: &Path,
        seal: Seal,
        settings: &C::Settings,
    ) -> Result<Option<C>, FolderError> {
        let path = &WorkFolder::checkpoint_path(folder);
        let read = seal.read::<C>(path);
        let found = read.map_err(|error| FolderError::Seal {
            path: path.to_owned(),
            error,
        })?;
        if let Some(finished) = &found {
            let difference = first_difference(finished.settings(), settings);
            if let Some([what, found, expected]) = difference.map_err(FolderError::Json)? {
                return Err(FolderError::Settings {
                    path: path.to_owned(),
                    what,
                    found,
                    expected,
                });
            }
            let checked = finished.check();
            checked.map_err(|error| FolderError::Checkpoint {
                path: path.to_owned(),
                error,
            })?;
        }
        Ok(found)
    }

    /// Writes the checkpoint.
    pub(super) fn keep(&self, finished: &impl Checkpoint) -> Result<(), FolderError> {
        let written = self.seal.write(&self.checkpoint, finished);
        written.map_err(|error| FolderError::file(&self.checkpoint, error))
    }

    /// Rewrites the log.
    pub(super) fn log_all(&mut self, lines: &[impl Display]) -> Result<(), FolderError> {
        let cut = self.log.cut_to(0);
        cut.map_err(|error| FolderError::file(self.log.path(), error))?;
        lines.iter().try_for_each(|line| self.log(line))
    }

    /// Adds a line to the log, in its alternate form.
    pub(super) fn log(&mut self, line: &impl Display) -> Result<(), FolderError> {
        let added = self.log.append(format!("{line:#}\n").as_bytes());
        added.map_err(|error| FolderError::file(self.log.path(), error))
    }
}

impl Drop for WorkFolder {
    /// Leaves no folder behind in which nothing came to be, for want of an engine that can play, say.
    fn drop(&mut self) {
        if self.is_new && self.log.length() == 0 && !self.checkpoint.exists() {
            let _ = fs::remove_file(self.log.path());
            let _ = fs::remove_dir(&self.path);
        }
    }
}

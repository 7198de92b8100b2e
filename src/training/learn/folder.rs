//! The folder of a learner: of each generation its games, its weights and the journal of its match; the
//! best weights; a checkpoint, which says what is finished; and a log.

use super::{LearnError, Report, Settings, State};
use crate::eval::pattern::Weights;
use crate::util::sealed::Seal;
use crate::util::{GrowingFile, first_difference, write_whole};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const SEAL: Seal = Seal {
    kind: "learner",
    version: 1,
};

/// The folder of a learner, kept from others as long as it is open.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    log: GrowingFile,
}

impl Folder {
    /// Opens a folder; it is made if there is none.
    pub(super) fn open(path: &Path) -> Result<Folder, LearnError> {
        fs::create_dir_all(path).map_err(|error| LearnError::file(path, error))?;
        let log = path.join("log.txt");
        let opened = GrowingFile::open(&log);
        let log = opened.map_err(|error| match error.kind() {
            ErrorKind::ResourceBusy => LearnError::InUse { path: log },
            _ => LearnError::file(&log, error),
        })?;
        Ok(Folder {
            path: path.to_owned(),
            log,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The games that a generation learns from, beside those of generations before.
    pub(super) fn games(&self, generation: u32) -> PathBuf {
        self.path.join(format!("{generation:03}.games"))
    }

    /// The weights of a generation; 0 is the start.
    pub(super) fn weights(&self, generation: u32) -> PathBuf {
        self.path.join(format!("{generation:03}.weights"))
    }

    /// The journal of the match of a generation against the best before.
    pub(super) fn journal(&self, generation: u32) -> PathBuf {
        self.path.join(format!("{generation:03}.match.jsonl"))
    }

    fn checkpoint(&self) -> PathBuf {
        self.path.join("checkpoint.json")
    }

    /// What the checkpoint says; `None` if there is none.
    pub(super) fn state(&self, settings: &Settings) -> Result<Option<State>, LearnError> {
        let path = &self.checkpoint();
        let read = SEAL.read::<State>(path);
        let found = read.map_err(|what| LearnError::file(path, what))?;
        if let Some(state) = &found {
            if let Some([what, found, expected]) = first_difference(&state.settings, settings) {
                return Err(LearnError::Settings {
                    path: path.to_owned(),
                    what,
                    found,
                    expected,
                });
            }
            state.check().map_err(|what| LearnError::file(path, what))?;
        }
        Ok(found)
    }

    /// Keeps what is finished.
    pub(super) fn keep(&self, state: &State) -> Result<(), LearnError> {
        let path = self.checkpoint();
        SEAL.write(&path, state)
            .map_err(|error| LearnError::file(&path, error))
    }

    /// Keeps the weights of a generation as the best.
    pub(super) fn keep_best(&self, generation: u32) -> Result<(), LearnError> {
        let from = self.weights(generation);
        let bytes = fs::read(&from).map_err(|error| LearnError::file(&from, error))?;
        Weights::from_bytes(&bytes).map_err(|what| LearnError::file(&from, what))?;
        let best = self.path.join("best.weights");
        if fs::read(&best).is_ok_and(|found| found == bytes) {
            return Ok(());
        }
        write_whole(&best, &bytes).map_err(|error| LearnError::file(&best, error))
    }

    /// Keeps the weights that all begins with.
    pub(super) fn keep_start(&self, start: &Weights) -> Result<(), LearnError> {
        Ok(start.write(&self.weights(0))?)
    }

    /// Removes positions that learning has left there when it was killed.
    pub(super) fn tidy(&self) -> Result<(), LearnError> {
        let failed = |error| LearnError::file(&self.path, error);
        for entry in fs::read_dir(&self.path).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let is_left = path.file_name().is_some_and(|name| {
                name.to_string_lossy().starts_with(".positions") && path.is_dir()
            });
            if is_left {
                fs::remove_dir_all(&path).map_err(|error| LearnError::file(&path, error))?;
            }
        }
        Ok(())
    }

    /// Writes the log anew.
    pub(super) fn log_all(&mut self, reports: &[Report]) -> Result<(), LearnError> {
        let cut = self.log.cut_to(0);
        cut.map_err(|error| LearnError::file(self.log.path(), error))?;
        reports.iter().try_for_each(|report| self.log(report))
    }

    /// Adds a line to the log.
    pub(super) fn log(&mut self, report: &Report) -> Result<(), LearnError> {
        let added = self.log.append(format!("{report}\n").as_bytes());
        added.map_err(|error| LearnError::file(self.log.path(), error))
    }
}

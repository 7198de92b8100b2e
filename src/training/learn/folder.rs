//! The folder of a learner: games, weights and match journal of each generation, the best weights, a checkpoint
//! and a log.

use super::{GenerationReport, LearnError, LearnSettings, LearnState};
use crate::folder::{Checkpoint, CheckpointError, FolderError, WorkFolder};
use crate::selfplay::Share;
use kamen_eval::weights::{Weights, WeightsError};
use kamen_files::sealed::Seal;
use kamen_files::write_whole;
use std::fs;
use std::ops::Deref;
use std::path::{Path, PathBuf};

const SEAL: Seal = Seal {
    kind: "learner",
    version: 1,
};

/// Where the files of a learner are.
#[derive(Clone, Debug)]
pub(super) struct Places(PathBuf);

impl Places {
    pub(super) fn of(folder: &Path) -> Places {
        Places(folder.to_owned())
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }

    /// The games of a generation.
    pub(super) fn games(&self, generation: u32) -> PathBuf {
        self.0.join(format!("{generation:03}.games"))
    }

    /// The games of a generation that a process plays as its share, until they are put together.
    pub(super) fn part(&self, generation: u32, share: Share) -> PathBuf {
        let (part, parts) = (share.part + 1, share.parts);
        self.0
            .join(format!("{generation:03}.{part}-of-{parts}.part"))
    }

    /// The weights of a generation; 0 is the start.
    pub(super) fn weights(&self, generation: u32) -> PathBuf {
        self.0.join(format!("{generation:03}.weights"))
    }

    /// The journal of the match of a generation against the best before.
    pub(super) fn journal(&self, generation: u32) -> PathBuf {
        self.0.join(format!("{generation:03}.match.jsonl"))
    }

    /// Reads the checkpoint; `None` if there is none.
    pub(super) fn state(
        &self,
        settings: &LearnSettings,
    ) -> Result<Option<LearnState>, FolderError> {
        WorkFolder::checkpoint_in(&self.0, SEAL, settings)
    }
}

/// The folder of a learner, locked while it is open.
#[derive(Debug)]
pub(super) struct Folder {
    places: Places,
    work: WorkFolder,
}

impl Deref for Folder {
    type Target = Places;

    fn deref(&self) -> &Places {
        &self.places
    }
}

impl Folder {
    /// Opens a folder, or creates it.
    pub(super) fn open(path: &Path) -> Result<Folder, FolderError> {
        let places = Places::of(path);
        let work = WorkFolder::open(path, "learner", SEAL)?;
        Ok(Folder { places, work })
    }

    /// Writes the checkpoint.
    pub(super) fn keep(&self, state: &LearnState) -> Result<(), FolderError> {
        self.work.keep(state)
    }

    /// Keeps the weights of a generation as the best.
    pub(super) fn keep_best(&self, generation: u32) -> Result<(), FolderError> {
        let from = self.weights(generation);
        let bytes = fs::read(&from).map_err(|error| FolderError::file(&from, error))?;
        Weights::from_bytes(&bytes).map_err(|error| WeightsError::content(&from, error))?;
        let best = self.path().join("best.weights");
        if fs::read(&best).is_ok_and(|found| found == bytes) {
            return Ok(());
        }
        write_whole(&best, &bytes).map_err(|error| FolderError::file(&best, error))
    }

    /// Keeps the initial weights.
    pub(super) fn keep_start(&self, start: &Weights) -> Result<(), LearnError> {
        Ok(start.write(&self.weights(0))?)
    }

    /// Removes temporary positions of a run that was killed, and parts that were put together.
    pub(super) fn tidy(&self) -> Result<(), FolderError> {
        let failed = |error| FolderError::file(self.path(), error);
        for entry in fs::read_dir(self.path()).map_err(failed)? {
            let path = entry.map_err(failed)?.path();
            let is_left = path.file_name().is_some_and(|name| {
                name.to_string_lossy().starts_with(".positions") && path.is_dir()
            });
            if is_left {
                fs::remove_dir_all(&path).map_err(|error| FolderError::file(&path, error))?;
            }
            if self.is_merged(&path) {
                fs::remove_file(&path).map_err(|error| FolderError::file(&path, error))?;
            }
        }
        Ok(())
    }

    /// Whether a file is a part of a generation whose games are put together.
    fn is_merged(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let generation = name.split_once('.').map(|(number, _)| number.parse());
        name.ends_with(".part")
            && matches!(generation, Some(Ok(number)) if self.games(number).exists())
    }

    /// Rewrites the log.
    pub(super) fn log_all(&mut self, reports: &[GenerationReport]) -> Result<(), FolderError> {
        self.work.log_all(reports)
    }

    /// Adds a line to the log.
    pub(super) fn log(&mut self, report: &GenerationReport) -> Result<(), FolderError> {
        self.work.log(report)
    }
}

impl Checkpoint for LearnState {
    type Settings = LearnSettings;

    fn settings(&self) -> &LearnSettings {
        &self.settings
    }

    fn check(&self) -> Result<(), CheckpointError> {
        let (mut best, mut number) = (0, 0);
        for report in &self.reports {
            number += 1;
            if (report.generation, report.opponent) != (number, best) {
                return Err(CheckpointError::Generation {
                    found: report.generation,
                    opponent: report.opponent,
                    expected: number,
                    expected_opponent: best,
                });
            }
            if report.contest.decision.keeps_new() {
                best = number;
            }
        }
        Ok(())
    }
}

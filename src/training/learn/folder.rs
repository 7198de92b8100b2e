//! The folder of a learner: games, weights and match journal of each generation, the best weights, a checkpoint
//! and a log.

use super::{GenerationReport, LearnError, LearnSettings, LearnState};
use crate::folder::{Checkpoint, CheckpointError, FolderError, WorkFolder};
use crate::selfplay::Share;
use kamen_eval::weights::{Weights, WeightsError};
use kamen_files::sealed::Seal;
use kamen_files::{fault, write_whole};
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

    /// Removes parts that were put together.
    pub(super) fn tidy(&self) -> Result<(), FolderError> {
        let failed = |error| FolderError::file(self.path(), error);
        for entry in fs::read_dir(self.path()).map_err(failed)? {
            let entry = entry.map_err(failed)?;
            let generation = generation_of_part(&entry.file_name().to_string_lossy());
            if generation.is_some_and(|number| self.games(number).exists()) {
                let path = entry.path();
                fault::remove(&path).map_err(|error| FolderError::file(&path, error))?;
            }
        }
        Ok(())
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

/// The generation of a part, by the name that [`Places::part`] gives it.
fn generation_of_part(name: &str) -> Option<u32> {
    let (generation, share) = name.strip_suffix(".part")?.split_once('.')?;
    let (part, parts) = share.split_once("-of-")?;
    let numbers: Result<Vec<u32>, _> = [generation, part, parts]
        .into_iter()
        .map(str::parse)
        .collect();
    numbers.ok()?.first().copied()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_known_by_their_names_and_nothing_else_is() {
        let places = Places::of(Path::new("."));
        for (generation, part) in [(1, 0), (42, 1), (1000, 2)] {
            let share = Share {
                games: 10,
                part,
                parts: 3,
            };
            let path = places.part(generation, share);
            let name = path.file_name().unwrap().to_str().unwrap();
            assert_eq!(generation_of_part(name), Some(generation));
        }
        for name in [
            "001.part",
            "001.weights.part",
            "001.1-of-x.part",
            "001.1-of-2",
            "a.1-of-2.part",
        ] {
            assert_eq!(generation_of_part(name), None, "{name}");
        }
    }
}

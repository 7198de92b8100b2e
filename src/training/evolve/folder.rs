//! The folder of an evolution: a checkpoint, which is all that is needed to go on; the best network of
//! each generation; and a log.

use super::{EvolveError, Report, Settings, State};
use crate::players::Network;
use crate::util::sealed::Seal;
use crate::util::{GrowingFile, first_difference};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

const SEAL: Seal = Seal {
    kind: "checkpoint",
    version: 1,
};

/// The folder of an evolution, kept from others as long as it is open.
#[derive(Debug)]
pub(super) struct Folder {
    path: PathBuf,
    checkpoint: PathBuf,
    log: GrowingFile,
}

impl Folder {
    /// Opens a folder; it is made if there is none.
    pub(super) fn open(path: &Path) -> Result<Folder, EvolveError> {
        fs::create_dir_all(path).map_err(|error| EvolveError::file(path, error))?;
        let log = path.join("log.txt");
        let opened = GrowingFile::open(&log);
        let log = opened.map_err(|error| match error.kind() {
            ErrorKind::ResourceBusy => EvolveError::InUse { path: log },
            _ => EvolveError::file(&log, error),
        })?;
        Ok(Folder {
            path: path.to_owned(),
            checkpoint: path.join("checkpoint.json"),
            log,
        })
    }

    /// What the checkpoint says; `None` if there is none.
    pub(super) fn state(&self, settings: &Settings) -> Result<Option<State>, EvolveError> {
        let path = &self.checkpoint;
        let read = SEAL.read::<State>(path);
        let found = read.map_err(|what| EvolveError::file(path, what))?;
        if let Some(state) = &found {
            compare(path, &state.settings, settings)?;
            check(state).map_err(|what| EvolveError::file(path, what))?;
        }
        Ok(found)
    }

    /// Keeps what has come of a generation. The checkpoint comes last of what matters: a generation
    /// that it does not have is played again.
    pub(super) fn keep(
        &mut self,
        state: &State,
        report: &Report,
        best: &Network,
    ) -> Result<(), EvolveError> {
        let name = format!("generation-{:03}.json", report.generation);
        best.write(&self.path.join(name))?;
        let written = SEAL.write(&self.checkpoint, state);
        written.map_err(|error| EvolveError::file(&self.checkpoint, error))?;
        self.log(report)
    }

    /// Writes the log anew.
    pub(super) fn log_all(&mut self, reports: &[Report]) -> Result<(), EvolveError> {
        let cut = self.log.cut_to(0);
        cut.map_err(|error| EvolveError::file(self.log.path(), error))?;
        reports.iter().try_for_each(|report| self.log(report))
    }

    fn log(&mut self, report: &Report) -> Result<(), EvolveError> {
        let added = self.log.append(format!("{report}\n").as_bytes());
        added.map_err(|error| EvolveError::file(self.log.path(), error))
    }
}

/// Says what differs between the settings of a checkpoint and those wanted.
fn compare(path: &Path, found: &Settings, expected: &Settings) -> Result<(), EvolveError> {
    match first_difference(found, expected) {
        None => Ok(()),
        Some([what, found, expected]) => Err(EvolveError::Settings {
            path: path.to_owned(),
            what,
            found,
            expected,
        }),
    }
}

/// Says what of a checkpoint does not fit to its settings, if anything does not.
fn check(state: &State) -> Result<(), String> {
    let (found, expected) = (state.population.len(), state.settings.population);
    if found != expected {
        return Err(format!("found {found} networks, expected {expected}"));
    }
    for network in &state.population {
        network.check()?;
        let found = (network.variant, network.neurons.len());
        let (variant, neurons) = (state.settings.variant, state.settings.neurons);
        if found != (variant, neurons) {
            return Err(format!(
                "found a network of {} with {} hidden neurons, expected {variant} and {neurons}",
                found.0, found.1
            ));
        }
    }
    Ok(())
}

//! The folder of an evolution: a checkpoint to resume from, the settings, the best network of each
//! generation or all, and a log.

use super::{EvolutionSettings, EvolutionState, PopulationReport};
use crate::folder::{Checkpoint, CheckpointError, FolderError, WorkFolder};
use kamen_files::sealed::Seal;
use kamen_files::write_whole;
use kamen_players::{EvolvedNetwork, UnusableFile};
use std::path::Path;

const SEAL: Seal = Seal {
    kind: "checkpoint",
    version: 1,
};

/// The folder of an evolution, locked while it is open.
#[derive(Debug)]
pub(super) struct Folder(WorkFolder);

impl Folder {
    /// Opens a folder, or creates it.
    pub(super) fn open(path: &Path) -> Result<Folder, FolderError> {
        WorkFolder::open(path, "evolution", SEAL).map(Folder)
    }

    /// Where it is.
    pub(super) fn path(&self) -> &Path {
        self.0.path()
    }

    /// Reads the checkpoint of a folder that another process may have open; `None` if there is none.
    pub(super) fn state_in(
        path: &Path,
        settings: &EvolutionSettings,
    ) -> Result<Option<EvolutionState>, FolderError> {
        WorkFolder::checkpoint_in(path, SEAL, settings)
    }

    /// Reads the checkpoint; `None` if there is none.
    pub(super) fn state(
        &self,
        settings: &EvolutionSettings,
    ) -> Result<Option<EvolutionState>, FolderError> {
        self.0.checkpoint(settings)
    }

    /// Writes the settings for people; the checkpoint holds them, too.
    pub(super) fn write_settings(&self, settings: &EvolutionSettings) -> Result<(), FolderError> {
        let path = self.0.path().join("settings.json");
        let text = serde_json::to_string_pretty(settings).map_err(FolderError::Json)?;
        let written = write_whole(&path, format!("{text}\n").as_bytes());
        written.map_err(|error| FolderError::file(&path, error))
    }

    /// Keeps the best network of a generation.
    pub(super) fn keep_best(&self, best: &EvolvedNetwork) -> Result<(), UnusableFile> {
        let name = format!("generation-{:03}.json", best.origin.generation);
        best.write(&self.0.path().join(name))
    }

    /// Keeps the network of some number, from 1, of a generation.
    pub(super) fn keep_network(
        &self,
        network: &EvolvedNetwork,
        number: usize,
    ) -> Result<(), UnusableFile> {
        let name = format!("gen{}_net{number}.json", network.origin.generation);
        network.write(&self.0.path().join(name))
    }

    /// Keeps the results of a generation. The checkpoint is written after the networks: a generation that it lacks is
    /// played again.
    pub(super) fn keep(
        &mut self,
        state: &EvolutionState,
        report: &PopulationReport,
    ) -> Result<(), FolderError> {
        self.0.keep(state)?;
        self.0.log(report)
    }

    /// Rewrites the log.
    pub(super) fn log_all(&mut self, reports: &[PopulationReport]) -> Result<(), FolderError> {
        self.0.log_all(reports)
    }
}

impl Checkpoint for EvolutionState {
    type Settings = EvolutionSettings;

    fn settings(&self) -> &EvolutionSettings {
        &self.settings
    }

    fn check(&self) -> Result<(), CheckpointError> {
        let (found, expected) = (self.population.len(), self.settings.population);
        if found != expected {
            return Err(CheckpointError::Population { found, expected });
        }
        for network in self.population.iter().chain(&self.opponent) {
            network.check()?;
            if network.view != self.settings.view {
                return Err(CheckpointError::NetworkView {
                    found: network.view.name(),
                    expected: self.settings.view.name(),
                });
            }
            let (found, neurons) = (network.variant, network.layers());
            let (expected, expected_neurons) = (self.settings.variant, &self.settings.layers);
            if (found, &neurons) != (expected, expected_neurons) {
                return Err(CheckpointError::NetworkShape {
                    found,
                    neurons,
                    expected,
                    expected_neurons: expected_neurons.clone(),
                });
            }
        }
        Ok(())
    }
}

//! The folder of an evolution: a checkpoint to resume from, the best network of each generation, and a log.

use super::{EvolutionSettings, EvolutionState, EvolveError, PopulationReport};
use crate::players::EvolvedNetwork;
use crate::training::folder::{Checkpoint, CheckpointError, FolderError, WorkFolder};
use crate::util::sealed::Seal;
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

    /// Reads the checkpoint; `None` if there is none.
    pub(super) fn state(
        &self,
        settings: &EvolutionSettings,
    ) -> Result<Option<EvolutionState>, FolderError> {
        self.0.checkpoint(settings)
    }

    /// Keeps the results of a generation. The checkpoint is written after the network: a generation that it lacks is
    /// played again.
    pub(super) fn keep(
        &mut self,
        state: &EvolutionState,
        report: &PopulationReport,
        best: &EvolvedNetwork,
    ) -> Result<(), EvolveError> {
        let name = format!("generation-{:03}.json", report.generation);
        best.write(&self.0.path().join(name))?;
        self.0.keep(state)?;
        Ok(self.0.log(report)?)
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
        for network in &self.population {
            network.check()?;
            let (found, neurons) = (network.variant, network.neurons.len());
            let (expected, expected_neurons) = (self.settings.variant, self.settings.neurons);
            if (found, neurons) != (expected, expected_neurons) {
                return Err(CheckpointError::NetworkShape {
                    found,
                    neurons,
                    expected,
                    expected_neurons,
                });
            }
        }
        Ok(())
    }
}

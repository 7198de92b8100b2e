//! Evolution of networks by playing, after the university work.
//!
//! A generation is a population of [`EvolvedNetwork`]s. Each plays games at a fixed depth against a player that counts
//! pieces, or against a network of an earlier generation, at the same depth; its wins are its fitness. The best of each
//! generation is kept as a file for `minimax:N:network:FILE`. Everything follows from the [`EvolutionSettings`],
//! whatever the number of threads; a [`Preset`] holds those of a published evolution.

mod breeding;
mod error;
mod fitness;
mod folder;
mod preset;
mod report;
mod settings;
#[cfg(test)]
mod tests;

pub use error::EvolveError;
pub use preset::Preset;
pub use report::PopulationReport;
pub use settings::{BreedingSettings, EvolutionSettings, Exchange, Keep};

use folder::Folder;
use kamen_files::Stop;
use kamen_players::{EvolvedNetwork, Origin};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// An evolution and the folder that keeps it.
#[derive(Debug)]
pub struct Evolution {
    folder: Folder,
    state: EvolutionState,
}

/// Between two generations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct EvolutionState {
    settings: EvolutionSettings,
    /// One for each finished generation.
    reports: Vec<PopulationReport>,
    /// The next generation.
    population: Vec<EvolvedNetwork>,
    /// The network that it plays against; `None` for the player that counts pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    opponent: Option<EvolvedNetwork>,
}

impl EvolutionState {
    fn new(settings: &EvolutionSettings) -> EvolutionState {
        EvolutionState {
            settings: settings.clone(),
            reports: Vec::new(),
            population: breeding::first(settings, &mut random_of(settings.seed, 0)),
            opponent: None,
        }
    }

    /// A network of this generation, with where it comes from.
    fn network(&self, place: usize, report: &PopulationReport) -> EvolvedNetwork {
        EvolvedNetwork {
            origin: Origin {
                seed: self.settings.seed,
                generation: report.generation,
                wins: report.wins[place],
                games: report.games,
            },
            ..self.population[place].clone()
        }
    }

    /// The report of this generation, given the wins of its networks.
    fn report(&self, wins: Vec<u32>) -> PopulationReport {
        let mut report = PopulationReport {
            generation: self.reports.len() as u32 + 1,
            wins,
            games: self.settings.games,
            is_next_opponent: false,
        };
        report.is_next_opponent = self.settings.replaces_opponent(&report);
        report
    }

    /// The state after this generation.
    fn after(&self, report: &PopulationReport, random: &mut Pcg64Mcg) -> EvolutionState {
        let breeding = &self.settings.breeding;
        let mut next = EvolutionState {
            population: breeding::next(&self.population, &report.wins, breeding, random),
            ..self.clone()
        };
        if report.is_next_opponent {
            next.opponent = Some(self.network(report.best().0, report));
        }
        next.reports.push(report.clone());
        next
    }
}

impl Evolution {
    /// Starts an evolution in a folder, or resumes the one there.
    ///
    /// # Errors
    /// If the folder cannot be used or holds another evolution; then nothing in it changes.
    pub fn open(folder: &Path, settings: &EvolutionSettings) -> Result<Evolution, EvolveError> {
        let mut folder = Folder::open(folder)?;
        let state = match folder.state(settings)? {
            Some(state) => state,
            None => EvolutionState::new(settings),
        };
        folder.write_settings(settings)?;
        folder.log_all(&state.reports)?;
        Ok(Evolution { folder, state })
    }

    /// The reports of all finished generations.
    pub fn reports(&self) -> &[PopulationReport] {
        &self.state.reports
    }

    /// Plays all games of a generation, keeps the results and advances to the next. `played` is called after each
    /// game. `None` if `stop` ended it.
    ///
    /// # Errors
    /// If games fail or results cannot be kept; finished generations stay.
    pub fn generation(
        &mut self,
        threads: usize,
        stop: &Stop,
        played: &mut dyn FnMut(),
    ) -> Result<Option<PopulationReport>, EvolveError> {
        let settings = &self.state.settings;
        let mut random = random_of(settings.seed, self.state.reports.len() as u64 + 1);
        let seed = random.random();
        let mut wins = Vec::new();
        for network in &self.state.population {
            let fitness = fitness::FitnessTest {
                settings,
                opponent: self.state.opponent.as_ref(),
                seed,
                threads,
                stop,
            };
            match fitness.wins(network, played)? {
                Some(won) => wins.push(won),
                None => return Ok(None),
            }
        }
        let report = self.state.report(wins);
        self.keep_networks(&report)?;
        let next = self.state.after(&report, &mut random);
        self.folder.keep(&next, &report)?;
        self.state = next;
        Ok(Some(report))
    }

    /// Keeps the best network of this generation, or all.
    fn keep_networks(&self, report: &PopulationReport) -> Result<(), EvolveError> {
        let state = &self.state;
        let best = state.network(report.best().0, report);
        self.folder.keep_best(&best)?;
        if state.settings.keep == Keep::All {
            for place in 0..state.population.len() {
                let network = state.network(place, report);
                self.folder.keep_network(&network, place + 1)?;
            }
        }
        Ok(())
    }
}

/// The generator of a generation; 0 creates the first.
fn random_of(seed: u64, generation: u64) -> Pcg64Mcg {
    let base: u64 = Pcg64Mcg::seed_from_u64(seed).random();
    Pcg64Mcg::seed_from_u64(base.wrapping_add(generation))
}

//! Evolution of networks by playing, after the university work.
//!
//! A generation is a population of [`EvolvedNetwork`]s. Each plays games at a fixed depth against a player that counts
//! pieces at the same depth, and its wins are its fitness. The best of each generation is kept as a file for
//! `minimax:N:network:FILE`. Everything follows from the settings, whatever the number of threads.

mod breeding;
mod error;
mod fitness;
mod folder;
#[cfg(test)]
mod tests;

pub use error::EvolveError;

use crate::players::{EvolvedNetwork, Origin};
use crate::rules::Variant;
use crate::util::Stop;
use folder::Folder;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;

/// The settings that determine an evolution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct EvolutionSettings {
    /// The variant.
    pub variant: Variant,
    /// Networks of each generation, at least two.
    pub population: usize,
    /// Games that each plays in its generation, an even number.
    pub games: u32,
    /// Search depth of both sides, in plies.
    pub depth: u32,
    /// Hidden neurons of each network.
    pub neurons: usize,
    /// Plies after which a game is drawn.
    pub max_plies: usize,
    /// Seeds all random choices.
    pub seed: u64,
}

/// The results of a generation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PopulationReport {
    /// Number of the generation, from 1.
    pub generation: u32,
    /// Wins of each network.
    pub wins: Vec<u32>,
    /// Games of each.
    pub games: u32,
}

impl PopulationReport {
    /// Index and wins of the best network, the first among equals.
    pub fn best(&self) -> (usize, u32) {
        let places = self.wins.iter().copied().enumerate().rev();
        places.max_by_key(|(_, wins)| *wins).unwrap_or_default()
    }

    /// Games of all.
    pub fn all_games(&self) -> u64 {
        u64::from(self.games) * self.wins.len() as u64
    }
}

impl fmt::Display for PopulationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (generation, best, games) = (self.generation, self.best().1, self.games);
        let sum: u64 = self.wins.iter().map(|&wins| u64::from(wins)).sum();
        let mean = sum as f64 / self.wins.len().max(1) as f64;
        let all = self.all_games();
        write!(
            f,
            "generation {generation}: the best won {best} of {games} games, the mean is {mean:.1}; \
             {all} games"
        )
    }
}

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
}

impl EvolutionState {
    fn new(settings: &EvolutionSettings) -> EvolutionState {
        EvolutionState {
            settings: settings.clone(),
            reports: Vec::new(),
            population: breeding::first(settings, &mut random_of(settings.seed, 0)),
        }
    }

    /// Advances to the next generation. Returns the report and the best network of this one.
    fn advance(
        &mut self,
        wins: Vec<u32>,
        random: &mut Pcg64Mcg,
    ) -> (PopulationReport, EvolvedNetwork) {
        let EvolutionSettings { games, seed, .. } = self.settings;
        let generation = self.reports.len() as u32 + 1;
        let report = PopulationReport {
            generation,
            wins,
            games,
        };
        let (place, wins) = report.best();
        let mut best = self.population[place].clone();
        best.origin = Origin {
            seed,
            generation,
            wins,
            games,
        };
        self.population = breeding::next(&self.population, &report.wins, random);
        self.reports.push(report.clone());
        (report, best)
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
                seed,
                threads,
                stop,
            };
            match fitness.wins(network, played)? {
                Some(won) => wins.push(won),
                None => return Ok(None),
            }
        }
        let mut next = self.state.clone();
        let (report, best) = next.advance(wins, &mut random);
        self.folder.keep(&next, &report, &best)?;
        self.state = next;
        Ok(Some(report))
    }
}

/// The generator of a generation; 0 creates the first.
fn random_of(seed: u64, generation: u64) -> Pcg64Mcg {
    let base: u64 = Pcg64Mcg::seed_from_u64(seed).random();
    Pcg64Mcg::seed_from_u64(base.wrapping_add(generation))
}

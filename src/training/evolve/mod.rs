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
mod helper;
mod preset;
mod report;
mod settings;
#[cfg(test)]
mod tests;

pub use error::EvolveError;
pub use helper::Helper;
pub use preset::Preset;
pub use report::PopulationReport;
pub use settings::{BreedingSettings, EvolutionSettings, Exchange, Fitness, Keep};

use crate::FolderError;
use crate::duels;
use fitness::FitnessTest;
use folder::Folder;
use kamen_files::{Owner, PROGRAM, Round, Stop, Team};
use kamen_players::{EvolvedNetwork, Origin};
use kamen_tournament::Tournament;
use kamen_tournament::statistics::Tally;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::path::Path;

/// An evolution and the folder that keeps it.
#[derive(Debug)]
pub struct Evolution {
    folder: Folder,
    state: EvolutionState,
    team: Team,
}

/// The parts of a generation that several processes play.
const OWNER: Owner = Owner {
    command: "evolve",
    work: "evolution",
};
/// What rounds are called.
const ROUND: &str = "generation";

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

    /// The number of this generation, from 1.
    fn number(&self) -> u32 {
        self.reports.len() as u32 + 1
    }

    /// The matches of this generation, one for each network, and the generator of what comes after them.
    fn duels(&self, threads: usize) -> (Vec<Tournament>, Pcg64Mcg) {
        let mut random = random_of(self.settings.seed, self.number().into());
        let test = FitnessTest {
            settings: &self.settings,
            opponent: self.opponent.as_ref(),
            seed: random.random(),
            threads,
        };
        let networks = self.population.iter();
        let duels = networks.map(|network| test.tournament(network)).collect();
        (duels, random)
    }

    /// The round in which several processes play these matches; `None` where there is one alone.
    fn round(&self, folder: &Path, team: Team) -> Result<Option<Round>, FolderError> {
        if team.is_alone() {
            return Ok(None);
        }
        let number = self.number();
        let networks = serde_json::to_vec(&(&self.population, &self.opponent));
        let networks = crc32fast::hash(&networks.map_err(FolderError::Json)?);
        let settings = json!({
            "program": PROGRAM,
            "settings": serde_json::to_value(&self.settings).map_err(FolderError::Json)?,
            "generation": number,
            "networks": format!("{networks:08x}"),
        });
        let name = duels::name(ROUND, number);
        Ok(Some(Round::new(folder, name, OWNER, settings, team)))
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

    /// The report of this generation, given what its networks made of their games.
    fn report(&self, tallies: &[Tally]) -> PopulationReport {
        let of_all =
            |what: fn(&Tally) -> u64| tallies.iter().map(|tally| what(tally) as u32).collect();
        let mut report = PopulationReport {
            generation: self.number(),
            wins: of_all(|tally| tally.wins),
            points: match self.settings.fitness {
                Fitness::Wins => Vec::new(),
                Fitness::Points => of_all(|tally| tally.points()),
            },
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
            population: breeding::next(&self.population, report.fitness(), breeding, random),
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
        let team = Team::ALONE;
        Ok(Evolution {
            folder,
            state,
            team,
        })
    }

    /// Plays only its part of the games, the first, and goes on with those that a [`Helper`] each plays in other processes.
    /// Parts of generations that are over are removed.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn with_team(self, team: Team) -> Result<Evolution, EvolveError> {
        let folder = self.folder.path();
        let tidied = duels::tidy_before(folder, ROUND, self.state.number());
        tidied.map_err(|error| FolderError::file(folder, error))?;
        Ok(Evolution { team, ..self })
    }

    /// The reports of all finished generations.
    pub fn reports(&self) -> &[PopulationReport] {
        &self.state.reports
    }

    /// Plays all games of a generation, keeps the results and advances to the next. `played` is called after each
    /// game. `None` if `stop` ended it, or if parts of others are missing and nobody waits for them.
    ///
    /// # Errors
    /// If games fail or results cannot be kept; finished generations stay.
    pub fn generation(
        &mut self,
        threads: usize,
        stop: &Stop,
        played: &mut dyn FnMut(),
    ) -> Result<Option<PopulationReport>, EvolveError> {
        let (duels, mut random) = self.state.duels(threads);
        let round = self.state.round(self.folder.path(), self.team)?;
        let Some(tallies) = duels::play(&duels, round.as_ref(), stop, played)? else {
            return Ok(None);
        };
        let report = self.state.report(&tallies);
        self.keep_networks(&report)?;
        let next = self.state.after(&report, &mut random);
        self.folder.keep(&next, &report)?;
        self.state = next;
        if let Some(round) = round {
            let removed = round.remove();
            removed.map_err(|error| FolderError::file(self.folder.path(), error))?;
        }
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

//! Tuning the parameters of an engine by games: simultaneous perturbation stochastic approximation (SPSA).
//!
//! An iteration moves all parameters a little at once, each up or down by chance, and plays some pairs of games between the
//! engine with these values and the engine with the opposite ones. All parameters then go in the direction that won, the
//! farther the clearer it won (James C. Spall, *Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization*, 1998; the settings by final steps and rates are those of the chess engine testers of fishtest).
//!
//! Everything follows from the [`TuneSettings`], as far as the games do: a limit of nodes makes them repeatable.

mod error;
mod parameter;
mod spsa;
#[cfg(test)]
mod tests;

pub use error::TuneError;
pub use parameter::{BadParameter, Parameter};

use crate::folder::{Checkpoint, CheckpointError, WorkFolder};
use kamen_core::rules::Variant;
use kamen_files::Stop;
use kamen_files::sealed::Seal;
use kamen_tournament::{
    Adjudication, Contestant, ContestantKind, DrawPolicy, Format, Openings, Part, Tournament, duel,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use spsa::Gains;
use std::fmt;
use std::path::Path;

const SEAL: Seal = Seal {
    kind: "tuning",
    version: 1,
};

/// What a run of tuning follows from.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuneSettings {
    /// The variant.
    pub variant: Variant,
    /// The engine, with its limits and the parameters that stay.
    pub engine: Contestant,
    /// What is tuned.
    pub parameters: Vec<Parameter>,
    /// How many iterations there are in all: the steps shrink on the way.
    pub iterations: u32,
    /// Pairs of games of an iteration.
    pub pairs: u32,
    /// The part of a step that a parameter goes in the last iteration for each game won.
    pub rate: f64,
    /// Where the openings are from, in a few words.
    pub openings: String,
    /// Plies of random openings, if there are no others.
    pub random_plies: usize,
    /// Plies after which a game is drawn.
    pub max_plies: usize,
    /// What ends games early.
    pub adjudication: Adjudication,
    /// The seed of all random choices.
    pub seed: u64,
}

/// What came of an iteration.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct IterationReport {
    /// Its number, from 1.
    pub iteration: u32,
    /// Games that the engine won, drew and lost with the values that were tried.
    pub games: [u64; 3],
    /// The values after it, in the order of the parameters.
    pub values: Vec<f64>,
}

impl fmt::Display for IterationReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [won, drawn, lost] = self.games;
        write!(f, "{:>6} +{won} ={drawn} -{lost}", self.iteration)?;
        self.values
            .iter()
            .try_for_each(|value| write!(f, " {value:.3}"))
    }
}

/// Between two iterations.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct TuneState {
    settings: TuneSettings,
    /// One for each finished iteration.
    reports: Vec<IterationReport>,
}

impl Checkpoint for TuneState {
    type Settings = TuneSettings;

    fn settings(&self) -> &TuneSettings {
        &self.settings
    }

    fn check(&self) -> Result<(), CheckpointError> {
        let expected = self.settings.parameters.len();
        let odd = self.reports.iter().enumerate().find(|(done, report)| {
            report.iteration as usize != done + 1 || report.values.len() != expected
        });
        match odd {
            None => Ok(()),
            Some((done, report)) => Err(CheckpointError::Iteration {
                found: report.iteration,
                values: report.values.len(),
                expected: done as u32 + 1,
                expected_values: expected,
            }),
        }
    }
}

/// A run of tuning, and the folder that keeps it.
#[derive(Debug)]
pub struct Tuner {
    folder: WorkFolder,
    state: TuneState,
    openings: Option<Openings>,
}

impl Tuner {
    /// Starts tuning in a folder, or resumes what is there. Games begin with `openings`, or with random ones.
    ///
    /// # Errors
    /// The engine has no parameters; the folder cannot be used or holds a run with other settings; then nothing in it changes.
    pub fn open(
        folder: &Path,
        settings: &TuneSettings,
        openings: Option<Openings>,
    ) -> Result<Tuner, TuneError> {
        if !matches!(settings.engine.kind, ContestantKind::Program(_)) {
            return Err(TuneError::NoParameters(settings.engine.name.clone()));
        }
        let mut folder = WorkFolder::open(folder, "tuning", SEAL)?;
        let state = folder.checkpoint(settings)?.unwrap_or_else(|| TuneState {
            settings: settings.clone(),
            reports: Vec::new(),
        });
        folder.log_all(&state.reports)?;
        Ok(Tuner {
            folder,
            state,
            openings,
        })
    }

    /// The reports of all finished iterations.
    pub fn reports(&self) -> &[IterationReport] {
        &self.state.reports
    }

    /// The values as they are now.
    pub fn values(&self) -> Vec<f64> {
        match self.state.reports.last() {
            Some(report) => report.values.clone(),
            None => {
                let parameters = self.state.settings.parameters.iter();
                parameters.map(|parameter| parameter.start).collect()
            }
        }
    }

    /// Plays an iteration and keeps what comes of it. `played` is called after each game. `None` if `stop` ended it.
    ///
    /// # Errors
    /// If games fail or the result cannot be kept; finished iterations stay.
    pub fn iterate(
        &mut self,
        threads: usize,
        stop: &Stop,
        played: &mut dyn FnMut(),
    ) -> Result<Option<IterationReport>, TuneError> {
        let settings = &self.state.settings;
        let done = self.state.reports.len() as u32;
        let mut random = random_of(settings.seed, done);
        let gains = Gains::of(done + 1, settings.iterations, settings.rate);
        let values = self.values();
        let directions: Vec<f64> = (values.iter())
            .map(|_| if random.random() { 1.0 } else { -1.0 })
            .collect();
        let tried = |sign: f64| -> Vec<f64> {
            let all = settings.parameters.iter().zip(&values).zip(&directions);
            all.map(|((parameter, value), direction)| {
                parameter.within(value + sign * direction * gains.step * parameter.step)
            })
            .collect()
        };
        let seed = random.random();
        let tournament = self.tournament([tried(1.0), tried(-1.0)], threads, seed);
        let Some(tally) = duel(&tournament, stop, played)? else {
            return Ok(None);
        };
        let lead = tally.wins as f64 - tally.losses as f64;
        let all = settings.parameters.iter().zip(&values).zip(&directions);
        let report = IterationReport {
            iteration: done + 1,
            games: [tally.wins, tally.draws, tally.losses],
            values: all
                .map(|((parameter, value), direction)| {
                    parameter.within(value + gains.change * lead * direction * parameter.step)
                })
                .collect(),
        };
        self.state.reports.push(report.clone());
        if let Err(error) = self.folder.keep(&self.state) {
            self.state.reports.pop();
            return Err(error.into());
        }
        self.folder.log(&report)?;
        Ok(Some(report))
    }

    /// The games of an iteration, between the engine with each of two sets of values.
    fn tournament(&self, tried: [Vec<f64>; 2], threads: usize, seed: u64) -> Tournament {
        let settings = &self.state.settings;
        let contestant = |(name, values): (&str, Vec<f64>)| {
            let mut contestant = settings.engine.clone();
            name.clone_into(&mut contestant.name);
            if let ContestantKind::Program(program) = &mut contestant.kind {
                let set = settings.parameters.iter().zip(values);
                let set =
                    set.map(|(parameter, value)| (parameter.name.clone(), parameter.text(value)));
                program.params.extend(set);
            }
            contestant
        };
        let names = ["these values", "the opposite"];
        let openings = match &self.openings {
            Some(openings) => openings.clone().shuffled(seed),
            None => Openings::random(
                settings.variant,
                settings.random_plies,
                settings.pairs as usize,
                seed,
            ),
        };
        Tournament {
            variant: settings.variant,
            contestants: names.into_iter().zip(tried).map(contestant).collect(),
            format: Format::Pair,
            games: 2 * settings.pairs,
            part: Part::All,
            openings,
            draws: DrawPolicy::Rules,
            max_plies: Some(settings.max_plies),
            adjudication: settings.adjudication,
            sprt: None,
            until: None,
            pause: None,
            concurrency: threads,
            seed,
        }
    }
}

/// The generator of an iteration.
fn random_of(seed: u64, iteration: u32) -> Pcg64Mcg {
    let base: u64 = Pcg64Mcg::seed_from_u64(seed).random();
    Pcg64Mcg::seed_from_u64(base.wrapping_add(iteration.into()))
}

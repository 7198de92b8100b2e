//! Tuning the parameters of an engine by games: simultaneous perturbation stochastic approximation (SPSA).
//!
//! An iteration moves all parameters a little at once, each up or down by chance, and plays some pairs of games between the
//! engine with these values and the engine with the opposite ones. All parameters then go in the direction that won, the
//! farther the clearer it won (James C. Spall, *Implementation of the simultaneous perturbation algorithm for stochastic
//! optimization*, 1998; the settings by final steps and rates are those of the chess engine testers of fishtest).
//!
//! Everything follows from the [`TuneSettings`], as far as the games do: a limit of nodes makes them repeatable.

mod error;
mod helper;
mod parameter;
mod spsa;
#[cfg(test)]
mod tests;

pub use error::TuneError;
pub use helper::Helper;
pub use parameter::{BadParameter, Parameter};

use crate::duels;
use crate::folder::{Checkpoint, CheckpointError, FolderError, WorkFolder};
use kamen_core::rules::Variant;
use kamen_eval::weights::Weights;
use kamen_files::sealed::Seal;
use kamen_files::{Owner, PROGRAM, Round, Stop, Team};
use kamen_tournament::statistics::Tally;
use kamen_tournament::{
    Adjudication, Contestant, ContestantKind, DrawPolicy, Format, Openings, Part, Tournament,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use serde::{Deserialize, Serialize};
use serde_json::json;
use spsa::Gains;
use std::fmt;
use std::path::Path;

const SEAL: Seal = Seal {
    kind: "tuning",
    version: 1,
};

/// The parts of an iteration that several processes play.
const OWNER: Owner = Owner {
    command: "tune",
    work: "tuning",
};
/// What rounds are called.
const ROUND: &str = "iteration";

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
    /// Points of an iteration: how often values are tried, each time in directions of their own.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub points: u32,
    /// Pairs of games at each point.
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

fn one() -> u32 {
    1
}

// What serde asks for has this form.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_one(number: &u32) -> bool {
    *number == 1
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

/// What an iteration does.
struct Plan {
    gains: Gains,
    /// The values before it.
    values: Vec<f64>,
    /// The directions in which values are tried, up or down for each parameter: of each point.
    directions: Vec<Vec<f64>>,
    /// The games of each point.
    duels: Vec<Tournament>,
}

impl TuneState {
    fn new(settings: &TuneSettings) -> TuneState {
        TuneState {
            settings: settings.clone(),
            reports: Vec::new(),
        }
    }

    /// The number of this iteration, from 1.
    fn number(&self) -> u32 {
        self.reports.len() as u32 + 1
    }

    fn values(&self) -> Vec<f64> {
        match self.reports.last() {
            Some(report) => report.values.clone(),
            None => {
                let parameters = self.settings.parameters.iter();
                parameters.map(|parameter| parameter.start).collect()
            }
        }
    }

    fn plan(&self, openings: Option<&Openings>, threads: usize) -> Plan {
        let settings = &self.settings;
        let mut random = random_of(settings.seed, self.number() - 1);
        let gains = Gains::of(self.number(), settings.iterations, settings.rate);
        let values = self.values();
        let (mut all, mut duels) = (Vec::new(), Vec::new());
        for _ in 0..settings.points {
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
            let tried = [tried(1.0), tried(-1.0)];
            duels.push(self.tournament(openings, tried, threads, random.random()));
            all.push(directions);
        }
        Plan {
            gains,
            values,
            directions: all,
            duels,
        }
    }

    /// What comes of the games of each point.
    fn report(&self, plan: &Plan, tallies: &[Tally]) -> IterationReport {
        let mut games = [0; 3];
        let mut moved = vec![0.0; plan.values.len()];
        for (tally, directions) in tallies.iter().zip(&plan.directions) {
            let lead = tally.wins as f64 - tally.losses as f64;
            for (sum, count) in games
                .iter_mut()
                .zip([tally.wins, tally.draws, tally.losses])
            {
                *sum += count;
            }
            for (moved, direction) in moved.iter_mut().zip(directions) {
                *moved += lead * direction;
            }
        }
        let all = self.settings.parameters.iter().zip(&plan.values).zip(moved);
        IterationReport {
            iteration: self.number(),
            games,
            values: all
                .map(|((parameter, value), moved)| {
                    parameter.within(value + plan.gains.change * moved * parameter.step)
                })
                .collect(),
        }
    }

    /// The round in which several processes play an iteration; `None` where there is one alone.
    fn round(&self, folder: &Path, team: Team) -> Result<Option<Round>, FolderError> {
        if team.is_alone() {
            return Ok(None);
        }
        let number = self.number();
        let settings = json!({
            "program": PROGRAM,
            "settings": serde_json::to_value(&self.settings).map_err(FolderError::Json)?,
            "weights": self.weights(),
            "iteration": number,
            "values": self.values(),
        });
        let name = duels::name(ROUND, number);
        Ok(Some(Round::new(folder, name, OWNER, settings, team)))
    }

    /// The name of the weights that the engine is given as a file, if it is; a checksum is a part of it.
    fn weights(&self) -> Option<String> {
        let ContestantKind::Program(program) = &self.settings.engine.kind else {
            return None;
        };
        let (_, file) = program.params.iter().find(|(name, _)| name == "eval")?;
        let weights = Weights::read(Path::new(file)).ok()?;
        Some(weights.name())
    }

    /// The games of a point, between the engine with each of two sets of values.
    fn tournament(
        &self,
        openings: Option<&Openings>,
        tried: [Vec<f64>; 2],
        threads: usize,
        seed: u64,
    ) -> Tournament {
        let settings = &self.settings;
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
        let openings = match openings {
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

/// A run of tuning, and the folder that keeps it.
#[derive(Debug)]
pub struct Tuner {
    folder: WorkFolder,
    state: TuneState,
    openings: Option<Openings>,
    team: Team,
}

impl TuneSettings {
    /// Checks that there is something to tune.
    fn check(&self) -> Result<(), TuneError> {
        match self.engine.kind {
            ContestantKind::Program(_) => Ok(()),
            _ => Err(TuneError::NoParameters(self.engine.name.clone())),
        }
    }
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
        settings.check()?;
        let mut folder = WorkFolder::open(folder, "tuning", SEAL)?;
        let found = folder.checkpoint(settings)?;
        let state = found.unwrap_or_else(|| TuneState::new(settings));
        folder.log_all(&state.reports)?;
        Ok(Tuner {
            folder,
            state,
            openings,
            team: Team::ALONE,
        })
    }

    /// Plays only its part of the games, the first, and goes on with those that a [`Helper`] each plays in other processes.
    /// Parts of iterations that are over are removed.
    ///
    /// # Errors
    /// A file cannot be removed.
    pub fn with_team(self, team: Team) -> Result<Tuner, TuneError> {
        let folder = self.folder.path();
        let tidied = duels::tidy_before(folder, ROUND, self.state.number());
        tidied.map_err(|error| FolderError::file(folder, error))?;
        Ok(Tuner { team, ..self })
    }

    /// The reports of all finished iterations.
    pub fn reports(&self) -> &[IterationReport] {
        &self.state.reports
    }

    /// The values as they are now.
    pub fn values(&self) -> Vec<f64> {
        self.state.values()
    }

    /// Plays an iteration and keeps what comes of it. `played` is called after each game. `None` if `stop` ended it, or if parts of
    /// others are missing and nobody waits for them.
    ///
    /// # Errors
    /// If games fail or the result cannot be kept; finished iterations stay.
    pub fn iterate(
        &mut self,
        threads: usize,
        stop: &Stop,
        played: &mut dyn FnMut(),
    ) -> Result<Option<IterationReport>, TuneError> {
        let plan = self.state.plan(self.openings.as_ref(), threads);
        let round = self.state.round(self.folder.path(), self.team)?;
        let Some(tallies) = duels::play(&plan.duels, round.as_ref(), stop, played)? else {
            return Ok(None);
        };
        let report = self.state.report(&plan, &tallies);
        self.state.reports.push(report.clone());
        if let Err(error) = self.folder.keep(&self.state) {
            self.state.reports.pop();
            return Err(error.into());
        }
        self.folder.log(&report)?;
        if let Some(round) = round {
            let removed = round.remove();
            removed.map_err(|error| FolderError::file(self.folder.path(), error))?;
        }
        Ok(Some(report))
    }
}

/// The generator of an iteration.
fn random_of(seed: u64, iteration: u32) -> Pcg64Mcg {
    let base: u64 = Pcg64Mcg::seed_from_u64(seed).random();
    Pcg64Mcg::seed_from_u64(base.wrapping_add(iteration.into()))
}

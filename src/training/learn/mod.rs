//! The loop from nothing to strength: play games, fit weights, keep them if they play better, repeat.
//!
//! A generation plays games with the best weights so far, fits new weights to its games and those of the last
//! few players, and matches them against the best until a sequential test decides. While no new weights win, the
//! games of the best accumulate, so the next fit has more data. Weights are fitted from material values
//! alone, or from the best ones: a generation hands on only its games and, if it wins, its weights. Each step leaves a file, so it can
//! resume after any interruption. On one thread everything follows from the settings; on several, the order in
//! which games finish matters as well.

mod error;
mod folder;
mod generation;
mod helper;
mod matches;
mod report;
mod settings;

pub use error::LearnError;
pub use helper::Helper;
pub use report::{Decision, GenerationReport, MatchReport};
pub use settings::LearnSettings;

use folder::Folder;
use generation::Generation;
use kamen_eval::weights::{TrainingRun, Weights};
use kamen_files::{Stop, Team};
use kamen_tables::Tables;
use report::Gain;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use std::time::Instant;

/// A step of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnStep {
    /// Playing games.
    Play,
    /// Fitting weights, counted in epochs.
    Learn,
    /// The match against the best weights so far, counted in games.
    Match,
}

/// Progress of a generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LearnProgress {
    /// A step begins; the number of units left, at most.
    Begins(LearnStep, u64),
    /// One unit of the step is done.
    Advanced,
}

/// A callback for progress.
pub type Seen<'a> = &'a mut (dyn FnMut(LearnProgress) + Send);

/// What a learner works with.
#[derive(Clone, Copy, Debug)]
pub struct Means<'a> {
    /// Threads for games and for training.
    pub threads: usize,
    /// The endgame tables, if the settings ask for any.
    pub tables: Option<&'a Tables>,
    /// Ends the work.
    pub stop: &'a Stop,
}

/// A learner and its folder.
#[derive(Debug)]
pub struct Learner {
    folder: Folder,
    state: LearnState,
    /// Who plays the games.
    team: Team,
}

/// What is finished.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct LearnState {
    settings: LearnSettings,
    /// Seconds of work, over all starts.
    seconds: f64,
    /// One for each finished generation.
    reports: Vec<GenerationReport>,
}

impl LearnState {
    /// The generation of the best weights; 0 is the start.
    fn best(&self) -> u32 {
        let kept = |report: &&GenerationReport| report.contest.decision.keeps_new();
        let last = self.reports.iter().rfind(kept);
        last.map_or(0, |report| report.generation)
    }

    /// The first generation whose games the next one uses: all games of the last few players.
    fn first_learned_from(&self) -> u32 {
        let mut players = vec![self.best()];
        let reports = self.reports.iter().rev();
        let learned_from = reports.take_while(|report| {
            if players.last() != Some(&report.opponent) {
                players.push(report.opponent);
            }
            players.len() <= self.settings.window as usize
        });
        (self.reports.len() - learned_from.count()) as u32 + 1
    }

    /// Elo of the best weights above the start.
    fn elo(&self) -> f64 {
        self.reports.last().map_or(0.0, |report| report.elo)
    }
}

impl Learner {
    /// Starts in a folder with these weights, or resumes what is there.
    ///
    /// # Errors
    /// If the folder cannot be used or has other settings; then nothing in it changes.
    pub fn open(
        folder: &Path,
        settings: &LearnSettings,
        start: &Weights,
    ) -> Result<Learner, LearnError> {
        let mut folder = Folder::open(folder)?;
        let state = match folder.state(settings)? {
            Some(state) => state,
            None => {
                let state = LearnState {
                    settings: settings.clone(),
                    seconds: 0.0,
                    reports: Vec::new(),
                };
                folder.keep_start(start)?;
                folder.keep(&state)?;
                state
            }
        };
        folder.tidy()?;
        folder.keep_best(state.best())?;
        folder.log_all(&state.reports)?;
        Ok(Learner {
            folder,
            state,
            team: Team::ALONE,
        })
    }

    /// Plays only the first part of the games; a [`Helper`] each plays the others in another process, on another machine perhaps that
    /// has the same folder or gets its checkpoint and weights.
    #[must_use]
    pub fn with_team(self, team: Team) -> Learner {
        Learner { team, ..self }
    }

    /// The reports of all finished generations.
    pub fn reports(&self) -> &[GenerationReport] {
        &self.state.reports
    }

    /// The generation of the best weights, 0 for the start, and their Elo above the start.
    pub fn best(&self) -> (u32, f64) {
        (self.state.best(), self.state.elo())
    }

    /// Hours of work so far, over all starts.
    pub fn hours(&self) -> f64 {
        self.state.seconds / 3600.0
    }

    /// Runs a generation, resuming one that was interrupted, and keeps the results. `None` if it was stopped, or if parts of others
    /// are missing and nobody waits for them.
    ///
    /// # Errors
    /// If a step fails; finished steps stay.
    pub fn generation(
        &mut self,
        means: Means<'_>,
        seen: Seen<'_>,
    ) -> Result<Option<GenerationReport>, LearnError> {
        if !self.timed(means, |generation| generation.play(seen))? {
            return Ok(None);
        }
        let learned = self.timed(means, |generation| generation.learn(seen))?;
        let Some(run) = learned else {
            return Ok(None);
        };
        let contest = self.timed(means, |generation| generation.compete(seen))?;
        let Some(contest) = contest else {
            return Ok(None);
        };
        self.conclude(run, contest).map(Some)
    }

    /// Runs a step and counts its time, even if it fails.
    fn timed<T>(
        &mut self,
        means: Means<'_>,
        work: impl FnOnce(Generation<'_>) -> Result<T, LearnError>,
    ) -> Result<T, LearnError> {
        let began = Instant::now();
        let done = work(Generation {
            number: self.state.reports.len() as u32 + 1,
            best: self.state.best(),
            first: self.state.first_learned_from(),
            settings: &self.state.settings,
            places: &self.folder,
            means,
            team: self.team,
        });
        self.state.seconds += began.elapsed().as_secs_f64();
        let kept = self.folder.keep(&self.state);
        done.and_then(|done| Ok(kept.map(|()| done)?))
    }

    /// Keeps the results of a generation. The checkpoint is written last, before the log.
    fn conclude(
        &mut self,
        run: TrainingRun,
        contest: MatchReport,
    ) -> Result<GenerationReport, LearnError> {
        let mut next = self.state.clone();
        let gain = match contest.decision.keeps_new() {
            true => contest.elo,
            false => 0.0,
        };
        let report = GenerationReport {
            generation: run.generation,
            games: run.games,
            positions: run.positions,
            loss: run.loss,
            opponent: next.best(),
            contest,
            elo: next.elo() + gain,
            seconds: next.seconds,
        };
        next.reports.push(report.clone());
        self.folder.keep_best(next.best())?;
        self.folder.keep(&next)?;
        self.state = next;
        self.folder.log(&report)?;
        Ok(report)
    }
}

impl fmt::Display for Learner {
    /// Which weights are the best, and what they have gained.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let gain = Gain(self.state.elo(), self.state.seconds);
        write!(f, "the best is generation {}: {gain}", self.state.best())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;
    use kamen_eval::weights::Kind;
    use kamen_tournament::statistics::Tally;

    /// A state after generations of which these were kept.
    fn state(kept: &[bool], window: u32) -> LearnState {
        let mut state = LearnState {
            settings: LearnSettings {
                kind: Kind::Patterns,
                variant: Variant::Czech,
                start: String::new(),
                games: 10,
                nodes: 10,
                window,
                lambda: 0.9,
                epochs: 1,
                rate: None,
                explore: 0,
                tables: 0,
                match_games: 10,
                seed: 1,
            },
            seconds: 0.0,
            reports: Vec::new(),
        };
        for &is_kept in kept {
            state.reports.push(GenerationReport {
                generation: state.reports.len() as u32 + 1,
                games: 0,
                positions: 0,
                loss: 0.0,
                opponent: state.best(),
                contest: MatchReport {
                    tally: Tally::default(),
                    elo: 0.0,
                    error: None,
                    decision: if is_kept {
                        Decision::Accepted
                    } else {
                        Decision::Rejected
                    },
                },
                elo: 0.0,
                seconds: 0.0,
            });
        }
        state
    }

    #[test]
    fn games_of_the_last_players_are_learned_from() {
        let cases: [(&[bool], u32, u32); 9] = [
            (&[], 1, 1),
            (&[], 3, 1),
            (&[true], 1, 2),
            (&[true], 2, 1),
            (&[true, true, true], 2, 3),
            (&[true, true, true], 3, 2),
            // The third, fourth and fifth generation were all played by the second.
            (&[true, true, false, false], 1, 3),
            (&[true, true, false, false], 2, 2),
            (&[false, false, false], 1, 1),
        ];
        for (kept, window, first) in cases {
            assert_eq!(
                state(kept, window).first_learned_from(),
                first,
                "{kept:?} {window}"
            );
        }
    }
}

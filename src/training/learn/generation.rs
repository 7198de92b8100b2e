//! The first two steps of a generation: playing games and fitting weights to them.

use super::folder::Places;
use super::{LearnError, LearnProgress, LearnSettings, LearnStep, Means, Seen};
use crate::FolderError;
use crate::fit::{FitSettings, Fitted};
use crate::record::{self, RecordFile, SelfplaySettings};
use crate::selfplay::{Knowledge, SelfPlayError, Share, play, usual_random_plies};
use crate::trainer::{Trainer, TrainingStage};
use kamen_eval::weights::{TrainingRun, Weights, WeightsError};
use kamen_eval::{Choice, Evaluation};
use kamen_files::{PROGRAM, Pause, Shard, Team, fault};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What the steps of a generation depend on.
pub(super) struct Generation<'a> {
    pub(super) number: u32,
    /// The best generation before.
    pub(super) best: u32,
    /// The first generation whose games are used.
    pub(super) first: u32,
    pub(super) settings: &'a LearnSettings,
    pub(super) places: &'a Places,
    pub(super) means: Means<'a>,
    /// Who plays the games.
    pub(super) team: Team,
}

/// Plies after which a game is drawn.
pub(super) const MAX_PLIES: u16 = 400;

impl Generation<'_> {
    /// Plays the missing games with the best weights, or a part of them, and waits for those of other processes, if it is to wait.
    /// Returns whether all are there.
    pub(super) fn play(&self, seen: Seen<'_>) -> Result<bool, LearnError> {
        let games = self.settings.games;
        let whole = self.places.games(self.number);
        if self.team.is_alone() || whole.exists() {
            return self.play_share(Share::whole(games), &whole, seen);
        }
        let parts = self.team.shard.parts;
        let shares = (0..parts).map(|part| Share::of(games, Shard { part, parts }));
        let shares: Vec<Share> = shares.collect();
        let paths = shares
            .iter()
            .map(|share| self.places.part(self.number, *share));
        let paths: Vec<PathBuf> = paths.collect();
        for (share, path) in shares.iter().zip(&paths) {
            let is_there = match share.part {
                0 => self.play_share(*share, path, seen)?,
                _ => self.wait_for(*share, path),
            };
            if !is_there {
                return Ok(false);
            }
        }
        record::merge(&paths, Some(games), &whole).map_err(SelfPlayError::File)?;
        for path in &paths {
            fault::remove(path).map_err(|error| FolderError::file(path, error))?;
        }
        Ok(true)
    }

    /// Waits until another process has played its share. Returns whether it has.
    fn wait_for(&self, share: Share, path: &Path) -> bool {
        let mut pause = Pause::default();
        while !share.is_complete(path) {
            if !self.team.waits || self.means.stop.is_wanted() {
                return false;
            }
            pause.wait();
        }
        true
    }

    /// Plays the missing games of a share. Returns whether all are there.
    pub(super) fn play_share(
        &self,
        share: Share,
        path: &Path,
        seen: Seen<'_>,
    ) -> Result<bool, LearnError> {
        let settings = self.settings;
        let variant = settings.variant;
        let best = Choice::File(self.places.weights(self.best));
        let evaluation = Evaluation::load(variant, &best)?;
        let [seed, ..] = self.seeds();
        let record = SelfplaySettings {
            variant,
            engine: PROGRAM.to_owned(),
            evaluation: evaluation.to_string(),
            nodes: settings.nodes,
            seed,
            random_plies: usual_random_plies(variant),
            max_plies: MAX_PLIES,
            adjudicates: true,
            explore: settings.explore,
            tables: settings.tables,
            source: None,
        };
        let opened = RecordFile::open(path, &record, |_| ());
        let mut file = opened.map_err(SelfPlayError::File)?;
        let missing = share.missing(&file).len();
        if missing == 0 {
            return Ok(true);
        }
        seen(LearnProgress::Begins(LearnStep::Play, missing as u64));
        let knowledge = Knowledge {
            evaluator: &evaluation,
            tables: self.means.tables,
        };
        let mut seen = |_: &record::Record| seen(LearnProgress::Advanced);
        play(
            &mut file,
            share,
            self.means.threads,
            knowledge,
            self.means.stop,
            &mut seen,
        )?;
        Ok(share.missing(&file).is_empty())
    }

    /// Fits weights to the games of the window, unless that is done. Returns how they were fitted; `None` if
    /// `stop` ended it.
    pub(super) fn learn(&self, seen: Seen<'_>) -> Result<Option<TrainingRun>, LearnError> {
        if let Some(run) = self.learned()? {
            return Ok(Some(run));
        }
        let settings = self.settings;
        let games = (self.first..=self.number).map(|number| self.places.games(number));
        let games: Vec<PathBuf> = games.collect();
        let [_, seed, _] = self.seeds();
        let start = self.start()?;
        let trainer = Trainer {
            variant: settings.variant,
            kind: settings.kind,
            games: &games,
            lambda: settings.lambda,
            start: start.as_ref(),
            generation: self.number,
            fit: FitSettings {
                epochs: settings.epochs,
                seed,
                learning_rate: settings.rate,
                ..FitSettings::default()
            },
            folder: self.places.path(),
        };
        seen(LearnProgress::Begins(
            LearnStep::Learn,
            settings.epochs.into(),
        ));
        let threads = rayon::ThreadPoolBuilder::new().num_threads(self.means.threads);
        let learned = threads.build()?.install(|| {
            trainer.train(self.means.stop, &mut |stage| {
                if let TrainingStage::Epoch(_) = stage {
                    seen(LearnProgress::Advanced);
                }
            })
        })?;
        let Fitted::Complete(weights) = learned else {
            return Ok(None);
        };
        weights.write(&self.places.weights(self.number))?;
        Ok(Some(weights.origin.run))
    }

    /// The weights to begin with; `None` for material values alone.
    fn start(&self) -> Result<Option<Weights>, LearnError> {
        let LearnSettings { variant, kind, .. } = *self.settings;
        if self.settings.rate.is_none() {
            return Ok(None);
        }
        let best = Weights::read_for(variant, &self.places.weights(self.best))?;
        Ok(Some(best).filter(|best| kind.continues(best.origin.form.kind())))
    }

    /// How the weights of this generation were fitted, if they were.
    fn learned(&self) -> Result<Option<TrainingRun>, LearnError> {
        let path = self.places.weights(self.number);
        let run = match Weights::read_for(self.settings.variant, &path) {
            Ok(weights) => weights.origin.run,
            Err(WeightsError::File { error, .. }) if error.kind() == ErrorKind::NotFound => {
                return Ok(None);
            }
            Err(error) => return Err(LearnError::Learned(error)),
        };
        let [_, seed, _] = self.seeds();
        let found = (run.generation, run.lambda, run.seed);
        let expected = (self.number, self.settings.lambda, seed);
        if found != expected {
            return Err(LearnError::Stale {
                path,
                found,
                expected,
            });
        }
        Ok(Some(run))
    }

    /// The seeds of the three steps.
    pub(super) fn seeds(&self) -> [u64; 3] {
        let base: u64 = Pcg64Mcg::seed_from_u64(self.settings.seed).random();
        let mut random = Pcg64Mcg::seed_from_u64(base.wrapping_add(self.number.into()));
        [(); 3].map(|()| random.random())
    }
}

//! Training: from files of games to weights.

use super::dataset::{self, Census, DatasetError, Shards, Target};
use super::fit::{Epoch, Fit, FitSettings, Fitted};
use kamen_core::rules::Variant;
use kamen_eval::weights::{Kind, Origin, Plan, TrainingRun, Weights};
use kamen_files::PROGRAM;
use kamen_files::Stop;
use std::path::{Path, PathBuf};

/// What to train on, and how.
#[derive(Clone, Debug)]
pub struct Trainer<'a> {
    /// The variant.
    pub variant: Variant,
    /// The kind of model, which must [continue](Kind::continues) that of `start`.
    pub kind: Kind,
    /// Files of games.
    pub games: &'a [PathBuf],
    /// The weight of the result; see [`Target`].
    pub lambda: f64,
    /// Weights to continue from; `None` for material values alone.
    pub start: Option<&'a Weights>,
    /// The generation that the weights will record.
    pub generation: u32,
    /// The hyperparameters.
    pub fit: FitSettings,
    /// The folder for temporary files of positions.
    pub folder: &'a Path,
}

/// How far a trainer has come.
#[derive(Debug)]
pub enum TrainingStage<'a> {
    /// All games were counted.
    Counted(Census),
    /// The quiet positions were extracted.
    Collected(&'a Shards),
    /// An epoch ended.
    Epoch(&'a Epoch),
}

impl Trainer<'_> {
    /// Trains on the current `rayon` thread pool; `seen` is called after each stage.
    ///
    /// # Errors
    /// If a file of games cannot be used, or the positions cannot be stored.
    pub fn train(
        &self,
        stop: &Stop,
        seen: &mut dyn FnMut(TrainingStage<'_>),
    ) -> Result<Fitted, DatasetError> {
        let Some(census) = dataset::census(self.variant, self.games, stop)? else {
            return Ok(Fitted::Stopped(None));
        };
        seen(TrainingStage::Counted(census));
        let sizes =
            (self.games.iter()).map(|path| std::fs::metadata(path).map_or(0, |file| file.len()));
        let mut shards = Shards::new(self.folder, sizes.sum(), self.fit.seed)?;
        let target = Target {
            lambda: self.lambda,
            scale: census.scale,
        };
        dataset::collect(self.variant, self.games, target, &mut shards, stop)?;
        if stop.is_wanted() {
            return Ok(Fitted::Stopped(None));
        }
        seen(TrainingStage::Collected(&shards));
        let fit = Fit {
            origin: self.origin(census, shards.training_positions()),
            shards: &shards,
            settings: &self.fit,
            start: self.start,
            stop,
        };
        fit.run(&mut |epoch| seen(TrainingStage::Epoch(epoch)))
    }

    fn origin(&self, census: Census, positions: u64) -> Origin {
        Origin {
            variant: self.variant,
            form: Plan::of(self.variant, self.kind).form,
            scale: census.scale,
            run: TrainingRun {
                engine: PROGRAM.to_owned(),
                generation: self.generation,
                games: census.games,
                positions,
                lambda: self.lambda,
                epochs: 0,
                seed: self.fit.seed,
                loss: 0.0,
            },
        }
    }
}

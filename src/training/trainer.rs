//! From files of games to weights.

use super::dataset::{self, Census, DatasetError, Shards, Target};
use super::fit::{Epoch, Fit, FitSettings, Fitted};
use crate::eval::weights::{Kind, Origin, Plan, Run, Weights};
use crate::rules::Variant;
use crate::util::PROGRAM;
use crate::util::Stop;
use crate::with_rules;
use std::path::{Path, PathBuf};

/// What to learn from, and how.
#[derive(Clone, Debug)]
pub struct Trainer<'a> {
    /// The variant.
    pub variant: Variant,
    /// What is learned beside the terms; weights to go on from are of the same kind.
    pub kind: Kind,
    /// Files of games.
    pub games: &'a [PathBuf],
    /// How much the result counts; see [`Target`].
    pub lambda: f64,
    /// Weights to go on from; `None` for the worth of pieces alone.
    pub start: Option<&'a Weights>,
    /// Which step of a loop the weights come from.
    pub generation: u32,
    /// How to fit.
    pub fit: FitSettings,
    /// The folder in which positions are kept meanwhile.
    pub folder: &'a Path,
}

/// How far a trainer has come.
#[derive(Debug)]
pub enum TrainingStage<'a> {
    /// All games were counted.
    Counted(Census),
    /// The quiet positions were taken out.
    Collected(&'a Shards),
    /// All positions were gone through once more.
    Epoch(&'a Epoch),
}

impl Trainer<'_> {
    /// Learns on the threads of the present pool of `rayon`; `seen` hears how far it has come.
    ///
    /// # Errors
    /// If a file of games is of no use, or there is no room for the positions.
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
        let variant = self.variant;
        with_rules!(variant, R => {
            dataset::collect::<R>(variant, self.games, target, &mut shards, stop)
        })?;
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
        with_rules!(variant, R => fit.run::<R>(&mut |epoch| seen(TrainingStage::Epoch(epoch))))
    }

    fn origin(&self, census: Census, positions: u64) -> Origin {
        Origin {
            variant: self.variant,
            form: Plan::of(self.variant, self.kind).form,
            scale: census.scale,
            run: Run {
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

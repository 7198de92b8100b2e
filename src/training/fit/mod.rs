//! Fitting weights to positions: logistic regression by stochastic gradient descent.
//!
//! The chance that White wins (a draw is half a win) is the logistic function of the sum of what counts on the
//! board. Positions come in batches that grow with the square root of the number seen so far: at the beginning, when steps
//! are long, each position knows what the ones shortly before it taught; later, two threads have something to
//! share. One thread judges some positions of the batch, then one thread changes the weights of some regions, so
//! that the outcome does not depend on how many there are.

mod chunk;
mod model;
mod report;
#[cfg(test)]
mod tests;

pub use report::{Bin, Report};

use super::dataset::{DatasetError, Shards};
use crate::eval::pattern::{Origin, Weights};
use crate::rules::Rules;
use model::{Model, Pace};
use report::judge_all;
use std::ops::ControlFlow;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// The most times to go through all positions.
    pub epochs: u32,
    /// The length of the first steps, in logarithms of odds; it falls to a tenth in the last epoch.
    pub rate: f64,
    /// What is taken off a weight wherever it counts, as a part of it.
    pub decay: f64,
    /// What the order of positions follows from.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            epochs: 8,
            rate: 0.06,
            decay: 0.0,
            seed: 1,
        }
    }
}

/// What an epoch came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Epoch {
    /// From 1.
    pub number: u32,
    /// Mean loss over the targets of the positions that were learned from, each just before it was.
    pub learned: f64,
    /// What the positions that were held back say.
    pub report: Report,
    /// Positions learned from.
    pub positions: u64,
}

/// The smallest and the largest batch.
const BATCH: (usize, usize) = (16, 4096);

/// Fits weights for scores in which a man is worth 100 on the average, going on from `start` or from the worth of pieces alone. The weights of the epoch with the least
/// loss over the games that were held back; it ends after the first that is worse, or when `seen` breaks it off.
///
/// # Errors
/// If positions cannot be read.
pub fn fit<R: Rules>(
    shards: &Shards,
    settings: &FitSettings,
    start: Option<&Weights>,
    origin: Origin,
    seen: &mut dyn FnMut(&Epoch) -> ControlFlow<()>,
) -> Result<Weights, DatasetError> {
    let mut model = match start {
        Some(weights) => Model::from_weights::<R::Geometry>(weights),
        None => Model::new::<R::Geometry>((100.0 / origin.scale) as f32),
    };
    let held_back = shards.each_held_back::<R>()?;
    let mut chunks = Vec::new();
    let mut met = 0;
    let mut best: Option<(Epoch, Model)> = None;
    for number in 1..=settings.epochs {
        let left = 1.0 - f64::from(number - 1) / f64::from(settings.epochs);
        let pace = Pace {
            rate: (settings.rate * left.max(0.1)) as f32,
            decay: settings.decay as f32,
        };
        let (mut sum, mut positions) = (0.0, 0);
        shards.each::<R>(settings.seed.wrapping_add(number.into()), |samples| {
            let mut rest = samples;
            while !rest.is_empty() {
                let size = ((met as f64).sqrt() as usize / 2).clamp(BATCH.0, BATCH.1);
                let (batch, behind) = rest.split_at(size.min(rest.len()));
                sum += model.learn(batch, &mut chunks, &pace);
                met += batch.len() as u64;
                positions += batch.len() as u64;
                rest = behind;
            }
        })?;
        let epoch = Epoch {
            number,
            learned: sum / positions as f64,
            report: judge_all::<R>(&model, &held_back),
            positions,
        };
        let broken_off = seen(&epoch).is_break();
        let is_worse = |(least, _): &(Epoch, Model)| epoch.report.loss >= least.report.loss;
        if broken_off || best.as_ref().is_some_and(is_worse) {
            break;
        }
        best = Some((epoch, model.clone()));
    }
    let mut origin = origin;
    if let Some((epoch, least)) = best {
        model = least;
        origin.run.loss = epoch.report.loss;
        origin.run.epochs = epoch.number;
        // A man is worth 100 centi-men, whatever the games are like.
        if let Some(worth) = epoch.report.men.worth() {
            origin.scale = 100.0 / worth;
        }
    }
    Ok(model.to_weights(origin))
}

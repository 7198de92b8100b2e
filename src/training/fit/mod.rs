//! Fitting weights to positions: logistic regression by stochastic gradient descent.
//!
//! The chance that White wins (a draw is half a win) is the logistic function of what the model makes of the
//! board. Positions come in batches: some threads judge them, then some threads learn, each a part of the model
//! of its own, so that the outcome does not depend on how many there are.

mod network;
mod regions;
mod report;
#[cfg(test)]
mod tests;

pub use report::{Bin, Report};

use super::dataset::{DatasetError, Sample, Shards};
use crate::eval::weights::{Kind, Origin, Weights};
use crate::geometry::Geometry;
use crate::rules::{RuleSet, Rules};
use crate::util::Stop;
use report::judge_all;
use std::ops::ControlFlow;

/// How to fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// The most times to go through all positions.
    pub epochs: u32,
    /// The length of the first steps, in logarithms of odds; `None` for what is usual with what is learned.
    pub rate: Option<f64>,
    /// What is taken off a weight wherever it counts, as a part of it.
    pub decay: f64,
    /// What the order of positions follows from.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            epochs: 8,
            rate: None,
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

/// What is fitted. It depends on the board, and of the rules on how kings move only.
trait Model<G: Geometry>: Clone + Sync {
    /// The usual length of the first steps.
    const RATE: f64;

    /// A model that knows what pieces are worth, and nothing else.
    fn new(rules: &'static RuleSet, value_of_men: f32, seed: u64) -> Self;

    /// Goes on from weights.
    fn from_weights(rules: &'static RuleSet, weights: &Weights) -> Self;

    /// How many positions to learn from next, when so many were learned from.
    fn batch(met: u64) -> usize;

    /// The length of steps, as a part of the first ones, when so much of the time is left, from 1 to 0.
    fn rate(left: f64) -> f64;

    /// Looks at the samples, and learns from them: all are judged before anything is learned. The sum of the
    /// losses.
    fn learn(&mut self, samples: &[Sample<G>], pace: &Pace) -> f64;

    /// The logarithm of the odds that White wins, of each sample.
    fn odds(&self, samples: &[Sample<G>]) -> Vec<f32>;

    /// As whole numbers, for play.
    fn to_weights(&self, origin: Origin) -> Weights;
}

/// How fast learning goes.
#[derive(Clone, Copy, Debug)]
struct Pace {
    /// The length of the steps, in logarithms of odds.
    rate: f32,
    /// What is taken off a weight wherever it counts.
    decay: f32,
}

/// Weights to fit, and to what.
#[derive(Clone, Debug)]
pub struct Fit<'a> {
    /// The positions.
    pub shards: &'a Shards,
    /// How.
    pub settings: &'a FitSettings,
    /// Weights to go on from, of the form that `origin` says; `None` for the worth of pieces alone.
    pub start: Option<&'a Weights>,
    /// What the weights will say of themselves.
    pub origin: Origin,
    /// Ends the fit before its time.
    pub stop: &'a Stop,
}

/// How a fit ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Fitted {
    /// By itself: the weights of the best epoch.
    Complete(Weights),
    /// By [`Stop`], in the middle of an epoch: the weights of the best complete one, if there is any.
    Stopped(Option<Weights>),
}

impl Fit<'_> {
    /// Fits weights for scores in which a man is worth 100 on the average (less where men tell little). Those
    /// of the epoch with the least loss over the games that were held back; it ends after the first that is worse.
    /// `seen` hears of each epoch.
    ///
    /// # Errors
    /// If positions cannot be read.
    pub fn run<R: Rules>(self, seen: &mut dyn FnMut(&Epoch)) -> Result<Fitted, DatasetError> {
        match self.origin.form.kind() {
            Kind::Patterns => self.run_as::<R::Geometry, regions::Model>(&R::RULES, seen),
            Kind::Network => self.run_as::<R::Geometry, network::Model>(&R::RULES, seen),
        }
    }

    fn run_as<G: Geometry, M: Model<G>>(
        self,
        rules: &'static RuleSet,
        seen: &mut dyn FnMut(&Epoch),
    ) -> Result<Fitted, DatasetError> {
        let settings = self.settings;
        let mut model = match self.start {
            Some(weights) => M::from_weights(rules, weights),
            None => M::new(rules, (100.0 / self.origin.scale) as f32, settings.seed),
        };
        let held_back = self.shards.each_held_back::<G>()?;
        let mut met = 0;
        let mut best: Option<(Epoch, M)> = None;
        let mut is_stopped = false;
        for number in 1..=settings.epochs {
            let learned = self.epoch::<G, M>(number, &mut model, &mut met)?;
            let Some((positions, learned)) = learned else {
                is_stopped = true;
                break;
            };
            let epoch = Epoch {
                number,
                learned,
                report: judge_all(&model, &held_back),
                positions,
            };
            seen(&epoch);
            let is_worse = |(least, _): &(Epoch, M)| epoch.report.loss >= least.report.loss;
            if best.as_ref().is_some_and(is_worse) {
                break;
            }
            best = Some((epoch, model.clone()));
        }
        if is_stopped {
            let best = best.map(|(epoch, model)| model.to_weights(self.origin_of(&epoch)));
            return Ok(Fitted::Stopped(best));
        }
        let weights = match best {
            Some((epoch, model)) => model.to_weights(self.origin_of(&epoch)),
            None => model.to_weights(in_range(self.origin)),
        };
        Ok(Fitted::Complete(weights))
    }

    /// Goes through all positions once. How many they are, and their mean loss; `None` if it was stopped.
    fn epoch<G: Geometry, M: Model<G>>(
        &self,
        number: u32,
        model: &mut M,
        met: &mut u64,
    ) -> Result<Option<(u64, f64)>, DatasetError> {
        let settings = self.settings;
        let left = 1.0 - f64::from(number - 1) / f64::from(settings.epochs);
        let pace = Pace {
            rate: (settings.rate.unwrap_or(M::RATE) * M::rate(left)) as f32,
            decay: settings.decay as f32,
        };
        let (mut sum, mut positions) = (0.0, 0);
        let seed = settings.seed.wrapping_add(number.into());
        let ended = self.shards.each::<G>(seed, |samples| {
            let mut rest = samples;
            while !rest.is_empty() {
                if self.stop.is_wanted() {
                    return ControlFlow::Break(());
                }
                let (batch, behind) = rest.split_at(M::batch(*met).min(rest.len()));
                sum += model.learn(batch, &pace);
                *met += batch.len() as u64;
                positions += batch.len() as u64;
                rest = behind;
            }
            ControlFlow::Continue(())
        })?;
        Ok(ended
            .is_continue()
            .then(|| (positions, sum / positions as f64)))
    }

    /// The origin of the weights of an epoch.
    fn origin_of(&self, epoch: &Epoch) -> Origin {
        let mut origin = self.origin.clone();
        origin.run.loss = epoch.report.loss;
        origin.run.epochs = epoch.number;
        // A man is worth 100 centi-men, whatever the games are like.
        if let Some(worth) = epoch.report.men.worth() {
            origin.scale = 100.0 / worth;
        }
        in_range(origin)
    }
}

/// The greatest scale. Where men tell little of who wins, as in giveaway, scores would leave the range of
/// evaluations, and what the search counts in centi-men would be next to nothing.
const MOST_SCALE: f64 = 300.0;

fn in_range(mut origin: Origin) -> Origin {
    origin.scale = origin.scale.min(MOST_SCALE);
    origin
}

/// The logistic loss.
fn loss(chance: f32, target: f32) -> f64 {
    let (chance, target) = (f64::from(chance).clamp(1e-6, 1.0 - 1e-6), f64::from(target));
    -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
}

/// The chance that goes with the logarithm of the odds.
fn chance(odds: f32) -> f32 {
    1.0 / (1.0 + (-odds).exp())
}

/// A whole number for play, of at most this size.
fn whole(value: f32, most: i16) -> i16 {
    let most = f32::from(most);
    value.round().clamp(-most, most) as i16
}

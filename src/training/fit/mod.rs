//! Fitting weights to positions: logistic regression by stochastic gradient descent.
//!
//! White's expected score (a draw is half a win) is the logistic function of the model's output, the logit.
//! Positions come in mini-batches: the threads first run the forward pass over the whole batch, then each
//! updates its own part of the parameters. So the result does not depend on the number of threads.

mod network;
mod patterns;
#[cfg(test)]
mod tests;
mod validation;

pub use validation::{Bin, Validation};

use super::dataset::{DatasetError, Sample, Shards};
use kamen_core::geometry::Geometry;
use kamen_core::rules::{RuleSet, Rules};
use kamen_core::with_rules;
use kamen_eval::weights::{Kind, Origin, Weights};
use kamen_files::Stop;
use std::ops::ControlFlow;
use validation::validate;

/// The hyperparameters of a fit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FitSettings {
    /// The maximum number of epochs.
    pub epochs: u32,
    /// The initial learning rate, in logits; `None` for the default of the kind of model.
    pub learning_rate: Option<f64>,
    /// The fraction of a weight that is added to its gradient whenever it takes part in a step.
    pub weight_decay: f64,
    /// Seeds the order of the positions and the initial weights.
    pub seed: u64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings {
            epochs: 8,
            learning_rate: None,
            weight_decay: 0.0,
            seed: 1,
        }
    }
}

/// The results of one epoch.
#[derive(Clone, Debug, PartialEq)]
pub struct Epoch {
    /// From 1.
    pub number: u32,
    /// Mean loss over the training positions, each measured just before the step that used it.
    pub training_loss: f64,
    /// The results on the validation set.
    pub validation: Validation,
    /// Training positions.
    pub positions: u64,
}

/// A model that can be fitted. It depends on the board and, of the rules, only on how kings move.
trait Model<G: Geometry>: Clone + Sync {
    /// The default initial learning rate.
    const LEARNING_RATE: f64;

    /// A model that knows material values and nothing else.
    fn new(rules: &'static RuleSet, value_of_men: f32, seed: u64) -> Self;

    /// Continues from weights.
    fn from_weights(rules: &'static RuleSet, weights: &Weights) -> Self;

    /// The size of the mini-batch that follows after `seen` positions.
    fn batch_size(seen: u64) -> usize;

    /// The learning rate as a fraction of the initial one, when `remaining` of the training is left, from 1 to 0.
    fn schedule(remaining: f64) -> f64;

    /// Runs the forward pass over a mini-batch, then takes one optimizer step. Returns the sum of the losses
    /// before the step.
    fn step(&mut self, batch: &[Sample<G>], params: &StepParams) -> f64;

    /// The logit that White wins, for each sample.
    fn logits(&self, samples: &[Sample<G>]) -> Vec<f32>;

    /// The weights, quantized for play.
    fn to_weights(&self, origin: Origin) -> Weights;
}

/// The hyperparameters of one optimizer step.
#[derive(Clone, Copy, Debug)]
struct StepParams {
    learning_rate: f32,
    weight_decay: f32,
}

/// A fit: what to fit, and to which positions.
#[derive(Clone, Debug)]
pub struct Fit<'a> {
    /// The positions.
    pub shards: &'a Shards,
    /// The hyperparameters.
    pub settings: &'a FitSettings,
    /// Weights to continue from, of a kind that the form in `origin` [continues](Kind::continues); `None` for material values alone.
    pub start: Option<&'a Weights>,
    /// What the weights will record about themselves.
    pub origin: Origin,
    /// Ends the fit early.
    pub stop: &'a Stop,
}

/// How a fit ended.
#[derive(Clone, Debug, PartialEq)]
pub enum Fitted {
    /// Complete: the weights of the best epoch.
    Complete(Weights),
    /// By [`Stop`], in the middle of an epoch: the weights of the best complete one, if there is any.
    Stopped(Option<Weights>),
}

impl Fit<'_> {
    /// Fits weights, scaled so that a man is worth 100 on average (less where material says little about the
    /// result). Stops after the first epoch whose validation loss does not fall and returns the weights of the
    /// best one. `seen` is called after each epoch.
    ///
    /// # Errors
    /// If positions cannot be read.
    pub fn run(self, seen: &mut dyn FnMut(&Epoch)) -> Result<Fitted, DatasetError> {
        with_rules!(self.origin.variant, R => self.run_by::<R>(seen))
    }

    fn run_by<R: Rules>(self, seen: &mut dyn FnMut(&Epoch)) -> Result<Fitted, DatasetError> {
        match self.origin.form.kind() {
            Kind::Patterns => self.run_as::<R::Geometry, patterns::Model<false>>(&R::RULES, seen),
            Kind::KingPatterns => {
                self.run_as::<R::Geometry, patterns::Model<true>>(&R::RULES, seen)
            }
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
        let validation_set = self.shards.validation_samples::<G>()?;
        let mut positions_seen = 0;
        let mut best: Option<(Epoch, M)> = None;
        let mut is_stopped = false;
        for number in 1..=settings.epochs {
            let trained = self.epoch::<G, M>(number, &mut model, &mut positions_seen)?;
            let Some((positions, training_loss)) = trained else {
                is_stopped = true;
                break;
            };
            let epoch = Epoch {
                number,
                training_loss,
                validation: validate(&model, &validation_set),
                positions,
            };
            seen(&epoch);
            let is_worse = |(least, _): &(Epoch, M)| epoch.validation.loss >= least.validation.loss;
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

    /// Trains on all positions once. Returns their number and mean loss; `None` if it was stopped.
    fn epoch<G: Geometry, M: Model<G>>(
        &self,
        number: u32,
        model: &mut M,
        positions_seen: &mut u64,
    ) -> Result<Option<(u64, f64)>, DatasetError> {
        let settings = self.settings;
        let remaining = 1.0 - f64::from(number - 1) / f64::from(settings.epochs);
        let params = StepParams {
            learning_rate: (settings.learning_rate.unwrap_or(M::LEARNING_RATE)
                * M::schedule(remaining)) as f32,
            weight_decay: settings.weight_decay as f32,
        };
        let (mut sum, mut positions) = (0.0, 0);
        let seed = settings.seed.wrapping_add(number.into());
        let ended = self.shards.each_training_shard::<G>(seed, |samples| {
            let mut rest = samples;
            while !rest.is_empty() {
                if self.stop.is_wanted() {
                    return ControlFlow::Break(());
                }
                let (batch, behind) = rest.split_at(M::batch_size(*positions_seen).min(rest.len()));
                sum += model.step(batch, &params);
                *positions_seen += batch.len() as u64;
                positions += batch.len() as u64;
                rest = behind;
            }
            ControlFlow::Continue(())
        })?;
        Ok(ended
            .is_continue()
            .then(|| (positions, sum / positions as f64)))
    }

    /// The origin that the weights of an epoch record.
    fn origin_of(&self, epoch: &Epoch) -> Origin {
        let mut origin = self.origin.clone();
        origin.run.loss = epoch.validation.loss;
        origin.run.epochs = epoch.number;
        // A man is worth 100 centi-men, whatever curve fits the games.
        if let Some(worth) = epoch.validation.man_value.logit() {
            origin.scale = 100.0 / worth;
        }
        in_range(origin)
    }
}

/// The upper bound of the scale. Where material says little about the result, as in giveaway, scores would leave
/// the range of evaluations, and the margins of the search, in centi-men, would lose their meaning.
const MOST_SCALE: f64 = 300.0;

fn in_range(mut origin: Origin) -> Origin {
    origin.scale = origin.scale.min(MOST_SCALE);
    origin
}

/// The logistic loss, or binary cross-entropy.
fn cross_entropy(probability: f32, target: f32) -> f64 {
    let (probability, target) = (
        f64::from(probability).clamp(1e-6, 1.0 - 1e-6),
        f64::from(target),
    );
    -(target * probability.ln() + (1.0 - target) * (1.0 - probability).ln())
}

/// The probability that belongs to a logit.
fn sigmoid(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Rounds to an integer weight between `-most` and `most`.
fn quantize(value: f32, most: i16) -> i16 {
    let most = f32::from(most);
    value.round().clamp(-most, most) as i16
}

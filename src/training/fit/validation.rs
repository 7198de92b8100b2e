//! Results of a fit on the validation set, the games held back from training.

use super::{Model, cross_entropy, sigmoid};
use crate::dataset::Sample;
use kamen_core::geometry::{Bits, Geometry};
use kamen_eval::terms::full;
use rayon::prelude::*;

/// A group of positions.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// Their number.
    pub positions: u64,
    /// The sum of the losses over the targets.
    pub loss: f64,
    /// The sum of the predicted scores of White.
    pub prediction: f64,
    /// The sum of the actual scores of White.
    pub result: f64,
}

impl Bin {
    fn add(&mut self, other: &Bin) {
        self.positions += other.positions;
        self.loss += other.loss;
        self.prediction += other.prediction;
        self.result += other.result;
    }

    /// The mean loss over the targets; `None` without positions.
    pub fn mean_loss(&self) -> Option<f64> {
        self.mean(self.loss)
    }

    /// The mean predicted score of White; `None` without positions.
    pub fn mean_prediction(&self) -> Option<f64> {
        self.mean(self.prediction)
    }

    /// The mean actual score of White; `None` without positions.
    pub fn mean_result(&self) -> Option<f64> {
        self.mean(self.result)
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.positions > 0).then(|| sum / self.positions as f64)
    }
}

/// Results on the validation set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Validation {
    /// Mean logistic loss over the targets.
    pub loss: f64,
    /// By the number of pieces, fewest first.
    pub phases: [Bin; Validation::PHASES],
    /// The value of a man.
    pub man_value: ManValue,
    /// By the predicted score of White, from 0 to 1: the actual scores should match it.
    pub calibration: [Bin; Validation::STEPS],
}

/// The value of a man: the least-squares coefficient of the logit on White's lead in men, over positions
/// without kings.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct ManValue {
    products: f64,
    squares: f64,
}

impl ManValue {
    fn add<G: Geometry>(&mut self, sample: &Sample<G>, logit: f32) {
        let board = &sample.board;
        if board.kings.is_empty() {
            let [white, black] = board.pieces.map(|men| men.count() as f64);
            self.products += (white - black) * f64::from(logit);
            self.squares += (white - black) * (white - black);
        }
    }

    /// The logit of one extra man, or in giveaway of one man fewer; `None` without enough data.
    pub fn logit(&self) -> Option<f64> {
        let logit = (self.products / self.squares).abs();
        (logit.is_finite() && logit > 0.01).then_some(logit)
    }
}

impl Validation {
    /// Bins by pieces, of equal width up to the full board.
    pub const PHASES: usize = 4;
    /// Bins by predicted score, of equal width.
    pub const STEPS: usize = 10;

    fn add(mut self, other: Validation) -> Validation {
        self.man_value.products += other.man_value.products;
        self.man_value.squares += other.man_value.squares;
        let bins = self.phases.iter_mut().chain(&mut self.calibration);
        for (bin, more) in bins.zip(other.phases.iter().chain(&other.calibration)) {
            bin.add(more);
        }
        self
    }
}

/// Measures a model on all samples.
pub(super) fn validate<G: Geometry>(model: &impl Model<G>, samples: &[Sample<G>]) -> Validation {
    let parts: Vec<Validation> = samples
        .par_chunks(1 << 14)
        .map(|samples| measure(model, samples))
        .collect();
    // Summed in order, so that the result is reproducible.
    let mut validation = parts
        .into_iter()
        .fold(Validation::default(), Validation::add);
    let mut all = Bin::default();
    validation.phases.iter().for_each(|bin| all.add(bin));
    validation.loss = all.mean_loss().unwrap_or_default();
    validation
}

fn measure<G: Geometry>(model: &impl Model<G>, samples: &[Sample<G>]) -> Validation {
    let mut validation = Validation::default();
    let full = full::<G>();
    for (sample, logit) in samples.iter().zip(model.logits(samples)) {
        let prediction = sigmoid(logit);
        validation.man_value.add(sample, logit);
        let bin = Bin {
            positions: 1,
            loss: cross_entropy(prediction, sample.target),
            prediction: prediction.into(),
            // The result does not tell what a position was worth before a random move.
            result: sample.result.unwrap_or(sample.target).into(),
        };
        let pieces = sample.board.occupied().count().min(full);
        let phase = (pieces * Validation::PHASES / full).min(Validation::PHASES - 1);
        let step = ((prediction * Validation::STEPS as f32) as usize).min(Validation::STEPS - 1);
        validation.phases[phase].add(&bin);
        validation.calibration[step].add(&bin);
    }
    validation
}

//! What a fit is worth, by the games that were held back.

use super::{Model, chance, loss};
use crate::eval::terms::full;
use crate::geometry::{Bits, Geometry};
use crate::training::dataset::Sample;
use rayon::prelude::*;

/// Positions that have something in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Bin {
    /// How many.
    pub positions: u64,
    /// The sum of the losses over the targets.
    pub loss: f64,
    /// The sum of the chances that White was given.
    pub chance: f64,
    /// The sum of what White got.
    pub result: f64,
}

impl Bin {
    fn add(&mut self, other: &Bin) {
        self.positions += other.positions;
        self.loss += other.loss;
        self.chance += other.chance;
        self.result += other.result;
    }

    /// The mean loss over the targets; `None` without positions.
    pub fn mean_loss(&self) -> Option<f64> {
        self.mean(self.loss)
    }

    /// The mean chance that White was given; `None` without positions.
    pub fn mean_chance(&self) -> Option<f64> {
        self.mean(self.chance)
    }

    /// The mean of what White got; `None` without positions.
    pub fn mean_result(&self) -> Option<f64> {
        self.mean(self.result)
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.positions > 0).then(|| sum / self.positions as f64)
    }
}

/// What a fit is worth.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Mean logistic loss over the targets.
    pub loss: f64,
    /// By the number of pieces: the first bin has the fewest.
    pub phases: [Bin; Report::PHASES],
    /// What a man is worth.
    pub men: Men,
    /// By the chance that White was given, from 0 to 1: are games won as often as that says?
    pub calibration: [Bin; Report::STEPS],
}

/// What a man is worth, by the positions without kings: the slope of the logarithm of the odds by the
/// men that White has more, by least squares.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Men {
    products: f64,
    squares: f64,
}

impl Men {
    fn add<G: Geometry>(&mut self, sample: &Sample<G>, odds: f32) {
        let board = &sample.board;
        if board.kings.is_empty() {
            let [white, black] = board.pieces.map(|men| men.count() as f64);
            self.products += (white - black) * f64::from(odds);
            self.squares += (white - black) * (white - black);
        }
    }

    /// The logarithm of the odds that a man more brings; in giveaway that a man less brings. `None` if there
    /// is too little to tell.
    pub fn worth(&self) -> Option<f64> {
        let worth = (self.products / self.squares).abs();
        (worth.is_finite() && worth > 0.01).then_some(worth)
    }
}

impl Report {
    /// Bins of pieces, of equal width up to the full board.
    pub const PHASES: usize = 4;
    /// Bins of chances, of equal width.
    pub const STEPS: usize = 10;

    fn add(mut self, other: Report) -> Report {
        self.men.products += other.men.products;
        self.men.squares += other.men.squares;
        let bins = self.phases.iter_mut().chain(&mut self.calibration);
        for (bin, more) in bins.zip(other.phases.iter().chain(&other.calibration)) {
            bin.add(more);
        }
        self
    }
}

/// Judges all samples.
pub(super) fn judge_all<G: Geometry>(model: &impl Model<G>, samples: &[Sample<G>]) -> Report {
    let reports: Vec<Report> = samples
        .par_chunks(1 << 14)
        .map(|samples| judge(model, samples))
        .collect();
    // In their order, so that the sums are the same every time.
    let mut report = reports.into_iter().fold(Report::default(), Report::add);
    let mut all = Bin::default();
    report.phases.iter().for_each(|bin| all.add(bin));
    report.loss = all.mean_loss().unwrap_or_default();
    report
}

fn judge<G: Geometry>(model: &impl Model<G>, samples: &[Sample<G>]) -> Report {
    let mut report = Report::default();
    let full = full::<G>();
    for (sample, odds) in samples.iter().zip(model.odds(samples)) {
        let chance = chance(odds);
        report.men.add(sample, odds);
        let bin = Bin {
            positions: 1,
            loss: loss(chance, sample.target),
            chance: chance.into(),
            result: sample.result.into(),
        };
        let pieces = sample.board.occupied().count().min(full);
        let phase = (pieces * Report::PHASES / full).min(Report::PHASES - 1);
        let step = ((chance * Report::STEPS as f32) as usize).min(Report::STEPS - 1);
        report.phases[phase].add(&bin);
        report.calibration[step].add(&bin);
    }
    report
}

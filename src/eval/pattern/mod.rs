//! A learned evaluation: what stands in overlapping regions of the board, with the
//! [`terms`](super::terms) beside it.
//!
//! Every arrangement of men in a region has a weight of its own for a full board and one for an empty
//! one, and the weight in between goes with the number of pieces. Weights were fitted to the results of
//! games by logistic regression ([`crate::training`]), as Michael Buro did for Othello (*Experiments
//! with Multi-ProbCut and a New High-Quality Evaluation Function for Othello*, 1997) and Fabien Letouzey's Scan
//! does for draughts.

mod cut;
mod fold;
mod packed;
#[cfg(test)]
mod tests;

pub use cut::{Cut, Shape};

use super::Evaluator;
use super::terms::Terms;
use super::weights::Weights;
use crate::rules::{Position, Rules};
use crate::score::Score;
use crate::with_rules;
use packed::Packed;

/// A learned evaluation by regions.
#[derive(Clone, Debug)]
pub struct Patterns {
    name: String,
    /// Of the regions that are looked up.
    regions: Box<[Packed]>,
    terms: Terms,
}

impl Patterns {
    /// The evaluation by these weights, which are of [`Kind::Patterns`](super::weights::Kind).
    pub fn new(weights: &Weights) -> Patterns {
        let (regions, terms) = weights.parts();
        Patterns {
            name: weights.name(),
            regions: with_rules!(weights.origin.variant, R => fold::fold::<<R as Rules>::Geometry>(regions)),
            terms: Terms::new(terms, &weights.leads),
        }
    }

    /// As in [`Weights::name`].
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl<R: Rules> Evaluator<R> for Patterns {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> Score {
        let mut regions = packed::Sum::default();
        Cut::<R::Geometry>::look_up(&position.board, |sign, _, base, stands| {
            regions.add(sign, self.regions[base + stands]);
        });
        self.terms.score(position, regions.parts())
    }
}

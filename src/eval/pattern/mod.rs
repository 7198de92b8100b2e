//! A learned evaluation: patterns of men in overlapping regions of the board, plus the
//! [`terms`](super::terms). Begin with [`Patterns`].
//!
//! Every arrangement of men in a region has one weight for a full board and one for an empty board,
//! interpolated by the number of pieces. Weights are fitted to game results by logistic regression
//! ([`crate::training`]), as by Michael Buro for Othello (*Experiments with Multi-ProbCut and a New
//! High-Quality Evaluation Function for Othello*, 1997) and in Fabien Letouzey's Scan for draughts.

mod cut;
pub(super) mod fold;
pub(super) mod packed;
#[cfg(test)]
mod tests;

pub use cut::{Cut, Shape};

use super::Evaluator;
use super::explain::{Parts, Term};
use super::terms::{Beside, Terms};
use crate::rules::{Position, Rules};
use crate::score::Score;
use packed::Packed;

/// A learned pattern evaluation.
#[derive(Clone, Debug)]
pub struct Patterns {
    name: String,
    /// The weights of the regions looked up in play.
    regions: Box<[Packed]>,
    terms: Terms,
}

impl Patterns {
    /// An evaluation with a name, the weights of the regions that are looked up, and those of the terms.
    pub(super) fn of_parts(name: String, regions: Box<[Packed]>, terms: Terms) -> Patterns {
        Patterns {
            name,
            regions,
            terms,
        }
    }

    /// The name of its weights; see [`Weights::name`](super::weights::Weights::name).
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl Patterns {
    /// The parts of the score for White.
    pub(super) fn parts<R: Rules>(&self, position: &Position<R>) -> Parts {
        let places = Cut::<R::Geometry>::squares_in_play();
        let mut regions: Vec<Beside> = (places.into_iter())
            .map(|[white, black]| (Term::Region { white, black }, [[0; 2]; 2]))
            .collect();
        Cut::<R::Geometry>::for_each_in_play(&position.board, |sign, region, base, stands| {
            let mut sum = packed::Sum::default();
            sum.add(1, self.regions[base + stands]);
            regions[region].1[usize::from(sign < 0)] = sum.parts();
        });
        self.terms.parts(position, regions)
    }
}

impl<R: Rules> Evaluator<R> for Patterns {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> Score {
        let mut regions = packed::Sum::default();
        Cut::<R::Geometry>::for_each_in_play(&position.board, |sign, _, base, stands| {
            regions.add(sign, self.regions[base + stands]);
        });
        self.terms.score(position, regions.parts())
    }
}

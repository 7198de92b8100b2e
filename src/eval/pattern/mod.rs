//! A learned evaluation: patterns of men in overlapping regions of the board, patterns of all pieces in regions around
//! kings, plus the [`terms`](super::terms). Begin with [`Patterns`].
//!
//! Every arrangement of pieces in a region has one weight for a full board and one for an empty board,
//! interpolated by the number of pieces. Weights are fitted to game results by logistic regression
//! (the crate `kamen-training`), as by Michael Buro for Othello (*Experiments with Multi-ProbCut and a New
//! High-Quality Evaluation Function for Othello*, 1997) and in Fabien Letouzey's Scan for draughts.

mod around_kings;
mod cut;
pub(super) mod fold;
pub(super) mod packed;
#[cfg(test)]
mod tests;

pub use cut::{Cut, Shape};

use super::Evaluator;
use super::explain::{Parts, Seen, Term};
use super::terms::{Beside, Terms};
use kamen_core::geometry::Geometry;
use kamen_core::rules::{Position, Rules};
use kamen_core::score::Score;
use packed::{Packed, Sum};

/// A learned pattern evaluation.
#[derive(Clone, Debug, PartialEq)]
pub struct Patterns {
    name: String,
    regions: Regions,
    terms: Terms,
}

/// The weights looked up in play.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Regions {
    /// Those of men.
    pub(super) men: Box<[Packed]>,
    /// Those of all pieces around kings; empty if the evaluation has none.
    pub(super) around_kings: Box<[Packed]>,
}

impl Patterns {
    /// An evaluation with a name, the weights of the regions that are looked up, and those of the terms.
    pub(super) fn of_parts(name: String, regions: Regions, terms: Terms) -> Patterns {
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
    pub(super) fn parts<G: Geometry>(&self, seen: &Seen<'_, G>) -> Parts {
        let region = |[white, black]: [_; 2]| (Term::Region { white, black }, [[0; 2]; 2]);
        let places = Cut::<G>::squares_in_play();
        let mut regions: Vec<Beside> = places.into_iter().map(region).collect();
        let worth = |weight: Packed| {
            let mut sum = Sum::default();
            sum.add(1, weight);
            sum.parts()
        };
        Cut::<G>::for_each_in_play(seen.board, |sign, region, base, stands| {
            regions[region].1[usize::from(sign < 0)] = worth(self.regions.men[base + stands]);
        });
        if !self.regions.around_kings.is_empty() {
            let first = regions.len();
            regions.extend(Cut::<G>::squares(Cut::<G>::AROUND_KINGS).map(region));
            Cut::<G>::for_each_around_kings(seen.board, |sign, region, base, stands| {
                regions[first + region].1[usize::from(sign < 0)] =
                    worth(self.regions.around_kings[base + stands]);
            });
        }
        self.terms.parts(seen, regions)
    }
}

impl<R: Rules> Evaluator<R> for Patterns {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> Score {
        let mut regions = Sum::default();
        Cut::<R::Geometry>::for_each_in_play(&position.board, |sign, _, base, stands| {
            regions.add(sign, self.regions.men[base + stands]);
        });
        let mut worth = regions.parts();
        if !self.regions.around_kings.is_empty() {
            let mut around_kings = Sum::default();
            Cut::<R::Geometry>::for_each_around_kings(&position.board, |sign, _, base, stands| {
                around_kings.add(sign, self.regions.around_kings[base + stands]);
            });
            let more = around_kings.parts();
            worth = [worth[0] + more[0], worth[1] + more[1]];
        }
        self.terms.score(position, worth)
    }
}

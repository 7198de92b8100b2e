//! The learned evaluation: what stands in overlapping regions of the board, with material, kings and balance
//! beside it.
//!
//! Every arrangement of men in a region has a weight of its own for a full board and one for an empty
//! one, and the weight in between goes with the number of pieces. Weights were fitted to the results of
//! games by logistic regression ([`crate::training`]), as Michael Buro did for Othello (*Experiments
//! with Multi-ProbCut and a New High-Quality Evaluation Function for Othello*, 1997) and Fabien Letouzey's Scan
//! does for draughts.

mod cut;
mod fold;
mod material;
mod packed;
pub mod terms;
#[cfg(test)]
mod tests;
mod weights;

pub use cut::{Cut, Shape};
pub use weights::{Origin, Plan, Run, Weight, Weights, WeightsError};

use super::Evaluator;
use crate::board::Color;
use crate::geometry::{Bits, Geometry};
use crate::rules::{BoardOf, Position, Rules};
use crate::score::Score;
use crate::with_rules;
use packed::Packed;

/// The learned evaluation.
#[derive(Clone, Debug)]
pub struct Patterns {
    origin: Origin,
    name: String,
    /// Of the regions that are looked up.
    regions: Box<[Packed]>,
    terms: Box<[Weight]>,
    leads: [i32; Weights::LEADS],
}

impl Patterns {
    /// The evaluation by these weights.
    pub fn new(weights: &Weights) -> Patterns {
        let variant = weights.origin.variant;
        let mut leads = [i32::from(Weights::WHOLE); Weights::LEADS];
        for (to, from) in leads.iter_mut().zip(&weights.leads) {
            *to = i32::from(*from);
        }
        let (regions, terms) = weights.weights.split_at(Plan::of(variant).in_regions);
        Patterns {
            origin: weights.origin.clone(),
            name: weights.name(),
            regions: with_rules!(variant, R => fold::fold::<<R as Rules>::Geometry>(regions)),
            terms: terms.into(),
            leads,
        }
    }

    /// As in [`Weights::name`].
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What the weights are.
    pub fn origin(&self) -> &Origin {
        &self.origin
    }
}

/// Those with the same name.
impl PartialEq for Patterns {
    fn eq(&self, other: &Patterns) -> bool {
        self.origin.variant == other.origin.variant && self.name == other.name
    }
}

/// The pieces of a full board, which is as many as there are at the start at most.
#[inline(always)]
pub fn full<G: Geometry>() -> usize {
    // All but two rows of a board with dark squares, and four rows on a board of all squares.
    if G::ALL_SQUARES {
        4 * G::WIDTH
    } else {
        G::SQUARES - G::WIDTH
    }
}

/// How far a lead of `leader` may be from a win: 0 where the other side has no long king, else the
/// pieces of the leader, up to 7. Against a king that goes far even several pieces often do not win.
#[inline(always)]
pub fn lead<R: Rules>(board: &BoardOf<R>, leader: Color) -> usize {
    if !R::RULES.long_king || board.kings(!leader).is_empty() {
        return 0;
    }
    board.of(leader).count().min(Weights::LEADS - 1)
}

impl<R: Rules> Evaluator<R> for Patterns {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> Score {
        let board = &position.board;
        let mut regions = packed::Sum::default();
        Cut::<R::Geometry>::look_up(board, |sign, _, base, stands| {
            regions.add(sign, self.regions[base + stands]);
        });
        let [mut many, mut few] = regions.parts();
        terms::look(position, |term, value| {
            many += value * i32::from(self.terms[term][0]);
            few += value * i32::from(self.terms[term][1]);
        });
        let full = full::<R::Geometry>() as i32;
        let pieces = (board.occupied().count() as i32).min(full);
        let score = (many * pieces + few * (full - pieces)) / (full * Weights::UNIT);
        let leader = if score > 0 {
            Color::White
        } else {
            Color::Black
        };
        let score = score * self.leads[lead::<R>(board, leader)] / i32::from(Weights::WHOLE);
        Score::evaluation(match position.turn {
            Color::White => score,
            Color::Black => -score,
        })
    }
}

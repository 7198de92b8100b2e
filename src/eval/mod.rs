//! Evaluation: what a quiet position is worth.

mod choice;
mod hand_made;
mod lanes;
pub mod network;
pub mod pattern;
mod shipped;
pub mod terms;
#[cfg(test)]
mod tests;
pub mod weights;

pub use choice::Choice;
pub use hand_made::HandMade;
pub use network::Network;
pub use pattern::Patterns;

use crate::board::{Board, Color};
use crate::geometry::Geometry;
use crate::rules::{Position, Rules};
use crate::score::Score;
use std::fmt;
use std::sync::Arc;
use weights::{Kind, Weights};

/// Judges positions in which nobody can capture.
pub trait Evaluator<R: Rules>: Send + Sync {
    /// The worth of the position for the side to move, within ±[`Score::MAX_EVAL`].
    fn evaluate(&self, position: &Position<R>) -> Score;
}

/// One of the evaluations that there are for every variant.
#[derive(Clone, Debug)]
pub enum Evaluation {
    /// Made by hand.
    HandMade(HandMade),
    /// Learned: regions.
    Patterns(Arc<Patterns>),
    /// Learned: a network.
    Network(Arc<Network>),
}

impl Evaluation {
    /// The evaluation by these weights.
    pub fn of(weights: &Weights) -> Evaluation {
        match weights.origin.form.kind() {
            Kind::Patterns => Evaluation::Patterns(Arc::new(Patterns::new(weights))),
            Kind::Network => Evaluation::Network(Arc::new(Network::new(weights))),
        }
    }
}

/// Those that are told by the same name.
impl PartialEq for Evaluation {
    fn eq(&self, other: &Evaluation) -> bool {
        self.to_string() == other.to_string()
    }
}

impl fmt::Display for Evaluation {
    /// What tells it from others: `hand-made`, or `patterns` or `network` and a checksum.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::HandMade(_) => f.write_str("hand-made"),
            Evaluation::Patterns(patterns) => f.write_str(patterns.name()),
            Evaluation::Network(network) => f.write_str(network.name()),
        }
    }
}

impl<R: Rules> Evaluator<R> for Evaluation {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> Score {
        match self {
            Evaluation::HandMade(evaluation) => evaluation.evaluate(position),
            Evaluation::Patterns(patterns) => patterns.evaluate(position),
            Evaluation::Network(network) => network.evaluate(position),
        }
    }
}

/// The men as White and as Black see them, with the board turned for Black: own ones, which go up, and those of the
/// other side.
#[inline(always)]
pub(crate) fn views<G: Geometry>(board: &Board<G::Bits>) -> [[G::Bits; 2]; 2] {
    let [white, black] = [Color::White, Color::Black].map(|color| board.men(color));
    [[white, black], [black, white].map(G::turned)]
}

//! Evaluation of quiet positions. Begin with [`Evaluator`] and [`Evaluation`].

mod by_board;
mod chances;
mod choice;
mod explain;
mod from_weights;
mod groups;
mod hand_made;
mod lanes;
pub mod network;
pub mod pattern;
mod plan;
mod scored;
pub mod terms;
#[cfg(test)]
mod tests;
mod weight;
pub mod weights;

pub use chances::{ChanceModel, Chances};
pub use choice::Choice;
pub use explain::{Area, Areas, Explanation, Part, Term, explain};
pub use groups::{Group, Groups, UnknownGroup};
pub use hand_made::HandMade;
pub use network::Network;
pub use pattern::Patterns;
pub use scored::Scored;
pub use weights::WeightsError;

use kamen_core::board::{Board, Color};
use kamen_core::geometry::Geometry;
use kamen_core::rules::{Position, Rules};
use kamen_core::score::Score;
use std::fmt;
use std::sync::Arc;
use weights::{Kind, Weights};

/// Evaluates positions without a capture.
pub trait Evaluator<R: Rules>: Send + Sync {
    /// The score for the side to move, within ±[`Score::MAX_EVAL`].
    fn evaluate(&self, position: &Position<R>) -> Score;
}

/// An evaluation, of any kind.
#[derive(Clone, Debug, PartialEq)]
pub enum Evaluation {
    /// Hand-made.
    HandMade(HandMade),
    /// Learned patterns.
    Patterns(Arc<Patterns>),
    /// A learned network.
    Network(Arc<Network>),
}

impl Evaluation {
    /// Creates the evaluation with these weights.
    pub fn of(weights: &Weights) -> Evaluation {
        match weights.origin.form.kind() {
            Kind::Patterns | Kind::KingPatterns => {
                Evaluation::Patterns(Arc::new(Patterns::new(weights)))
            }
            Kind::Network => Evaluation::Network(Arc::new(Network::new(weights))),
        }
    }
}

impl fmt::Display for Evaluation {
    /// Its name: that of its [`Choice`] if it is hand-made, otherwise `patterns` or `network` and a checksum of the
    /// weights.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::HandMade(hand_made) => Choice::HandMade(hand_made.groups()).fmt(f),
            Evaluation::Patterns(patterns) => f.write_str(patterns.name()),
            Evaluation::Network(network) => f.write_str(network.name()),
        }
    }
}

impl<R: Scored> Evaluator<R> for Evaluation {
    #[inline(always)]
    fn evaluate(&self, position: &Position<R>) -> Score {
        R::score(self, position)
    }
}

/// The men from White's and from Black's side, own men first and moving up; for Black the board is
/// rotated by 180 degrees.
#[inline(always)]
pub fn views<G: Geometry>(board: &Board<G::Bits>) -> [[G::Bits; 2]; 2] {
    let [white, black] = [Color::White, Color::Black].map(|color| board.men(color));
    [[white, black], [black, white].map(G::turned)]
}

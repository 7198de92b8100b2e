//! Evaluation: what a quiet position is worth.

mod choice;
mod hand_made;
pub mod pattern;
mod shipped;

pub use choice::Choice;
pub use hand_made::HandMade;
pub use pattern::Patterns;

use crate::rules::{Position, Rules};
use crate::score::Score;
use std::fmt;
use std::sync::Arc;

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
    /// Learned.
    Patterns(Arc<Patterns>),
}

impl fmt::Display for Evaluation {
    /// What tells it from others: `hand-made`, or `patterns` and a checksum.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Evaluation::HandMade(_) => f.write_str("hand-made"),
            Evaluation::Patterns(patterns) => f.write_str(patterns.name()),
        }
    }
}

impl<R: Rules> Evaluator<R> for Evaluation {
    #[inline]
    fn evaluate(&self, position: &Position<R>) -> Score {
        match self {
            Evaluation::HandMade(evaluation) => evaluation.evaluate(position),
            Evaluation::Patterns(patterns) => patterns.evaluate(position),
        }
    }
}

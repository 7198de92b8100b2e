//! Evaluation: what a quiet position is worth.

mod hand_made;

pub use hand_made::HandMade;

use crate::rules::{Position, Rules};
use crate::score::Score;

/// Judges positions in which nobody can capture.
pub trait Evaluator<R: Rules>: Send + Sync {
    /// The worth of the position for the side to move, within ±[`Score::MAX_EVAL`].
    fn evaluate(&self, position: &Position<R>) -> Score;
}

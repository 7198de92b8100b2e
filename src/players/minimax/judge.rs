//! Evaluates positions for a minimax player, by any of its evaluations.

use super::network::Layers;
use super::value::{Value, WIN};
use super::{MinimaxEvaluation, Worth};
use crate::board::Color;
use crate::eval::{self, Evaluator};
use crate::geometry::Geometry;
use crate::rules::{Objective, Position, Rules};
use crate::score::Score;

/// An evaluation, ready for use.
#[derive(Clone, Debug)]
pub(super) enum Judge {
    Pieces(Worth),
    Network(Layers),
    Learned(eval::Evaluation),
}

impl Judge {
    pub(super) fn new<G: Geometry>(evaluation: &MinimaxEvaluation, objective: Objective) -> Judge {
        match evaluation {
            MinimaxEvaluation::Network { network, .. } => Judge::Network(Layers::new(network)),
            MinimaxEvaluation::Learned { evaluation, .. } => Judge::Learned(evaluation.clone()),
            MinimaxEvaluation::Basic | MinimaxEvaluation::Progressive => {
                Judge::Pieces(Worth::new::<G>(evaluation, objective))
            }
        }
    }

    /// The value of a position for the side to move, when `own` is the player's colour.
    #[inline]
    pub(super) fn evaluate<R: Rules>(&self, position: &Position<R>, own: Color) -> Value {
        match self {
            Judge::Pieces(worth) => worth.evaluate(position),
            Judge::Network(layers) => layers.evaluate(position, own),
            Judge::Learned(evaluation) => evaluation.evaluate(position).0,
        }
    }

    /// Converts a value to hundredths of a man. A win is reported at the full search depth, though
    /// it may come earlier.
    pub(super) fn score(&self, value: Value, depth: u32) -> Score {
        let unit = match self {
            Judge::Pieces(worth) => worth.unit(),
            Judge::Network(_) => Layers::UNIT,
            Judge::Learned(_) => 100,
        };
        match value {
            WIN => Score::win_in(depth as usize),
            value if value == -WIN => Score::loss_in(depth as usize),
            value => Score::evaluation((i64::from(value) * 100 / i64::from(unit)) as i32),
        }
    }
}

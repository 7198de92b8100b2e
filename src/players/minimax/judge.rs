//! What positions are worth to a minimax player, whatever it judges them by.

use super::network::Layers;
use super::{Evaluation, Worth};
use crate::board::Color;
use crate::eval::{self, Evaluator};
use crate::geometry::Geometry;
use crate::rules::{Objective, Position, Rules};
use crate::score::Score;

/// A value for the side to move, in whole parts of something (see [`Worth`] and [`Layers`]; with learned weights, centi-men), so that
/// equal values are equal exactly.
pub(super) type Value = i32;

/// A win, and the greatest of all values; all wins are worth the same.
pub(super) const WIN: Value = 1_000_000_000;

/// Judges positions.
#[derive(Clone, Debug)]
pub(super) enum Judge {
    Pieces(Worth),
    Network(Layers),
    Learned(eval::Evaluation),
}

impl Judge {
    pub(super) fn new<G: Geometry>(evaluation: &Evaluation, objective: Objective) -> Judge {
        match evaluation {
            Evaluation::Network { network, .. } => Judge::Network(Layers::new(network)),
            Evaluation::Learned { evaluation, .. } => Judge::Learned(evaluation.clone()),
            Evaluation::Basic | Evaluation::Progressive => {
                Judge::Pieces(Worth::new::<G>(evaluation, objective))
            }
        }
    }

    /// The value of a position to a player who has the pieces of `own`.
    #[inline]
    pub(super) fn evaluate<R: Rules>(&self, position: &Position<R>, own: Color) -> Value {
        match self {
            Judge::Pieces(worth) => worth.evaluate(position),
            Judge::Network(layers) => {
                let value = layers.evaluate::<R>(&position.board, own);
                if position.turn == own { value } else { -value }
            }
            Judge::Learned(evaluation) => evaluation.evaluate(position).0,
        }
    }

    /// A value in hundredths of a man. A win counts as one at the end of the plies looked at,
    /// though it may come earlier.
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

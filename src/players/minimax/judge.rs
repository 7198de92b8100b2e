//! Evaluates positions for a minimax player, by any of its evaluations.

use super::network::Layers;
use super::value::{Value, WIN};
use super::{MinimaxEvaluation, PieceValues};
use crate::rated::{Pieces, RatedPositions};
use kamen_core::board::Color;
use kamen_core::geometry::Geometry;
use kamen_core::rules::{Facts, Position};
use kamen_core::score::Score;
use kamen_eval::Scored;
use kamen_eval::{self, Evaluator};
use std::sync::Arc;

/// An evaluation, ready for use.
#[derive(Debug)]
pub(super) enum Judge {
    Pieces(PieceValues),
    Rated(PieceValues, Arc<RatedPositions>),
    Network(Layers),
    Learned(kamen_eval::Evaluation),
}

impl Judge {
    pub(super) fn new<G: Geometry>(evaluation: &MinimaxEvaluation, facts: &Facts) -> Judge {
        match evaluation {
            MinimaxEvaluation::Network { network, .. } => Judge::Network(Layers::new(network)),
            MinimaxEvaluation::Learned { evaluation, .. } => Judge::Learned(evaluation.clone()),
            MinimaxEvaluation::Rated { positions, .. } => {
                let values = PieceValues::new::<G>(evaluation, facts);
                Judge::Rated(values, Arc::clone(positions))
            }
            MinimaxEvaluation::Basic
            | MinimaxEvaluation::Progressive
            | MinimaxEvaluation::Simulated(_) => {
                Judge::Pieces(PieceValues::new::<G>(evaluation, facts))
            }
        }
    }

    /// The value of a position for the side to move, when `own` is the player's colour.
    #[inline]
    pub(super) fn evaluate<R: Scored>(&mut self, position: &Position<R>, own: Color) -> Value {
        match self {
            Judge::Pieces(values) => values.evaluate(position),
            Judge::Rated(values, positions) => match positions.get(&Pieces::of(position)) {
                Some(rating) => of_rating(rating.value),
                None => values.evaluate(position),
            },
            Judge::Network(layers) => layers.evaluate(position, own),
            Judge::Learned(evaluation) => evaluation.evaluate(position).0,
        }
    }

    /// The value of a position that is known to end the game.
    #[inline]
    pub(super) fn end<R: Scored>(&self, position: &Position<R>) -> Option<Value> {
        let Judge::Rated(_, positions) = self else {
            return None;
        };
        let rating = positions.get(&Pieces::of(position))?;
        rating.kind.is_end().then(|| of_rating(rating.value))
    }

    /// Converts a value to hundredths of a man. A win is reported at the full search depth, though
    /// it may come earlier.
    pub(super) fn score(&self, value: Value, depth: u32) -> Score {
        let unit = match self {
            Judge::Pieces(values) => values.unit(),
            // A rating of 1 is shown as a man.
            Judge::Rated(..) => WIN,
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

/// The value of a rating, from -1 to 1.
fn of_rating(rating: f64) -> Value {
    (rating.clamp(-1.0, 1.0) * f64::from(WIN)).round() as Value
}

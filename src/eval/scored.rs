//! The evaluation, compiled in this crate, once for each type of rules. See [`Scored`].

use super::{Evaluation, Evaluator};
use kamen_core::each_rules;
use kamen_core::rules::{self, Position, Rules};
use kamen_core::score::Score;

/// Rules by which an [`Evaluation`] scores positions: all of them. A generic function is compiled again in every crate
/// that calls it, an implementation for a type is not.
pub trait Scored: Rules {
    /// The score of a quiet position, for the side to move.
    fn score(evaluation: &Evaluation, position: &Position<Self>) -> Score;
}

macro_rules! scored {
    ($($rules:ident)*) => {$(
        impl Scored for rules::$rules {
            fn score(evaluation: &Evaluation, position: &Position<Self>) -> Score {
                match evaluation {
                    Evaluation::HandMade(evaluation) => evaluation.evaluate(position),
                    Evaluation::Patterns(patterns) => patterns.evaluate(position),
                    Evaluation::Network(network) => network.evaluate(position),
                }
            }
        }
    )*};
}

each_rules!(scored);

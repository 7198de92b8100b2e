//! Pool checkers (APCA tournament rules): Russian draughts without crowning in passing.

use super::{DrawRules, Ending, EndingRule, Facts, RuleSet, Rules, Russian, russian};
use crate::board::Color;

/// How pool checkers moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pool;

impl Rules for Pool {
    type Geometry = <Russian as Rules>::Geometry;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        crowned_in_passing: false,
        ..Russian::RULES
    };
}

/// Three kings have 13 moves against one (pool handbooks, second hand).
pub(super) const FACTS: Facts = Facts {
    name: "pool",
    hub_names: &["pool"],
    game_type: Some(23),
    first: Color::Black,
    algebraic: false,
    draws: DrawRules {
        endings: &[EndingRule {
            ending: Ending::KingsAgainstKing(3, 3),
            moves: 13,
        }],
        ..DrawRules::REPETITION
    },
    ..russian::FACTS
};

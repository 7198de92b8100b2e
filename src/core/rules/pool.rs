//! Pool checkers (APCA tournament rules): Russian draughts without crowning in passing.

use super::{
    DrawRules, Ending, EndingRule, Facts, PdnFacts, PydraughtsFrame, RuleSet, Rules, Russian,
    russian,
};
use crate::board::Color;

/// The rules type of pool checkers.
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

/// Move limit: 13 for three kings against one (pool handbooks, second hand).
pub(super) const FACTS: Facts = Facts {
    name: "pool",
    title: "Pool checkers",
    hub_names: &["pool"],
    pdn: PdnFacts::of_type(23).guessed(8),
    pydraughts: PydraughtsFrame::Plain,
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

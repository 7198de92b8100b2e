//! English draughts, also called checkers (WCDF, rules of draughts).

use super::{DrawRules, Facts, Precedence, RuleSet, Rules};
use crate::board::Color;
use crate::geometry::Board8x8;

/// English draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct English;

impl Rules for English {
    type Geometry = Board8x8;
    const RULES: RuleSet = RuleSet {
        long_king: false,
        man_captures_backward: false,
        precedence: Precedence::Free,
    };
}

pub(super) const FACTS: Facts = Facts {
    name: "english",
    hub_names: &["english", "american", "checkers"],
    game_type: 21,
    first: Color::Black,
    rows_of_men: 3,
    algebraic: false,
    draws: DrawRules {
        repetitions: 3,
        quiet_moves: Some(40),
        endings: &[],
    },
};

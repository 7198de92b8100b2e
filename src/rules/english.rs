//! English draughts, also called checkers (WCDF, rules of draughts), and its giveaway.

use super::{
    DrawRules, Facts, International, Objective, Precedence, RuleSet, Rules, international,
};
use crate::board::Color;
use crate::geometry::Board8x8;

/// How English draughts and its giveaway move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct English;

impl Rules for English {
    type Geometry = Board8x8;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        long_king: false,
        man_captures_backward: false,
        precedence: Precedence::Free,
        ..International::RULES
    };
}

pub(super) const FACTS: Facts = Facts {
    name: "english",
    hub_names: &["english", "american", "checkers"],
    game_type: Some(21),
    first: Color::Black,
    rows_of_men: 3,
    draws: DrawRules {
        quiet_moves: Some(40),
        ..DrawRules::REPETITION
    },
    ..international::FACTS
};

pub(super) const GIVEAWAY: Facts = Facts {
    name: "english_giveaway",
    hub_names: &["english-giveaway", "suicide"],
    objective: Objective::Giveaway,
    ..FACTS
};

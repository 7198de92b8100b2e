//! English draughts, also called checkers (WCDF, rules of draughts), and its giveaway.

use super::{
    BoardColors, DrawRules, Facts, International, Objective, PdnFacts, Precedence, PydraughtsFrame,
    RuleSet, Rules, international,
};
use crate::board::Color;
use crate::geometry::Board8x8;

/// The rules type of English draughts and its giveaway.
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
    title: "English draughts (checkers)",
    hub_names: &["english", "american", "checkers"],
    pdn: PdnFacts::of_type(21).guessed(1),
    pydraughts: PydraughtsFrame::ColorsExchanged,
    first: Color::Black,
    rows_of_men: 3,
    colors: BoardColors::GreenAndBuff,
    draws: DrawRules {
        quiet_moves: Some(40),
        ..DrawRules::REPETITION
    },
    ..international::FACTS
};

pub(super) const GIVEAWAY: Facts = Facts {
    name: "english_giveaway",
    title: "English giveaway",
    hub_names: &["english-giveaway", "suicide"],
    pdn: PdnFacts::of_type(21),
    pydraughts: PydraughtsFrame::Plain,
    objective: Objective::Giveaway,
    ..FACTS
};

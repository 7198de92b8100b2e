//! Thai draughts (mindsports.nl, "Thai").

use super::{
    Czech, DrawRules, Facts, Numbering, PdnFacts, Precedence, Removal, RuleSet, Rules,
    international,
};
use crate::board::Color;
use crate::geometry::Board8x8;

/// The rules type of Thai draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Thai;

impl Rules for Thai {
    type Geometry = Board8x8;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        lands_behind: true,
        removal: Removal::AtOnce {
            may_turn_back: true,
        },
        precedence: Precedence::Free,
        ..Czech::RULES
    };
    const NUMBERING: Numbering = Numbering::BottomRight;
}

/// Black begins (PDN 3.0; sources disagree). Draw by repetition; no source confirms more.
pub(super) const FACTS: Facts = Facts {
    name: "thai",
    title: "Thai draughts",
    hub_names: &["thai"],
    pdn: PdnFacts::of_type(31).guessed(12),
    first: Color::Black,
    rows_of_men: 2,
    draws: DrawRules::REPETITION,
    ..international::FACTS
};

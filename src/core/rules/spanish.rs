//! Spanish and Portuguese draughts (Federação Portuguesa de Damas, rules cited in DCTL).

use super::{
    Czech, DrawRules, Ending, EndingRule, Facts, Numbering, PdnFacts, Precedence, RuleSet, Rules,
    international,
};
use crate::geometry::Board8x8;

/// The rules type of Spanish and Portuguese draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spanish;

impl Rules for Spanish {
    type Geometry = Board8x8;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        precedence: Precedence::MostThenKings,
        ..Czech::RULES
    };
    const NUMBERING: Numbering = Numbering::MirroredBottomRight;
}

/// Move limit: 12 for three kings against one (from a forum, not verified).
pub(super) const FACTS: Facts = Facts {
    name: "spanish",
    title: "Spanish draughts",
    hub_names: &["spanish"],
    pdn: PdnFacts::of_type(24).guessed(9),
    rows_of_men: 3,
    draws: DrawRules {
        endings: &[EndingRule {
            ending: Ending::KingsAgainstKing(3, 3),
            moves: 12,
        }],
        ..DrawRules::REPETITION
    },
    ..international::FACTS
};

pub(super) const PORTUGUESE: Facts = Facts {
    name: "portuguese",
    title: "Portuguese draughts",
    hub_names: &["portuguese"],
    pdn: PdnFacts::of_type(28),
    ..FACTS
};

//! Spanish and Portuguese draughts (Federação Portuguesa de Damas, rules cited in DCTL).

use super::{
    Czech, DrawRules, Ending, EndingRule, Facts, Numbering, Precedence, RuleSet, Rules,
    international,
};
use crate::geometry::Board8x8;

/// How Spanish and Portuguese draughts move.
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

/// Three kings have 12 moves against one (a forum's word, not verified).
pub(super) const FACTS: Facts = Facts {
    name: "spanish",
    hub_names: &["spanish"],
    game_type: Some(24),
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
    hub_names: &["portuguese"],
    game_type: Some(28),
    ..FACTS
};

//! Brazilian draughts: the international rules on 8x8 (FMJD-64).

use super::{
    DrawRules, Ending, EndingRule, Facts, International, PdnFacts, PydraughtsFrame, RuleSet, Rules,
    international,
};
use crate::geometry::Board8x8;

/// The rules type of Brazilian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Geometry = Board8x8;
    type KingMoves = ();
    const RULES: RuleSet = International::RULES;
}

/// FMJD-64 rules 7.2.4 to 7.2.8 as lidraughts applies them.
const DRAWS: DrawRules = DrawRules {
    repetitions: Some(3),
    quiet_moves: Some(15),
    endings: &[
        EndingRule {
            ending: Ending::LoneKing(2),
            moves: 5,
        },
        EndingRule {
            ending: Ending::LoneKingOnMainRoad(3),
            moves: 5,
        },
        EndingRule {
            ending: Ending::KingsAgainstKing(3, 12),
            moves: 15,
        },
        EndingRule {
            ending: Ending::KingsOnBothSides(4, 5),
            moves: 30,
        },
        EndingRule {
            ending: Ending::KingsOnBothSides(6, 7),
            moves: 60,
        },
    ],
};

pub(super) const FACTS: Facts = Facts {
    name: "brazilian",
    title: "Brazilian draughts",
    hub_names: &["brazilian"],
    pdn: PdnFacts::of_type(26).guessed(4),
    pydraughts: PydraughtsFrame::RowsTurned,
    rows_of_men: 3,
    algebraic: true,
    draws: DRAWS,
    ..international::FACTS
};

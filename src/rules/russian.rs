//! Russian draughts and its giveaway, poddavki (FMJD-64 rules).

use super::{
    Brazilian, DrawRules, Ending, EndingRule, Facts, Objective, Precedence, RuleSet, Rules,
    brazilian,
};

/// How Russian draughts and poddavki move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Russian;

impl Rules for Russian {
    type Geometry = <Brazilian as Rules>::Geometry;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        crowned_in_passing: true,
        precedence: Precedence::Free,
        ..Brazilian::RULES
    };
}

/// FMJD-64 rules 7.2.4 to 7.2.8 as lidraughts applies them.
pub(super) const DRAWS: DrawRules = DrawRules {
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
    name: "russian",
    hub_names: &["russian"],
    game_type: Some(25),
    ..brazilian::FACTS
};

pub(super) const GIVEAWAY: Facts = Facts {
    name: "russian_giveaway",
    hub_names: &["russian-giveaway", "poddavki"],
    objective: Objective::Giveaway,
    ..FACTS
};

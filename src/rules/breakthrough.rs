//! Breakthrough (Scan's `bt`): international, but the first side to get a king wins.

use super::{DrawRules, Facts, International, RuleSet, Rules, international};

/// How breakthrough moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Breakthrough;

impl Rules for Breakthrough {
    type Geometry = <International as Rules>::Geometry;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        first_king_wins: true,
        ..International::RULES
    };
}

/// No draws (lidraughts): without kings every move is for good.
pub(super) const FACTS: Facts = Facts {
    name: "breakthrough",
    hub_names: &["bt", "breakthrough"],
    draws: DrawRules::NONE,
    ..international::FACTS
};

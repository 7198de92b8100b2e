//! Killer draughts (mindsports.nl, "Killer"): international, but a king that captures a king last
//! halts directly behind it.

use super::{Facts, International, RuleSet, Rules, international};

/// How killer draughts moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Killer;

impl Rules for Killer {
    type Geometry = <International as Rules>::Geometry;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        halts_behind_king: true,
        ..International::RULES
    };
}

/// The drawing rules are international's by analogy.
pub(super) const FACTS: Facts = Facts {
    name: "killer",
    hub_names: &["killer"],
    ..international::FACTS
};

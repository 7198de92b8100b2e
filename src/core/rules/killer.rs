//! Killer draughts (mindsports.nl, "Killer"): international draughts, but a king that captures a
//! king last halts directly behind it.

use super::{Facts, International, PdnFacts, RuleSet, Rules, international};

/// The rules type of killer draughts.
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

/// The drawing rules are those of international draughts, by analogy.
pub(super) const FACTS: Facts = Facts {
    name: "killer",
    title: "Killer draughts",
    hub_names: &["killer"],
    // Every game of it is one of international draughts.
    pdn: PdnFacts::of_type(20),
    ..international::FACTS
};

//! Breakthrough (Scan's `bt`): international draughts, but the first king wins.

use super::{DrawRules, Facts, International, PdnFacts, RuleSet, Rules, international};

/// The rules type of breakthrough.
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

/// No draws (lidraughts): without kings every move is irreversible.
pub(super) const FACTS: Facts = Facts {
    name: "breakthrough",
    title: "Breakthrough draughts",
    hub_names: &["bt", "breakthrough"],
    // Every game of it is one of international draughts.
    pdn: PdnFacts::of_type(20).lidraughts(96),
    draws: DrawRules::NONE,
    ..international::FACTS
};

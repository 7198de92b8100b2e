//! Canadian draughts: the international rules on 12x12.

use super::{Facts, International, PdnFacts, RuleSet, Rules, international};
use crate::geometry::Board12x12;

/// The rules type of Canadian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Canadian;

impl Rules for Canadian {
    type Geometry = Board12x12;
    type KingMoves = ();
    const RULES: RuleSet = International::RULES;
}

/// The drawing rules are those of international draughts, by analogy.
pub(super) const FACTS: Facts = Facts {
    name: "canadian",
    title: "Canadian draughts",
    hub_names: &["canadian"],
    pdn: PdnFacts::of_type(27).guessed(11),
    rows_of_men: 5,
    ..international::FACTS
};

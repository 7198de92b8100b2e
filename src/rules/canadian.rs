//! Canadian draughts: the international rules on 12x12.

use super::{Facts, International, RuleSet, Rules, international};
use crate::geometry::Board12x12;

/// How Canadian draughts moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Canadian;

impl Rules for Canadian {
    type Geometry = Board12x12;
    type KingMoves = ();
    const RULES: RuleSet = International::RULES;
}

/// The drawing rules are international's by analogy.
pub(super) const FACTS: Facts = Facts {
    name: "canadian",
    hub_names: &["canadian"],
    game_type: Some(27),
    rows_of_men: 5,
    ..international::FACTS
};

//! Brazilian draughts: the international rules on 8x8 (FMJD-64).

use super::{Facts, International, RuleSet, Rules, international, russian};
use crate::geometry::Board8x8;

/// How Brazilian draughts moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Brazilian;

impl Rules for Brazilian {
    type Geometry = Board8x8;
    type KingMoves = ();
    const RULES: RuleSet = International::RULES;
}

pub(super) const FACTS: Facts = Facts {
    name: "brazilian",
    hub_names: &["brazilian"],
    game_type: Some(26),
    rows_of_men: 3,
    algebraic: true,
    draws: russian::DRAWS,
    ..international::FACTS
};

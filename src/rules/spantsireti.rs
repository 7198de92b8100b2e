//! Spantsireti: Russian draughts on 10x8.

use super::{DrawRules, Facts, RuleSet, Rules, Russian, russian};
use crate::geometry::Board10x8;

/// How Spantsireti moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spantsireti;

impl Rules for Spantsireti {
    type Geometry = Board10x8;
    type KingMoves = ();
    const RULES: RuleSet = Russian::RULES;
}

/// Drawn by repetition; no source confirms more.
pub(super) const FACTS: Facts = Facts {
    name: "spantsireti",
    hub_names: &["spantsireti", "spantsiretti"],
    game_type: Some(41),
    draws: DrawRules::REPETITION,
    ..russian::FACTS
};

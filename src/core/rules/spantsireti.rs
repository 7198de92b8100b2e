//! Spantsireti: Russian draughts on 10x8.

use super::{DrawRules, Facts, PdnFacts, PydraughtsFrame, RuleSet, Rules, Russian, russian};
use crate::geometry::Board10x8;

/// The rules type of Spantsireti.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spantsireti;

impl Rules for Spantsireti {
    type Geometry = Board10x8;
    type KingMoves = ();
    const RULES: RuleSet = Russian::RULES;
}

/// Draw by repetition; no source confirms more.
pub(super) const FACTS: Facts = Facts {
    name: "spantsireti",
    title: "Spantsireti",
    hub_names: &["spantsireti", "spantsiretti"],
    pdn: PdnFacts::of_type(41).guessed(13),
    pydraughts: PydraughtsFrame::Plain,
    draws: DrawRules::REPETITION,
    ..russian::FACTS
};

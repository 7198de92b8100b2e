//! Russian draughts and its giveaway, poddavki (FMJD-64 rules).

use super::{
    Brazilian, Facts, Objective, PdnFacts, Precedence, PydraughtsFrame, RuleSet, Rules, brazilian,
};

/// The rules type of Russian draughts and poddavki.
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

pub(super) const FACTS: Facts = Facts {
    name: "russian",
    title: "Russian draughts",
    hub_names: &["russian"],
    pdn: PdnFacts::of_type(25).guessed(3),
    ..brazilian::FACTS
};

pub(super) const GIVEAWAY: Facts = Facts {
    name: "russian_giveaway",
    title: "Russian giveaway",
    hub_names: &["russian-giveaway", "poddavki"],
    pdn: PdnFacts::of_type(25),
    pydraughts: PydraughtsFrame::Plain,
    objective: Objective::Giveaway,
    ..FACTS
};

//! Czech draughts (FMJD brief rules of Czech draughts; rules of the Česká federace dámy), the
//! short game that Zapletal proposed, and the Czech giveaway, žravá dáma.

use super::{
    DrawRules, Facts, International, Objective, PdnFacts, Precedence, RuleSet, Rules, international,
};
use crate::geometry::Board8x8;

/// The rules type of Czech draughts and its relatives.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Czech;

impl Rules for Czech {
    type Geometry = Board8x8;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        man_captures_backward: false,
        precedence: Precedence::KingFirst,
        ..International::RULES
    };
}

pub(super) const FACTS: Facts = Facts {
    name: "czech",
    title: "Czech draughts",
    hub_names: &["czech"],
    pdn: PdnFacts::of_type(29).guessed(7),
    rows_of_men: 3,
    algebraic: true,
    draws: DrawRules {
        quiet_moves: Some(15),
        ..DrawRules::REPETITION
    },
    ..international::FACTS
};

/// Eight men a side.
pub(super) const ZAPLETAL: Facts = Facts {
    name: "czech_zapletal",
    title: "Zapletal's short Czech draughts",
    hub_names: &["czech-zapletal", "zapletal"],
    pdn: PdnFacts::of_type(29).guessed(15),
    rows_of_men: 2,
    ..FACTS
};

pub(super) const GIVEAWAY: Facts = Facts {
    name: "czech_giveaway",
    title: "Czech giveaway",
    hub_names: &["czech-giveaway"],
    pdn: PdnFacts::of_type(29),
    objective: Objective::Giveaway,
    ..FACTS
};

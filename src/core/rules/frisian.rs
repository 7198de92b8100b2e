//! Frisian draughts (official rules, 2011) and Frysk!, which begins with five men a side.

use super::{
    DrawRules, Ending, EndingRule, Facts, International, KingMoveCounts, Lines, PdnFacts,
    Precedence, RuleSet, Rules, international,
};
use crate::geometry::Board10x10AllLines;

/// The rules type of Frisian draughts and Frysk!.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frisian;

impl Rules for Frisian {
    type Geometry = Board10x10AllLines;
    /// At most three consecutive moves with one king.
    type KingMoves = KingMoveCounts;
    const RULES: RuleSet = RuleSet {
        // Art. 9: pieces move along diagonals only, but also capture along rows and files.
        moves: Lines::Diagonal,
        captures: Lines::All,
        precedence: Precedence::Value,
        ..International::RULES
    };
}

/// Move limits: 7 for two kings against one, 2 for one against one (lidraughts).
pub(super) const FACTS: Facts = Facts {
    name: "frisian",
    title: "Frisian draughts",
    hub_names: &["frisian"],
    pdn: PdnFacts::of_type(40).guessed(6),
    draws: DrawRules {
        repetitions: Some(3),
        quiet_moves: None,
        endings: &[
            EndingRule {
                ending: Ending::KingsAgainstKing(1, 1),
                moves: 2,
            },
            EndingRule {
                ending: Ending::KingsAgainstKing(2, 2),
                moves: 7,
            },
        ],
    },
    ..international::FACTS
};

pub(super) const FRYSK: Facts = Facts {
    name: "frysk",
    title: "Frysk!",
    hub_names: &["frysk"],
    pdn: PdnFacts::of_type(40).lidraughts(97).guessed(14),
    rows_of_men: 1,
    ..FACTS
};

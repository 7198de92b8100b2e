//! Frisian draughts (official rules, 2011) and Frysk!, which begins with five men a side.

use super::{
    DrawRules, Ending, EndingRule, Facts, International, KingMoveCounts, Lines, Precedence,
    RuleSet, Rules, international,
};
use crate::geometry::Board10x10AllLines;

/// How Frisian draughts and Frysk! move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Frisian;

impl Rules for Frisian {
    type Geometry = Board10x10AllLines;
    /// At most three moves in a row with one king.
    type KingMoves = KingMoveCounts;
    const RULES: RuleSet = RuleSet {
        // Art. 9: pieces move along diagonals only, and capture along rows and files, too.
        moves: Lines::Diagonal,
        captures: Lines::All,
        precedence: Precedence::Value,
        ..International::RULES
    };
}

/// Two kings against one have 7 moves, one against one 2 (lidraughts).
pub(super) const FACTS: Facts = Facts {
    name: "frisian",
    hub_names: &["frisian"],
    game_type: Some(40),
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
    hub_names: &["frysk"],
    rows_of_men: 1,
    ..FACTS
};

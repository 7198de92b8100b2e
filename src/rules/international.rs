//! International draughts (FMJD Annex 1, official rules of international draughts).

use super::{DrawRules, EndingRule, Facts, Precedence, RuleSet, Rules};
use crate::board::Color;
use crate::geometry::Board10x10;

/// International draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct International;

impl Rules for International {
    type Geometry = Board10x10;
    const RULES: RuleSet = RuleSet {
        long_king: true,
        man_captures_backward: true,
        precedence: Precedence::Most,
    };
}

pub(super) const FACTS: Facts = Facts {
    name: "international",
    hub_names: &["normal", "international"],
    game_type: 20,
    first: Color::White,
    rows_of_men: 4,
    algebraic: false,
    // As lidraughts applies Annex 1: 16 moves each with three pieces (a king among them) against a
    // lone king, 5 moves each with two or one.
    draws: DrawRules {
        repetitions: 3,
        quiet_moves: Some(25),
        endings: &[
            EndingRule {
                strong_side: 3,
                moves: 16,
            },
            EndingRule {
                strong_side: 2,
                moves: 5,
            },
        ],
    },
};

//! Turkish draughts (Wikipedia, "Turkish draughts").

use super::{
    BoardColors, DrawRules, Ending, EndingRule, Facts, International, Lines, PdnFacts,
    PydraughtsFrame, Removal, RuleSet, Rules, international,
};
use crate::geometry::Board8x8AllSquares;

/// The rules type of Turkish draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turkish;

impl Rules for Turkish {
    type Geometry = Board8x8AllSquares;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        moves: Lines::Straight,
        captures: Lines::Straight,
        man_goes_sideways: true,
        man_captures_backward: false,
        removal: Removal::AtOnce {
            may_turn_back: false,
        },
        ..International::RULES
    };
}

/// One piece against one is drawn (pydraughts), unless a capture follows at once.
pub(super) const FACTS: Facts = Facts {
    name: "turkish",
    title: "Turkish draughts",
    hub_names: &["turkish"],
    pdn: PdnFacts::of_type(30).guessed(10),
    pydraughts: PydraughtsFrame::RowsTurned,
    rows_of_men: 2,
    empty_back_rows: 1,
    algebraic: true,
    colors: BoardColors::Plain,
    draws: DrawRules {
        endings: &[EndingRule {
            ending: Ending::OneAgainstOne,
            moves: 1,
        }],
        ..DrawRules::REPETITION
    },
    ..international::FACTS
};

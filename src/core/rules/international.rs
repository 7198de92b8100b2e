//! International draughts (FMJD Annex 1, official rules of international draughts), and losing
//! draughts, which moves the same way.

use super::{
    BoardColors, DrawRules, Ending, EndingRule, Facts, Lines, Numbering, Objective, PdnFacts,
    Precedence, PydraughtsFrame, Removal, RuleSet, Rules,
};
use crate::board::Color;
use crate::geometry::Board10x10;

/// The rules type of international and losing draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct International;

impl Rules for International {
    type Geometry = Board10x10;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        moves: Lines::Diagonal,
        captures: Lines::Diagonal,
        long_king: true,
        lands_behind: false,
        halts_behind_king: false,
        man_goes_sideways: false,
        man_captures_backward: true,
        man_captures_kings: true,
        crowned_in_passing: false,
        removal: Removal::AfterMove,
        precedence: Precedence::Most,
        first_king_wins: false,
    };
    const NUMBERING: Numbering = Numbering::TopLeft;
}

pub(super) const FACTS: Facts = Facts {
    name: "international",
    title: "International draughts",
    hub_names: &["normal", "international"],
    pdn: PdnFacts::of_type(20).named(&["standard"]).guessed(2),
    pydraughts: PydraughtsFrame::Plain,
    first: Color::White,
    rows_of_men: 4,
    empty_back_rows: 0,
    algebraic: false,
    colors: BoardColors::Wood,
    objective: Objective::Win,
    // Annex 1 as lidraughts applies it.
    draws: DrawRules {
        repetitions: Some(3),
        quiet_moves: Some(25),
        endings: &[
            EndingRule {
                ending: Ending::LoneKing(2),
                moves: 5,
            },
            EndingRule {
                ending: Ending::LoneKing(3),
                moves: 16,
            },
        ],
    },
};

/// Draw by repetition only, as in pydraughts.
pub(super) const LOSING: Facts = Facts {
    name: "losing",
    title: "Losing draughts",
    hub_names: &["losing"],
    pdn: PdnFacts::of_type(20)
        .lidraughts(98)
        .named(&["antidraughts"]),
    objective: Objective::Giveaway,
    draws: DrawRules::REPETITION,
    ..FACTS
};

//! Czech draughts (FMJD brief rules of Czech draughts; rules of the Česká federace dámy).

use super::{DrawRules, Facts, Precedence, RuleSet, Rules};
use crate::board::Color;
use crate::geometry::Board8x8;

/// Czech draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Czech;

impl Rules for Czech {
    type Geometry = Board8x8;
    const RULES: RuleSet = RuleSet {
        long_king: true,
        man_captures_backward: false,
        precedence: Precedence::KingFirst,
    };
}

pub(super) const FACTS: Facts = Facts {
    name: "czech",
    hub_names: &["czech"],
    game_type: 29,
    first: Color::White,
    rows_of_men: 3,
    algebraic: true,
    draws: DrawRules {
        repetitions: 3,
        quiet_moves: Some(15),
        endings: &[],
    },
};

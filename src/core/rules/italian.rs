//! Italian draughts (Federazione Italiana Dama, Regolamento tecnico, chapter I).

use super::{
    BoardColors, DrawRules, English, Facts, Numbering, PdnFacts, Precedence, PydraughtsFrame,
    RuleSet, Rules, english,
};
use crate::board::Color;
use crate::geometry::Board8x8;

/// The rules type of Italian draughts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Italian;

impl Rules for Italian {
    type Geometry = Board8x8;
    type KingMoves = ();
    const RULES: RuleSet = RuleSet {
        man_captures_kings: false,
        precedence: Precedence::Italian,
        ..English::RULES
    };
    const NUMBERING: Numbering = Numbering::MirroredTopLeft;
}

/// The fourth occurrence draws (DCTL, citing Art. 9.3; pydraughts has the third).
pub(super) const FACTS: Facts = Facts {
    name: "italian",
    title: "Italian draughts",
    hub_names: &["italian"],
    pdn: PdnFacts::of_type(22).guessed(5),
    pydraughts: PydraughtsFrame::Plain,
    first: Color::White,
    colors: BoardColors::Wood,
    draws: DrawRules {
        repetitions: Some(4),
        ..english::FACTS.draws
    },
    ..english::FACTS
};

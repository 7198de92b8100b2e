//! The facts of a variant for those who choose one: `kamen variants`, and programs with a board.

use crate::board::Color;
use crate::game::AnyPosition;
use crate::rules::{Precedence, Variant};
use serde::Serialize;

/// The facts of a variant, in words and numbers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct VariantFacts {
    /// Its name.
    pub variant: Variant,
    /// What people call it.
    pub title: &'static str,
    /// Its values of the Hub parameter `variant`, the declared one first.
    pub hub_names: &'static [&'static str],
    /// Files of its board.
    pub width: usize,
    /// Rows of its board.
    pub height: usize,
    /// The first and the last square, as the variant customarily names them.
    pub squares: String,
    /// The side that begins.
    pub first: Color,
    /// Men of each side in the start position.
    pub men: usize,
    /// The FEN of the start position.
    pub start: String,
    /// Whether kings move more than one square.
    pub long_king: bool,
    /// Whether men capture backward.
    pub men_capture_backward: bool,
    /// Which captures a side may choose from.
    pub choice: &'static str,
    /// The PDN GameType of the variant itself, not of a relative.
    pub pdn_game_type: Option<u8>,
    /// Drawn when a position occurs this many times.
    pub repetitions: Option<u8>,
    /// Drawn after this many moves without a capture or a man's move.
    pub quiet_moves: Option<u16>,
    /// Endings with their own move limits.
    pub endings: Vec<String>,
}

impl VariantFacts {
    /// The facts of a variant.
    pub fn of(variant: Variant) -> VariantFacts {
        let (facts, rules, shape) = (variant.facts(), variant.rules(), variant.shape());
        let start = AnyPosition::start(variant);
        VariantFacts {
            variant,
            title: facts.title,
            hub_names: facts.hub_names,
            width: shape.width,
            height: shape.height,
            squares: squares(variant),
            first: facts.first,
            men: start.census(Color::White).into_iter().sum(),
            start: start.fen(),
            long_king: rules.long_king,
            men_capture_backward: rules.man_captures_backward,
            choice: choice(rules.precedence),
            pdn_game_type: own_type(variant),
            repetitions: facts.draws.repetitions,
            quiet_moves: facts.draws.quiet_moves,
            endings: facts
                .draws
                .endings
                .iter()
                .map(ToString::to_string)
                .collect(),
        }
    }
}

fn squares(variant: Variant) -> String {
    let shape = variant.shape();
    if variant.facts().algebraic {
        let last = char::from(b'a' + shape.width as u8 - 1);
        format!("a1-{last}{}", shape.height)
    } else {
        format!("1-{}", shape.squares)
    }
}

/// The rule of precedence between captures, in words.
fn choice(precedence: Precedence) -> &'static str {
    match precedence {
        Precedence::Free => "free",
        Precedence::Most => "most pieces",
        Precedence::MostThenKings => "most, kings",
        Precedence::KingFirst => "king first",
        Precedence::Value => "value, king",
        Precedence::Italian => "four rules",
    }
}

/// The PDN GameType number of the variant itself, not of a relative.
fn own_type(variant: Variant) -> Option<u8> {
    let number = |variant: Variant| variant.facts().pdn.game_type;
    let mut all = Variant::ALL.into_iter();
    let first = all.find(|&other| number(other) == number(variant));
    number(variant).filter(|_| first == Some(variant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_variant_has_a_title_of_its_own() {
        let titles: HashSet<&str> = Variant::ALL.map(Variant::title).into_iter().collect();
        assert_eq!(titles.len(), Variant::ALL.len());
    }
}

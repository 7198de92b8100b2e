//! `kamen variants`.

use crate::board::Color;
use crate::geometry::{Bits, Geometry};
use crate::rules::{Position, Precedence, Rules, Variant};
use crate::with_rules;
use std::io::{self, Write};

pub(super) fn run(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<16} {:<6} {:<6} {:>3} {:<8} {:<6} {:<9} {:<12} {:>3}  {:<17} draws after",
        "variant", "board", "first", "men", "squares", "king", "men take", "choice", "PDN", "Hub"
    )?;
    for variant in Variant::ALL {
        with_rules!(variant, R => writeln!(out, "{}", line::<R>(variant)))?;
    }
    Ok(())
}

fn line<R: Rules>(variant: Variant) -> String {
    let (facts, rules) = (variant.facts(), R::RULES);
    let (width, height) = (R::Geometry::WIDTH, R::Geometry::HEIGHT);
    let last = char::from(b'a' + width as u8 - 1);
    let squares = if facts.algebraic {
        format!("a1-{last}{height}")
    } else {
        format!("1-{}", R::Geometry::SQUARES)
    };
    let choice = match rules.precedence {
        Precedence::Free => "free",
        Precedence::Most => "most pieces",
        Precedence::MostThenKings => "most, kings",
        Precedence::KingFirst => "king first",
        Precedence::Value => "value, king",
        Precedence::Italian => "four rules",
    };
    format!(
        "{:<16} {:<6} {:<6} {:>3} {:<8} {:<6} {:<9} {:<12} {:>3}  {:<17} {}",
        variant,
        format!("{width}x{height}"),
        if facts.first == Color::White {
            "white"
        } else {
            "black"
        },
        Position::<R>::start(variant).board.of(Color::White).count(),
        squares,
        if rules.long_king { "long" } else { "short" },
        if rules.man_captures_backward {
            "all ways"
        } else {
            "forward"
        },
        choice,
        facts.game_type.map_or("-".to_owned(), |n| n.to_string()),
        facts.hub_names[0],
        draws(variant),
    )
}

fn draws(variant: Variant) -> String {
    let rules = &variant.facts().draws;
    let repetitions = rules.repetitions.map(|n| format!("{n} occurrences"));
    let quiet = rules.quiet_moves.map(|n| format!("{n} moves of kings"));
    let endings = rules.endings.iter().map(ToString::to_string);
    let parts: Vec<String> = repetitions
        .into_iter()
        .chain(quiet)
        .chain(endings)
        .collect();
    if parts.is_empty() {
        "never".to_owned()
    } else {
        parts.join(", ")
    }
}

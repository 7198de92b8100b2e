//! `kamen variants`.

use crate::board::Color;
use crate::geometry::Geometry;
use crate::rules::{Precedence, Rules, Variant};
use crate::with_rules;
use std::io::{self, Write};

pub(super) fn run(out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{:<14} {:<6} {:<6} {:>3} {:<8} {:<6} {:<9} {:<11} {:>3}  {:<8} draws after",
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
        Precedence::KingFirst => "king first",
    };
    format!(
        "{:<14} {:<6} {:<6} {:>3} {:<8} {:<6} {:<9} {:<11} {:>3}  {:<8} {}",
        variant,
        format!("{width}x{height}"),
        if facts.first == Color::White {
            "white"
        } else {
            "black"
        },
        facts.rows_of_men * width / 2,
        squares,
        if rules.long_king { "long" } else { "short" },
        if rules.man_captures_backward {
            "all ways"
        } else {
            "forward"
        },
        choice,
        facts.game_type,
        facts.hub_names[0],
        draws(variant),
    )
}

fn draws(variant: Variant) -> String {
    let rules = &variant.facts().draws;
    let mut parts = vec![format!("{} occurrences", rules.repetitions)];
    if let Some(moves) = rules.quiet_moves {
        parts.push(format!("{moves} moves of kings"));
    }
    for ending in rules.endings {
        parts.push(format!("{} moves {} v 1", ending.moves, ending.strong_side));
    }
    parts.join(", ")
}

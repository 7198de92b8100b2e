//! `kamen variants`.

use super::json::print_json;
use crate::board::Color;
use crate::geometry::{Bits, Geometry};
use crate::rules::{Position, Precedence, Rules, Variant};
use crate::with_rules;
use serde::Serialize;
use std::io::{self, Write};

/// The examples of `kamen variants --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen variants
  kamen variants --json | jq -r 'select(.long_king | not) | .variant'";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print a JSON object for each variant, one a line
    #[arg(long)]
    json: bool,
}

/// What `--json` prints of a variant.
#[derive(Serialize)]
struct Entry {
    variant: Variant,
    hub_names: &'static [&'static str],
    width: usize,
    height: usize,
    /// The first and the last one.
    squares: String,
    first: &'static str,
    men: usize,
    long_king: bool,
    men_capture_backward: bool,
    choice: &'static str,
    pdn_game_type: Option<u32>,
    repetitions: Option<u32>,
    quiet_moves: Option<u32>,
    /// Endings with a limit of their own, in words.
    endings: Vec<String>,
}

impl Entry {
    fn new<R: Rules>(variant: Variant) -> Entry {
        let (facts, rules) = (variant.facts(), R::RULES);
        Entry {
            variant,
            hub_names: facts.hub_names,
            width: R::Geometry::WIDTH,
            height: R::Geometry::HEIGHT,
            squares: squares::<R>(variant),
            first: first(variant),
            men: men::<R>(variant),
            long_king: rules.long_king,
            men_capture_backward: rules.man_captures_backward,
            choice: choice(rules.precedence),
            pdn_game_type: facts.game_type.map(Into::into),
            repetitions: facts.draws.repetitions.map(Into::into),
            quiet_moves: facts.draws.quiet_moves.map(Into::into),
            endings: facts
                .draws
                .endings
                .iter()
                .map(ToString::to_string)
                .collect(),
        }
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    if arguments.json {
        for variant in Variant::ALL {
            print_json(&with_rules!(variant, R => Entry::new::<R>(variant)), out)?;
        }
        return Ok(());
    }
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

fn squares<R: Rules>(variant: Variant) -> String {
    let (width, height) = (R::Geometry::WIDTH, R::Geometry::HEIGHT);
    let last = char::from(b'a' + width as u8 - 1);
    if variant.facts().algebraic {
        format!("a1-{last}{height}")
    } else {
        format!("1-{}", R::Geometry::SQUARES)
    }
}

/// Who moves first.
fn first(variant: Variant) -> &'static str {
    match variant.facts().first {
        Color::White => "white",
        Color::Black => "black",
    }
}

/// Men of each side in the start position.
fn men<R: Rules>(variant: Variant) -> usize {
    Position::<R>::start(variant).board.of(Color::White).count()
}

/// What decides between captures.
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

fn line<R: Rules>(variant: Variant) -> String {
    let (facts, rules) = (variant.facts(), R::RULES);
    format!(
        "{:<16} {:<6} {:<6} {:>3} {:<8} {:<6} {:<9} {:<12} {:>3}  {:<17} {}",
        variant,
        format!("{}x{}", R::Geometry::WIDTH, R::Geometry::HEIGHT),
        first(variant),
        men::<R>(variant),
        squares::<R>(variant),
        if rules.long_king { "long" } else { "short" },
        if rules.man_captures_backward {
            "all ways"
        } else {
            "forward"
        },
        choice(rules.precedence),
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

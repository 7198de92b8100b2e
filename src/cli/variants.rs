//! `kamen variants`: lists the variants and their rules.

use super::json::print_json;
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::rules::{Precedence, Variant};
use serde::Serialize;
use std::io::{self, Write};

/// The examples of `kamen variants --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen variants
  kamen variants --json | jq -r 'select(.long_king | not) | .variant'";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Print one JSON object per variant and line
    #[arg(long)]
    json: bool,
}

/// The object that `--json` prints for a variant.
#[derive(Serialize)]
struct Entry {
    variant: Variant,
    hub_names: &'static [&'static str],
    width: usize,
    height: usize,
    /// The first and the last square.
    squares: String,
    first: &'static str,
    men: usize,
    long_king: bool,
    men_capture_backward: bool,
    choice: &'static str,
    pdn_game_type: Option<u32>,
    repetitions: Option<u32>,
    quiet_moves: Option<u32>,
    /// Endings with their own move limits, in words.
    endings: Vec<String>,
}

impl Entry {
    fn new(variant: Variant) -> Entry {
        let (facts, rules, shape) = (variant.facts(), variant.rules(), variant.shape());
        Entry {
            variant,
            hub_names: facts.hub_names,
            width: shape.width,
            height: shape.height,
            squares: squares(variant),
            first: first(variant),
            men: men(variant),
            long_king: rules.long_king,
            men_capture_backward: rules.man_captures_backward,
            choice: choice(rules.precedence),
            pdn_game_type: own_type(variant).map(Into::into),
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
            print_json(&Entry::new(variant), out)?;
        }
        return Ok(());
    }
    writeln!(
        out,
        "{:<16} {:<6} {:<6} {:>3} {:<8} {:<6} {:<9} {:<12} {:>3}  {:<17} draws after",
        "variant", "board", "first", "men", "squares", "king", "men take", "choice", "PDN", "Hub"
    )?;
    for variant in Variant::ALL {
        writeln!(out, "{}", line(variant))?;
    }
    Ok(())
}

fn squares(variant: Variant) -> String {
    let shape = variant.shape();
    let (width, height) = (shape.width, shape.height);
    let last = char::from(b'a' + width as u8 - 1);
    if variant.facts().algebraic {
        format!("a1-{last}{height}")
    } else {
        format!("1-{}", shape.squares)
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
fn men(variant: Variant) -> usize {
    AnyPosition::start(variant).census(Color::White)[0]
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

fn line(variant: Variant) -> String {
    let (facts, rules, shape) = (variant.facts(), variant.rules(), variant.shape());
    format!(
        "{:<16} {:<6} {:<6} {:>3} {:<8} {:<6} {:<9} {:<12} {:>3}  {:<17} {}",
        variant,
        format!("{}x{}", shape.width, shape.height),
        first(variant),
        men(variant),
        squares(variant),
        if rules.long_king { "long" } else { "short" },
        if rules.man_captures_backward {
            "all ways"
        } else {
            "forward"
        },
        choice(rules.precedence),
        own_type(variant).map_or("-".to_owned(), |n| n.to_string()),
        facts.hub_names[0],
        draws(variant),
    )
}

/// The PDN GameType number of the variant itself, not of a relative.
fn own_type(variant: Variant) -> Option<u8> {
    let number = |variant: Variant| variant.facts().pdn.game_type;
    let mut all = Variant::ALL.into_iter();
    let first = all.find(|&other| number(other) == number(variant));
    number(variant).filter(|_| first == Some(variant))
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

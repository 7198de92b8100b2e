//! `kamen variants`: lists the variants and their rules.

use super::json::print_json;
use super::variant_parser;
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::rules::{Precedence, Variant};
use serde::Serialize;
use std::io::{self, Write};

/// The examples of `kamen variants --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen variants
  kamen variants czech      one of them, with its drawing rules
  kamen variants --json | jq -r 'select(.long_king | not) | .variant'";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Only this variant, with its drawing rules
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
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
        let wanted = |variant: &Variant| arguments.variant.is_none_or(|one| one == *variant);
        for variant in Variant::ALL.into_iter().filter(wanted) {
            print_json(&Entry::new(variant), out)?;
        }
        return Ok(());
    }
    if let Some(variant) = arguments.variant {
        return facts(variant)
            .iter()
            .try_for_each(|(name, value)| writeln!(out, "{name:<12} {value}"));
    }
    writeln!(
        out,
        "{:<16} {:<6} {:<6} {:>3} {:<8} {:<6} {:<9} {:<12} {:>3}  Hub",
        "variant", "board", "first", "men", "squares", "king", "men take", "choice", "PDN"
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
        "{:<16} {:<6} {:<6} {:>3} {:<8} {:<6} {:<9} {:<12} {:>3}  {}",
        variant,
        format!("{}x{}", shape.width, shape.height),
        first(variant),
        men(variant),
        squares(variant),
        king(variant),
        men_take(variant),
        choice(rules.precedence),
        own_type(variant).map_or("-".to_owned(), |n| n.to_string()),
        facts.hub_names[0],
    )
}

fn king(variant: Variant) -> &'static str {
    match variant.rules().long_king {
        true => "long",
        false => "short",
    }
}

fn men_take(variant: Variant) -> &'static str {
    match variant.rules().man_captures_backward {
        true => "all ways",
        false => "forward",
    }
}

/// What is to say of one variant: names and values.
fn facts(variant: Variant) -> Vec<(&'static str, String)> {
    let shape = variant.shape();
    let mut facts = vec![
        ("variant", variant.to_string()),
        ("board", format!("{}x{}", shape.width, shape.height)),
        ("squares", squares(variant)),
        ("first", first(variant).to_owned()),
        ("men", men(variant).to_string()),
        ("king", king(variant).to_owned()),
        ("men take", men_take(variant).to_owned()),
        ("choice", choice(variant.rules().precedence).to_owned()),
        ("Hub", variant.facts().hub_names.join(", ")),
    ];
    facts.extend(own_type(variant).map(|number| ("PDN", format!("GameType {number}"))));
    facts.extend(draws(variant).into_iter().map(|rule| ("draw after", rule)));
    facts
}

/// The PDN GameType number of the variant itself, not of a relative.
fn own_type(variant: Variant) -> Option<u8> {
    let number = |variant: Variant| variant.facts().pdn.game_type;
    let mut all = Variant::ALL.into_iter();
    let first = all.find(|&other| number(other) == number(variant));
    number(variant).filter(|_| first == Some(variant))
}

/// The drawing rules.
fn draws(variant: Variant) -> Vec<String> {
    let rules = &variant.facts().draws;
    let repetitions = rules
        .repetitions
        .map(|n| format!("{n} occurrences of a position"));
    let quiet = rules.quiet_moves.map(|n| format!("{n} moves of kings"));
    let endings = rules.endings.iter().map(ToString::to_string);
    repetitions
        .into_iter()
        .chain(quiet)
        .chain(endings)
        .collect()
}

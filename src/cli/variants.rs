//! `kamen variants`: lists the variants and their rules.

use super::json::print_json;
use super::variant_parser;
use kamen_core::notation::VariantFacts;
use kamen_core::rules::Variant;
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

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> io::Result<()> {
    if arguments.json {
        let wanted = |variant: &Variant| arguments.variant.is_none_or(|one| one == *variant);
        for variant in Variant::ALL.into_iter().filter(wanted) {
            print_json(&VariantFacts::of(variant), out)?;
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

fn line(variant: Variant) -> String {
    let facts = VariantFacts::of(variant);
    format!(
        "{:<16} {:<6} {:<6} {:>3} {:<8} {:<6} {:<9} {:<12} {:>3}  {}",
        variant,
        format!("{}x{}", facts.width, facts.height),
        facts.first,
        facts.men,
        facts.squares,
        king(&facts),
        men_take(&facts),
        facts.choice,
        facts
            .pdn_game_type
            .map_or("-".to_owned(), |n| n.to_string()),
        facts.hub_names[0],
    )
}

fn king(facts: &VariantFacts) -> &'static str {
    match facts.long_king {
        true => "long",
        false => "short",
    }
}

fn men_take(facts: &VariantFacts) -> &'static str {
    match facts.men_capture_backward {
        true => "all ways",
        false => "forward",
    }
}

/// What is to say of one variant: names and values.
fn facts(variant: Variant) -> Vec<(&'static str, String)> {
    let facts = VariantFacts::of(variant);
    let mut lines = vec![
        ("variant", variant.to_string()),
        ("board", format!("{}x{}", facts.width, facts.height)),
        ("squares", facts.squares.clone()),
        ("first", facts.first.to_string()),
        ("men", facts.men.to_string()),
        ("king", king(&facts).to_owned()),
        ("men take", men_take(&facts).to_owned()),
        ("choice", facts.choice.to_owned()),
        ("Hub", facts.hub_names.join(", ")),
    ];
    lines.extend((facts.pdn_game_type).map(|number| ("PDN", format!("GameType {number}"))));
    let repetitions = (facts.repetitions).map(|n| format!("{n} occurrences of a position"));
    let quiet = facts.quiet_moves.map(|n| format!("{n} moves of kings"));
    let draws = repetitions.into_iter().chain(quiet).chain(facts.endings);
    lines.extend(draws.map(|rule| ("draw after", rule)));
    lines
}

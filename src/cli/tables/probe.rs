//! `kamen tables probe`.

use super::FolderArgument;
use crate::arguments::FenArgument;
use crate::json::print_json;
use crate::notation::MoveNotation;
use crate::{CliError, variant_parser};
use kamen_core::game::AnyPosition;
use kamen_core::rules::Variant;
use kamen_tables::{Outcome, Tables, Value};
use serde::Serialize;
use std::io::Write;

/// The examples of `kamen tables probe --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen tables probe czech W:WKc1,Ke3:BKa7
  kamen tables probe czech --fen W:WKc1,Ke3:BKa7 --json";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    #[command(flatten)]
    fen: FenArgument,
    #[command(flatten)]
    notation: MoveNotation,
    #[command(flatten)]
    folder: FolderArgument,
    /// Print JSON objects, one a line: the position, then its moves from the best to the worst
    #[arg(long)]
    json: bool,
}

/// The outcome of a position, or of a move for the side that plays it.
#[derive(Serialize)]
struct Entry {
    /// In Hub's form.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    m: Option<String>,
    /// As it is printed.
    #[serde(skip)]
    shown: String,
    value: &'static str,
    /// In plies, where it is known.
    distance: Option<u16>,
}

impl Entry {
    fn new(outcome: Option<Outcome>, is_exact: bool) -> Entry {
        let value = match outcome.map(|outcome| outcome.value) {
            Some(Value::Win) => "win",
            Some(Value::Draw) => "draw",
            Some(Value::Loss) => "loss",
            None => "unknown",
        };
        let decided = outcome.filter(|outcome| is_exact && outcome.value != Value::Draw);
        Entry {
            m: None,
            shown: String::new(),
            value,
            distance: decided.map(|outcome| outcome.distance),
        }
    }

    fn text(&self) -> String {
        match self.distance {
            Some(1) => format!("{} in 1 ply", self.value),
            Some(plies) => format!("{} in {plies} plies", self.value),
            None => self.value.to_owned(),
        }
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let position = arguments.fen.position(arguments.variant)?;
    let tables = arguments
        .folder
        .add_to(Tables::embedded(arguments.variant))?;
    let look_up = |position: &AnyPosition| match tables.look_up(position) {
        Some((outcome, is_exact)) => (Some(outcome), is_exact),
        None => (None, false),
    };
    let (outcome, is_exact) = look_up(&position);
    if outcome.is_none() {
        return Err(CliError::Usage(format!(
            "no table has this position, neither one that the program carries nor one in {}",
            arguments.folder.of(arguments.variant).path().display()
        )));
    }
    let mut moves: Vec<_> = position.legal_moves();
    let after = |m: &_| {
        let (outcome, is_exact) = look_up(&position.after_legal(m));
        (outcome.map(|outcome| outcome.before(is_exact)), is_exact)
    };
    moves.sort_by_cached_key(|m| std::cmp::Reverse(after(m).0));
    let mut entries = vec![Entry::new(outcome, is_exact)];
    entries.extend(moves.iter().map(|m| {
        let (outcome, is_exact) = after(m);
        Entry {
            m: Some(arguments.notation.in_hub(m)),
            shown: arguments.notation.write(&position, m),
            ..Entry::new(outcome, is_exact)
        }
    }));
    for entry in entries {
        match (arguments.json, &entry.m) {
            (true, _) => print_json(&entry, out)?,
            (false, None) => writeln!(
                out,
                "{}: {}",
                arguments.notation.fen(&position),
                entry.text()
            )?,
            (false, Some(_)) => writeln!(out, "{:12} {}", entry.shown, entry.text())?,
        }
    }
    Ok(())
}

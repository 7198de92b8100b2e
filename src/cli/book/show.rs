//! `kamen book show`.

use super::{Margin, Source};
use crate::CliError;
use crate::arguments::FenArgument;
use crate::json::print_json;
use crate::notation::MoveNotation;
use crate::table::TextTable;
use kamen_book::BookMove;
use kamen_core::game::AnyMove;
use serde::Serialize;
use std::io::Write;

/// The examples of `kamen book show --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen book show czech
  kamen book show czech.book --fen B:W17,21,23-32:B1-12
  kamen book show czech.book --json";

/// The moves of a line that is shown.
const LINE: usize = 8;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    fen: FenArgument,
    #[command(flatten)]
    margin: Margin,
    #[command(flatten)]
    notation: MoveNotation,
    /// Print a JSON object for each move, one a line
    #[arg(long)]
    json: bool,
}

/// A move, as `--json` prints it.
#[derive(Serialize)]
struct Entry {
    /// In Hub's form.
    #[serde(rename = "move")]
    played: String,
    /// In men, for the side to move.
    score: f64,
    /// Points that it made in games.
    points: u16,
    looked_into: bool,
    /// Whether it may be played.
    good: bool,
    line: Vec<String>,
}

impl Arguments {
    fn entry(&self, m: &BookMove, line: &[AnyMove], good: &[BookMove]) -> Entry {
        Entry {
            played: self.notation.in_hub(&m.played),
            score: f64::from(m.score().0) / 100.0,
            points: m.entry.weight,
            looked_into: m.entry.is_expanded,
            good: good.contains(m),
            line: line.iter().map(|m| self.notation.in_hub(m)).collect(),
        }
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let book = arguments.source.open()?;
    let position = arguments.fen.position(book.variant())?;
    let good = book.good_moves(&position, arguments.margin.within);
    let moves = book.moves(&position);
    let lines: Vec<_> = moves
        .iter()
        .map(|m| book.line(&m.after, LINE - 1))
        .collect();
    let entries = (moves.iter().zip(&lines)).map(|(m, line)| arguments.entry(m, line, &good));
    if arguments.json {
        for entry in entries {
            print_json(&entry, out)?;
        }
        return Ok(());
    }
    let state = match book.find(&position) {
        None => "not in the book".to_owned(),
        Some(entry) if entry.is_expanded => format!("{}, looked into", entry.score()),
        Some(entry) => format!("{}, not looked into", entry.score()),
    };
    writeln!(out, "{}: {state}", arguments.notation.fen(&position))?;
    if moves.is_empty() {
        return Ok(());
    }
    let mut table = TextTable::new(&["move", "score", "points", "", "line"], 4);
    for (entry, (m, line)) in entries.zip(moves.iter().zip(&lines)) {
        let sign = match (entry.good, entry.looked_into) {
            (true, true) => "good, deeper",
            (true, false) => "good",
            (false, true) => "deeper",
            (false, false) => "",
        };
        table.push(vec![
            arguments.notation.write(&position, &m.played),
            format!("{:.2}", entry.score),
            entry.points.to_string(),
            sign.to_owned(),
            arguments.notation.write_line(&m.after, line),
        ]);
    }
    write!(out, "{}", table.text())?;
    Ok(())
}

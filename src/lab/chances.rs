//! `kamen chances`: fits the chances that scores mean to games.

use crate::LabError;
use kamen_cli::json::print_json;
use kamen_core::rules::Variant;
use kamen_eval::ChanceModel;
use kamen_training::chances::{Calibration, Tally};
use serde::Serialize;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen chances --help`.
pub(crate) const EXAMPLES: &str = "\
Examples:
  kamen chances czech.games
  kamen chances czech.games --json";

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// File of games written by kamen selfplay
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Centi-men of a row of the comparison
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u16).range(10..=1000))]
    width: u16,
    /// Print JSON objects, one a line: the fit, then the rows
    #[arg(long)]
    json: bool,
}

/// The fit.
#[derive(Serialize)]
struct Fit {
    variant: Variant,
    positions: u64,
    /// Centi-men.
    margin: f64,
    scale: f64,
}

/// Chances that the model tells, and the parts that were found, in thousandths: win, draw, loss.
#[derive(Serialize)]
struct Row {
    from: i32,
    to: i32,
    positions: u64,
    expected: [u32; 3],
    found: [u32; 3],
}

impl Row {
    fn new(row: &Calibration) -> Row {
        Row {
            from: row.scores.0,
            to: row.scores.1,
            positions: row.positions,
            expected: row.expected.permille(),
            found: row.found.permille(),
        }
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), LabError> {
    let (variant, tally) = Tally::read(&arguments.file)?;
    let path = arguments.file.display();
    let none = || LabError::Usage(format!("{path}: no position was searched"));
    let model = tally.fit().ok_or_else(none)?;
    let ChanceModel { margin, scale } = model;
    let rows = tally.calibration(model, arguments.width.into());
    let rows = rows.iter().map(Row::new);
    if arguments.json {
        let positions = tally.positions();
        print_json(
            &Fit {
                variant,
                positions,
                margin,
                scale,
            },
            out,
        )?;
        for row in rows {
            print_json(&row, out)?;
        }
        return Ok(());
    }
    writeln!(
        out,
        "{variant}: {} positions, margin {margin}, scale {scale}",
        tally.positions()
    )?;
    writeln!(
        out,
        "{:>13} {:>9} {:>14} {:>14}",
        "score", "positions", "expected", "found"
    )?;
    for row in rows {
        let text = |[win, draw, loss]: [u32; 3]| format!("{win:4} {draw:4} {loss:4}");
        let score = |score: i32| f64::from(score) / 100.0;
        writeln!(
            out,
            "{:6.2} {:6.2} {:9} {} {}",
            score(row.from),
            score(row.to),
            row.positions,
            text(row.expected),
            text(row.found)
        )?;
    }
    Ok(())
}

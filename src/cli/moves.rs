//! `kamen moves`.

use super::json::print_json;
use super::notation::MoveNotation;
use super::{CliError, PositionArguments};
use serde::Serialize;
use std::io::Write;

/// The examples of `kamen moves --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen moves czech
  kamen moves english --fen 'B:W18:B14,K22'
  kamen moves russian --fen W:Wc3:Bd4 --numbers
  kamen moves russian --fen W:Wc3:Bd4 --hub
  kamen moves international --json";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    notation: MoveNotation,
    /// Print a JSON object for each move, one a line
    #[arg(long)]
    json: bool,
}

/// What `--json` prints of a move.
#[derive(Serialize)]
struct Entry {
    /// As Hub writes it.
    #[serde(rename = "move")]
    hub: String,
    /// As PDN writes it.
    pdn: String,
    /// As Hub writes it, but with letters.
    letters: String,
    from: String,
    to: String,
    captured: Vec<String>,
    crowns: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let position = arguments.position.position()?;
    for m in position.legal_moves() {
        if arguments.json {
            let entry = Entry {
                hub: m.to_string(),
                pdn: position.write_move(&m),
                letters: m.hub_with_letters(),
                from: m.from().to_string(),
                to: m.to().to_string(),
                captured: m.captured().iter().map(ToString::to_string).collect(),
                crowns: m.is_crowning(),
            };
            print_json(&entry, out)?;
        } else {
            writeln!(out, "{}", arguments.notation.write(&position, &m))?;
        }
    }
    Ok(())
}

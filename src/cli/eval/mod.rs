//! `kamen eval`: explains the evaluation of a position.

mod report;

use super::notation::SquareNames;
use super::{CliError, EvalArgument, PositionArguments};
use crate::board::BoardError;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_eval::explain;
use kamen_search::{Control, Engine, Limits, Progress};
use report::Report;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen eval --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen eval czech --fen W:Wa1,c3,e3,Kb8:Bd6,f6,h4 --nodes 10000
  kamen eval international --weights hand-made --nodes 10000
  kamen eval frisian --json

All figures are White's: what is good for White is positive. They are in men, in JSON in thousandths of a man. \
An evaluation is of quiet positions: where a capture is due, the position after the captures is explained.";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    #[command(flatten)]
    position: PositionArguments,
    #[command(flatten)]
    eval: EvalArgument,
    /// Nodes of the search
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Folder of endgame tables for the search, beside those inside the program
    #[arg(long, value_name = "DIR", default_value = "tables")]
    tables: PathBuf,
    #[command(flatten)]
    squares: SquareNames,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let position = arguments.position.position()?;
    let variant = position.variant();
    let letters = arguments.squares.are_letters(variant);
    if letters && !SquareNames::has_letters(variant) {
        return Err(BoardError::NoLetters(variant).into());
    }
    let (eval, tables) = (&arguments.eval, &arguments.tables);
    let engine = eval.engine(variant, tables, Engine::TT_SIZE)?;
    let limits = Limits::nodes(arguments.nodes);
    let found = search(&engine, &position, &limits)?;
    let line = found.as_ref().map_or(&[][..], |progress| &progress.pv);
    let captures = captures(&engine, &limits, &position, line)?;
    let quiet = after(&position, &captures);
    let explanation = explain(engine.evaluation(), &quiet);
    let report = Report {
        position,
        captures,
        quiet,
        evaluation: engine.evaluation().to_string(),
        explanation,
        found,
        letters,
    };
    if arguments.json {
        super::json::print_json(&report.json(), out)?;
    } else {
        report.print(out)?;
    }
    Ok(())
}

/// The last iteration of a search; `None` where there is no move.
fn search(
    engine: &Engine,
    position: &AnyPosition,
    limits: &Limits,
) -> Result<Option<Progress>, CliError> {
    let game = AnyGame::new(*position);
    if position.won().is_some() {
        return Ok(None);
    }
    let mut last = None;
    let mut hear = |progress: &Progress| last = Some(progress.clone());
    let answer = engine.think_with(&game, limits, &Control::new(), &mut hear);
    let answer = answer.map_err(|error| CliError::Usage(error.to_string()))?;
    if let Some(last) = &mut last {
        last.nodes = answer.nodes;
    }
    Ok(last)
}

/// The captures that lead to a quiet position: those at the head of a line, and if the line ends among them, those that
/// further searches choose.
fn captures(
    engine: &Engine,
    limits: &Limits,
    start: &AnyPosition,
    line: &[AnyMove],
) -> Result<Vec<AnyMove>, CliError> {
    let mut position = *start;
    let mut line = line.iter().copied();
    let mut played = Vec::new();
    while position.won().is_none() && position.can_capture() {
        let next = match line.next() {
            Some(next) => Some(next),
            None => search(engine, &position, limits)?.and_then(|found| found.pv.first().copied()),
        };
        let Some(next) = next else {
            break;
        };
        position = position.after_legal(&next);
        played.push(next);
    }
    Ok(played)
}

fn after(start: &AnyPosition, moves: &[AnyMove]) -> AnyPosition {
    let play = |position: AnyPosition, m: &AnyMove| position.after_legal(m);
    moves.iter().fold(*start, play)
}

//! `kamen exercises`: makes exercises of games.

mod entry;
mod page;
mod work;

use super::analyze::outputs::{Form, wanted};
use super::analyze::player::Player;
use super::collected::{Collected, write_json_lines, write_output};
use super::notation::SquareNames;
use super::paths::keep_inputs;
use super::pdn::{PdnError, Reading, count};
use super::stop::stop_on_signals;
use super::{CliError, EvalArgument, file_parser, output_parser, variant_parser};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use entry::Entry;
use kamen_core::board::Color;
use kamen_core::rules::Variant;
use kamen_files::{Owner, PROGRAM, note};
use kamen_search::SKILLS;
use serde_json::{Value, json};
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

/// The examples of `kamen exercises --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen exercises games.pdn --html exercises.html
  kamen exercises games.pdn --player Anna -o exercises.pdn --json exercises.json
  kamen exercises games.pdn --for white --level 5..12 --nodes 100000 -o exercises.pdn

Exercises are positions of the games in which one move alone wins, or one alone does not lose. They are sorted from easy to hard: by \
the level, the lowest skill of the engine that finds the solution. Without an output file they go to standard output as PDN. \
With nothing but output files the same command goes on after an interruption.

Exit status: 0, 1 if a game has a fault, no game has the player or the work was stopped, 2 if a file cannot be read or written, \
3 with --lenient if games were left out.";

/// The journal of the work.
const OWNER: Owner = Owner {
    command: "exercises",
    work: "search for exercises",
};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// PDN files; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Only positions in which this player is to move: a name of the tags White and Black, or a part of one
    #[arg(long, value_name = "NAME")]
    player: Option<Player>,
    /// Only positions in which this side is to move
    #[arg(long = "for", value_name = "SIDE", default_value = "both", value_parser = side_parser())]
    side: Side,
    /// Only exercises of this level, from 1 to 20, or of levels from one to another: 5..12
    #[arg(long, value_name = "LEVEL", default_value = "1..20", value_parser = level_parser)]
    level: RangeInclusive<u32>,
    /// Only positions in which the player of the game missed the solution
    #[arg(long)]
    missed: bool,
    /// Variant of games whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    /// Nodes for each position; what looks like an exercise is then searched deeper
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Chooses what the skills misjudge
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Games searched at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Folder of endgame tables, beside those inside the program
    #[arg(long, value_name = "DIR", default_value = "tables")]
    tables: PathBuf,
    #[command(flatten)]
    eval: EvalArgument,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    squares: SquareNames,
    /// Leave out games with faults
    #[arg(long)]
    lenient: bool,
    /// Write the exercises as PDN
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: Option<PathBuf>,
    /// Write a page on which they are solved
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    html: Option<PathBuf>,
    /// Print JSON, one object an exercise, or write it to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    #[arg(value_parser = output_parser())]
    json: Option<PathBuf>,
    /// Do not report progress
    #[arg(long, short)]
    quiet: bool,
}

/// Who is to move in an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
enum Side {
    White,
    Black,
    Both,
}

impl Side {
    fn has(self, color: Color) -> bool {
        match self {
            Side::White => color == Color::White,
            Side::Black => color == Color::Black,
            Side::Both => true,
        }
    }
}

fn side_parser() -> impl TypedValueParser<Value = Side> {
    PossibleValuesParser::new(["white", "black", "both"]).map(|name| match name.as_str() {
        "white" => Side::White,
        "black" => Side::Black,
        _ => Side::Both,
    })
}

/// Parses a level, or two with `..` between them.
fn level_parser(text: &str) -> Result<RangeInclusive<u32>, String> {
    let (first, last) = text.split_once("..").unwrap_or((text, text));
    let level = |text: &str| text.parse().ok().filter(|level| SKILLS.contains(level));
    match (level(first), level(last)) {
        (Some(first), Some(last)) if first <= last => Ok(first..=last),
        _ => Err("expected a level from 1 to 20, or two such as 5..12".to_owned()),
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let paths = [&arguments.out, &arguments.html, &arguments.json];
    let outputs = wanted(paths.map(Option::as_deref));
    let files: Vec<Option<&Path>> = outputs.iter().map(|&(_, path)| path).collect();
    keep_inputs(&arguments.files, files.iter().copied())?;
    let stop = stop_on_signals();
    let mut collected: Collected<Vec<Entry>> =
        Collected::open(&files, OWNER, &arguments.settings())?;
    if collected.kept() > 0 && !arguments.quiet {
        note(format_args!(
            "{} from an earlier run",
            count(collected.kept(), "game")
        ));
    }
    let ended = arguments.look_at_all(&mut collected, &stop);
    let found = match ended {
        Ok(found) => found,
        Err(error) => {
            if collected.is_worth_resuming() {
                note(format_args!(
                    "what is finished is kept; the same command resumes from here"
                ));
            }
            return Err(error);
        }
    };
    // What was found so far is worth something where no other run goes on.
    if found.is_stopped && collected.resumes() {
        return Err(CliError::Stopped(format!(
            "stopped after {}; the same command resumes from here",
            count(found.games, "game")
        )));
    }
    if let Some(missing) = found.missing {
        collected.finish();
        return Err(PdnError::NoPlayer(missing).into());
    }
    let mut entries: Vec<&Entry> = (found.pieces.iter())
        .filter_map(|piece| collected.get(piece))
        .flatten()
        .filter(|entry| arguments.level.contains(&entry.level))
        .filter(|entry| entry.is_missed || !arguments.missed)
        .collect();
    // Those of the same level stay in the order of the games.
    entries.sort_by_key(|entry| entry.level);
    let mut numbered: Vec<Entry> = entries.into_iter().cloned().collect();
    for (index, entry) in numbered.iter_mut().enumerate() {
        entry.set_number(index + 1);
    }
    for (form, path) in outputs {
        write_output(path, out, |out| write(form, &numbered, out))?;
    }
    collected.finish();
    if !arguments.quiet {
        let (found, games) = (
            count(numbered.len(), "exercise"),
            count(found.games, "game"),
        );
        note(format_args!("{found} in {games}"));
    }
    if found.is_stopped {
        return Err(CliError::Stopped(format!(
            "stopped after {}",
            count(found.games, "game")
        )));
    }
    match found.left_out {
        0 => Ok(()),
        left => Err(PdnError::LeftOut(count(left, "game")).into()),
    }
}

fn write(form: Form, entries: &[Entry], out: &mut dyn Write) -> std::io::Result<()> {
    match form {
        Form::Json => write_json_lines(entries.iter().map(|entry| &entry.report), out),
        Form::Page => out.write_all(page::page(entries).as_bytes()),
        Form::Pdn => {
            for (index, entry) in entries.iter().enumerate() {
                let between = if index > 0 { "\n" } else { "" };
                write!(out, "{between}{}", entry.pdn)?;
            }
            Ok(())
        }
    }
}

impl Arguments {
    /// What identifies the work: all that changes what is found in a game.
    fn settings(&self) -> Value {
        json!({
            "program": PROGRAM,
            "files": self.files,
            "variant": self.variant,
            "player": self.player,
            "for": self.side,
            "nodes": self.nodes,
            "seed": self.seed,
            "tables": self.tables,
            "weights": self.eval.choice.to_string(),
            "squares": self.squares,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_one_or_two() {
        assert_eq!(level_parser("7"), Ok(7..=7));
        assert_eq!(level_parser("5..12"), Ok(5..=12));
        for text in ["0", "21", "", "..", "5..", "12..5", "1-3", "-1"] {
            assert!(level_parser(text).is_err(), "{text}");
        }
    }
}

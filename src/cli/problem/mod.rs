//! `kamen problem`: says whether problems are sound.

mod entry;
mod input;
mod work;

use super::collected::{Collected, write_json_lines, write_output};
use super::notation::SquareNames;
use super::paths::keep_inputs;
use super::pdn::{EncodingArgument, count};
use super::report::Report;
use super::stop::stop_on_signals;
use super::{CliError, EvalArgument, file_parser, output_parser, variant_parser};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use entry::Entry;
use kamen_analysis::{ProblemSettings, Stipulation, Verdict};
use kamen_core::rules::Variant;
use kamen_files::{Owner, PROGRAM, note};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The examples of `kamen problem --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen problem problems.pdn
  kamen problem problems.pdn --nodes 1000000 -o judged.pdn --json judged.json
  kamen problem positions.txt --variant russian --stipulation win

A file has games in PDN, each with a position (FEN), what is asked for (Stipulation or Result) and perhaps the moves of the solution, \
or a FEN on each line. A line for each problem says: sound, no solution, second solution, dual, shorter way, another solution, \
undecided. With nothing but output files the same command goes on after an interruption.

Exit status: 0 if every problem is sound, 1 if one is not or has a fault, or the work was stopped, 2 if a file cannot be \
read or written or has no problem.";

/// The journal of the work.
const OWNER: Owner = Owner {
    command: "problem",
    work: "judgment of problems",
};

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// PDN files, or files with a FEN on each line; - is standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// What is asked for in all problems, whatever their tags say: win or draw
    #[arg(long, value_name = "WHAT", value_parser = stipulation_parser())]
    stipulation: Option<Stipulation>,
    /// Variant of problems whose tags do not name it [default: guessed from the moves]
    #[arg(long, value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Option<Variant>,
    /// Nodes of the search of a move; one that seems to achieve what is asked for is searched eight times as deep
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    nodes: u64,
    /// Plies of the line that are judged where no solution is given
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=200))]
    plies: u16,
    /// The most positions of the tree of variations, about
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    tree: u32,
    /// Problems judged at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Folder of endgame tables, beside those inside the program
    #[arg(long, value_name = "DIR", default_value = "tables")]
    tables: PathBuf,
    #[command(flatten)]
    eval: EvalArgument,
    #[command(flatten)]
    encoding: EncodingArgument,
    #[command(flatten)]
    squares: SquareNames,
    /// Write the problems with all variations as PDN
    #[arg(long, short, value_name = "FILE", value_parser = file_parser())]
    out: Option<PathBuf>,
    /// Print JSON, one object a problem, or write it to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    #[arg(value_parser = output_parser())]
    json: Option<PathBuf>,
    /// Do not report progress
    #[arg(long, short)]
    quiet: bool,
}

fn stipulation_parser() -> impl TypedValueParser<Value = Stipulation> {
    PossibleValuesParser::new(["win", "draw"]).map(|name| match name.as_str() {
        "draw" => Stipulation::Draw,
        _ => Stipulation::Win,
    })
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let json = arguments.json.as_deref();
    let json = json.map(|path| Some(path).filter(|path| path.as_os_str() != "-"));
    let files: Vec<Option<&Path>> = [arguments.out.as_deref().map(Some), json]
        .into_iter()
        .flatten()
        .collect();
    keep_inputs(&arguments.files, files.iter().copied())?;
    let stop = stop_on_signals();
    let mut collected: Collected<Entry> = Collected::open(&files, OWNER, &arguments.settings())?;
    if collected.kept() > 0 && !arguments.quiet {
        note(format_args!(
            "{} from an earlier run",
            count(collected.kept(), "problem")
        ));
    }
    let judged = arguments.judge_all(&mut collected, &stop);
    let judged = judged.inspect_err(|_| {
        if collected.is_worth_resuming() {
            note(format_args!(
                "what is finished is kept; the same command resumes from here"
            ));
        }
    })?;
    if judged.is_stopped && collected.resumes() {
        return Err(CliError::Stopped(format!(
            "stopped after {}; the same command resumes from here",
            count(judged.problems, "problem")
        )));
    }
    let entries: Vec<&Entry> = (judged.pieces.iter())
        .filter_map(|piece| collected.get(piece))
        .collect();
    if entries.is_empty() && judged.faults > 0 {
        let faults = count(judged.faults, "problem");
        return Err(CliError::Usage(format!(
            "no problem, {faults} with faults left out"
        )));
    }
    if let Some(path) = &arguments.out {
        write_output(Some(path), out, |out| write_pdn(&entries, out))?;
    }
    if let Some(path) = json {
        let reports = || entries.iter().map(|entry| &entry.report);
        write_output(path, out, |out| write_json_lines(reports(), out))?;
    }
    let mut told = String::new();
    if json != Some(None) {
        for entry in &entries {
            told += &entry.line;
            told.push('\n');
        }
        told += &summary(&entries);
        told.push('\n');
    }
    let unsound = (entries.iter())
        .filter(|entry| entry.verdict != Verdict::Sound)
        .count();
    let all = entries.len();
    collected.finish();
    // With files written, it is a report of them.
    if files.iter().any(Option::is_some) {
        let mut report = Report::new(out);
        report.write_all(told.as_bytes())?;
        report.flush()?;
    } else {
        out.write_all(told.as_bytes())?;
    }
    if judged.is_stopped {
        let done = count(judged.problems, "problem");
        return Err(CliError::Stopped(format!("stopped after {done}")));
    }
    match (unsound, judged.faults) {
        (0, 0) => Ok(()),
        (unsound, 0) => Err(CliError::Problem(format!("{unsound} of {all} not sound"))),
        (unsound, faults) => Err(CliError::Problem(format!(
            "{unsound} of {all} not sound, {} with faults left out",
            count(faults, "problem")
        ))),
    }
}

fn write_pdn(entries: &[&Entry], out: &mut dyn Write) -> io::Result<()> {
    for (index, entry) in entries.iter().enumerate() {
        let between = if index > 0 { "\n" } else { "" };
        write!(out, "{between}{}", entry.pdn)?;
    }
    Ok(())
}

/// How many problems came to what.
fn summary(entries: &[&Entry]) -> String {
    const ALL: [Verdict; 7] = [
        Verdict::Sound,
        Verdict::Shorter,
        Verdict::Dual,
        Verdict::SecondSolution,
        Verdict::OtherSolution,
        Verdict::NoSolution,
        Verdict::Undecided,
    ];
    let of = |verdict: Verdict| {
        let count = entries
            .iter()
            .filter(|entry| entry.verdict == verdict)
            .count();
        (count > 0).then(|| format!("{count} {}", verdict.name()))
    };
    let counts: Vec<String> = ALL.into_iter().filter_map(of).collect();
    let proved = entries.iter().filter(|entry| entry.is_proved).count();
    let all = count(entries.len(), "problem");
    format!(
        "{all}: {}; {proved} proved without an evaluation",
        counts.join(", ")
    )
}

impl Arguments {
    fn problem_settings(&self) -> ProblemSettings {
        ProblemSettings {
            nodes: self.nodes,
            tree: self.tree as usize,
            plies: usize::from(self.plies),
        }
    }

    /// What identifies the work: all that changes what is found of a problem.
    fn settings(&self) -> Value {
        json!({
            "program": PROGRAM,
            "files": self.files,
            "stipulation": self.stipulation,
            "variant": self.variant,
            "nodes": self.nodes,
            "plies": self.plies,
            "tree": self.tree,
            "tables": self.tables,
            "weights": self.eval.choice.to_string(),
            "squares": self.squares,
        })
    }
}

//! `kamen match merge`: the result of a match that was shared out to several machines.

use super::summary::Summary;
use crate::json::print_json;
use crate::paths::check_outputs;
use crate::{CliError, file_parser, output_parser};
use kamen_files::{note, write_whole};
use kamen_tournament::statistics::{Sprt, Verdict};
use kamen_tournament::{LedgerError, Merged, PdnNames, Standings, TournamentEnd, WholeFile, merge};
use serde_json::json;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen match merge --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen match czech --engine kamen depth=2 --engine easy --games 100 \\
      --shard 1/2 --journal part1.jsonl                   on one machine
  kamen match czech --engine kamen depth=2 --engine easy --games 100 \\
      --shard 2/2 --journal part2.jsonl                   on another
  kamen match merge part1.jsonl part2.jsonl               the result of all 100 games
  kamen match merge part*.jsonl --partial                 how it stands meanwhile
  kamen match merge part*.jsonl --partial --sprt 0,5 --verdict verdict.json
                                                          for matches with --until verdict.json

Exit status: 0, 1 if games are missing without --partial, 2 if the journals do not belong together.";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Journals of the parts
    #[arg(value_name = "JOURNAL", required = true)]
    journals: Vec<PathBuf>,
    /// Count what there is, though games are missing
    #[arg(long)]
    partial: bool,
    /// Test between ELO0 and ELO1 for the first of two contestants, over the games in the order of the schedule
    #[arg(
        long,
        value_name = "ELO0,ELO1[,ALPHA,BETA]",
        allow_hyphen_values = true
    )]
    sprt: Option<Sprt>,
    /// Write the verdict of the test to this file once it has come to one
    #[arg(long, value_name = "FILE", requires = "sprt", value_parser = file_parser())]
    verdict: Option<PathBuf>,
    /// Write the games to this file as PDN, in the order of the schedule
    #[arg(long, value_name = "FILE", value_parser = file_parser())]
    pdn: Option<PathBuf>,
    /// Event tag of the games
    #[arg(long, value_name = "NAME", default_value = "kamen match")]
    event: String,
    /// Print the result as JSON instead of the tables, or write it to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, default_missing_value = "-")]
    #[arg(value_parser = output_parser())]
    json: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let outputs = [&arguments.json, &arguments.pdn, &arguments.verdict];
    check_outputs(outputs.map(Option::as_deref))?;
    let merged = merge(&arguments.journals, arguments.sprt)?;
    if merged.tournament.contestants.len() > 2 && arguments.sprt.is_some() {
        let message = "found more than two contestants, expected two for --sprt";
        return Err(CliError::Usage(message.to_owned()));
    }
    // A test may end before all games are played.
    let is_whole = merged.missing.is_empty() || merged.verdict.is_some();
    for line in &merged.missing {
        note(format_args!("{line}"));
    }
    if !is_whole && !arguments.partial {
        let games = merged.standings.games() + merged.left_out;
        return Err(CliError::Stopped(format!(
            "games are missing, {games} are there: wait for them, or count these with --partial"
        )));
    }
    if merged.left_out > 0 {
        let why = match merged.verdict {
            Some(_) => "after the verdict",
            None => "after one that is missing",
        };
        note(format_args!("{} games {why} do not count", merged.left_out));
    }
    write_result(arguments, &merged, is_whole, out)?;
    if let Some(path) = &arguments.pdn {
        let names = PdnNames {
            variant: merged.tournament.variant,
            event: arguments.event.clone(),
            contestants: names(&merged),
        };
        WholeFile::new(path)?.write(merged.pdn(&names).as_bytes())?;
    }
    match (&arguments.verdict, merged.verdict) {
        (Some(path), Some(verdict)) => write_verdict(path, verdict, &merged.standings),
        _ => Ok(()),
    }
}

fn names(merged: &Merged) -> Vec<String> {
    let contestants = merged.tournament.contestants.iter();
    contestants.map(|one| one.name.clone()).collect()
}

fn write_result(
    arguments: &Arguments,
    merged: &Merged,
    is_whole: bool,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let ending = match merged.verdict {
        Some(verdict) => TournamentEnd::Decided(verdict),
        None if is_whole => TournamentEnd::Complete,
        None => TournamentEnd::Stopped,
    };
    let summary = Summary {
        tournament: &merged.tournament,
        standings: &merged.standings,
        ending: Some(ending),
        winner: None,
        seconds: None,
    };
    match arguments.json.as_deref() {
        Some(path) if path.as_os_str() == "-" => print_json(&summary.document(), out)?,
        Some(path) => {
            let file = WholeFile::new(path)?;
            write!(out, "{summary}")?;
            file.write(&summary.to_json())?;
        }
        None => write!(out, "{summary}")?,
    }
    out.flush()?;
    Ok(())
}

fn write_verdict(
    path: &std::path::Path,
    verdict: Verdict,
    standings: &Standings,
) -> Result<(), CliError> {
    let verdict = json!({ "verdict": verdict, "games": standings.games() });
    let written = write_whole(path, format!("{verdict}\n").as_bytes());
    written.map_err(|error| LedgerError::of(path, error).into())
}

//! `kamen bench`: searches a fixed list of positions, or tactics suites.
//!
//! The fixed list is first of all a signature: its node count is the same in every run and changes
//! with the search or the evaluation. Compare speeds only on the same machine. Neither number
//! measures playing strength.

mod event;
mod solve;
mod suite;

pub use suite::SuiteError;

use super::json::print_json;
use super::lab;
use super::{CliError, EvalArgument, file_parser, variant_parser};
use event::Event;
use kamen_core::game::{AnyGame, AnyPosition};
use kamen_core::rules::Variant;
use kamen_eval::Evaluation;
use kamen_search::{Control, Limits, Resources, TranspositionTable, search_any};
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

/// The examples of `kamen bench --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen bench --depth 8
  kamen bench --depth 8 --json | tail -1                    the totals, for a script
  kamen bench --suite tests/data/tactics/*.txt --time 1     tactics solved in one second each
  kamen bench --suite my.txt --nodes 20000                  the same, reproducible";

/// One variant and FEN per line: the start positions, and positions from self-play games.
const POSITIONS: &str = include_str!("positions.txt");

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Depth of each search, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    /// Size of the transposition table: 2 to the power of this many entries [default: 18; 22 for
    /// suites]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(12..=28))]
    tt_size: Option<u32>,
    /// Count the positions of tactics suites solved within --time or --nodes
    /// (tests/data/tactics/README.md)
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "limit", conflicts_with = "depth")]
    suite: Vec<PathBuf>,
    /// Seconds per suite position
    #[arg(long, value_name = "SECONDS", value_parser = seconds, group = "limit")]
    #[arg(requires = "suite")]
    time: Option<f64>,
    /// Nodes per suite position
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    #[arg(group = "limit", requires = "suite")]
    nodes: Option<u64>,
    /// As `kamen-lab trees`
    #[arg(long, value_name = "VARIANT", value_parser = variant_parser(), ignore_case = true, hide = true)]
    #[arg(hide_possible_values = true, conflicts_with_all = ["suite", "tt_size", "choice"])]
    tree: Option<Variant>,
    /// As `kamen-lab trees --svg`
    #[arg(long, value_name = "FILE", requires = "tree", value_parser = file_parser(), hide = true)]
    svg: Option<PathBuf>,
    /// Print the results as JSON, one object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    eval: EvalArgument,
}

/// Parses a search time in seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let read = text.parse().ok();
    let read = read.filter(|seconds| (0.001..=86_400.0).contains(seconds));
    read.ok_or_else(|| "expected seconds from 0.001 to 86400".to_owned())
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    if let Some(variant) = arguments.tree {
        return compare_trees(variant, arguments);
    }
    let usual = if arguments.suite.is_empty() { 18 } else { 22 };
    let table = TranspositionTable::new(arguments.tt_size.unwrap_or(usual))
        .ok_or(CliError::Memory("the transposition table"))?;
    table.wait_until_whole(|| false);
    if arguments.suite.is_empty() {
        search_fixed_list(arguments, &table, out)
    } else {
        let tactics = suite::read(&arguments.suite)?;
        solve::run(&tactics, arguments, &table, out)
    }
}

/// Hands the comparison of trees over to the other program.
fn compare_trees(variant: Variant, arguments: &Arguments) -> Result<(), CliError> {
    let mut words: Vec<OsString> = ["trees", variant.name(), "--depth"]
        .map(OsString::from)
        .into();
    words.push(arguments.depth.to_string().into());
    if let Some(path) = &arguments.svg {
        words.extend(["--svg".into(), path.into()]);
    }
    if arguments.json {
        words.push("--json".into());
    }
    match lab::run(&words) {
        0 => Ok(()),
        status => Err(CliError::Other(status)),
    }
}

fn search_fixed_list(
    arguments: &Arguments,
    table: &TranspositionTable,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let (mut nodes, mut seconds) = (0, 0.0);
    for line in POSITIONS.lines() {
        let Some((name, fen)) = line.split_once(' ') else {
            continue;
        };
        let Ok(variant) = name.parse::<Variant>() else {
            continue;
        };
        let evaluation = arguments.eval.load(variant)?;
        table.clear();
        let start = Instant::now();
        let found = bench(variant, fen, &evaluation, table, arguments.depth)?;
        let time = start.elapsed().as_secs_f64();
        if arguments.json {
            let position = Event::Position {
                variant,
                fen,
                nodes: found,
                seconds: time,
            };
            print_json(&position, out)?;
        } else {
            writeln!(out, "{variant:<14} {found:>10} nodes {time:>7.3} s  {fen}")?;
        }
        nodes += found;
        seconds += time;
    }
    let nps = nodes as f64 / f64::max(seconds, 1e-9);
    if arguments.json {
        let sums = Event::Bench {
            nodes,
            seconds,
            nps,
        };
        print_json(&sums, out)?;
    } else {
        writeln!(out, "Bench: {nodes} nodes {nps:.0} nps")?;
    }
    Ok(())
}

/// Searches one position; returns its node count.
fn bench(
    variant: Variant,
    fen: &str,
    evaluator: &Evaluation,
    tt: &TranspositionTable,
    depth: u32,
) -> Result<u64, CliError> {
    let game = AnyGame::new(AnyPosition::parse_fen(variant, fen)?);
    let resources = Resources {
        evaluator,
        tt,
        threads: 1,
        tables: None,
    };
    let limits = Limits::depth(depth);
    Ok(search_any(&game, resources, &limits, &Control::new(), &mut |_| ()).nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_variant_has_positions_and_all_of_them_are_sound() {
        for variant in Variant::ALL {
            let mine = |line: &&str| line.split(' ').next() == Some(variant.name());
            let lines: Vec<&str> = POSITIONS.lines().filter(mine).collect();
            assert!(lines.len() >= 7, "{variant}");
            for line in lines {
                let fen = line.split(' ').nth(1).unwrap_or_default();
                assert!(AnyPosition::parse_fen(variant, fen).is_ok(), "{line}");
            }
        }
    }
}

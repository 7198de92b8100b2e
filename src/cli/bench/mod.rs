//! `kamen bench`: searches a fixed list of positions, or tactics suites.
//!
//! The fixed list is first of all a signature: its node count is the same in every run and changes
//! with the search or the evaluation. Compare speeds only on the same machine. Neither number
//! measures playing strength.

mod event;
mod solve;
mod suite;
mod tree;
mod tree_drawing;

pub use suite::SuiteError;

use super::json::print_json;
use super::lab;
use super::{CliError, EvalArgument, file_parser, variant_parser};
use event::Event;
use kamen_core::rules::Variant;
use kamen_players::lecture::Leaves;
use kamen_search::bench::{self, BenchError, Measured, Sums};
use kamen_search::{Engine, TranspositionTable};
use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen bench --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen bench --depth 8
  kamen bench --depth 8 --json | tail -1                    the totals, for a script
  kamen bench --suite tests/data/tactics/*.txt --time 1     tactics solved in one second each
  kamen bench --suite my.txt --nodes 20000                  the same, reproducible
  kamen bench --tree                                        the trees of two lectures
  kamen bench --leaves '3 12 8 / 2 4 6' --svg tree.svg      what alpha-beta cuts, and why";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Depth of each search, in plies
    #[arg(long, value_name = "PLIES", default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=60))]
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
    /// Show what alpha-beta cuts of the trees that two lectures work through; with a VARIANT as `kamen-lab trees`
    #[arg(long, value_name = "VARIANT", value_parser = variant_parser(), ignore_case = true)]
    #[arg(num_args = 0..=1, hide_possible_values = true, group = "trees")]
    #[arg(conflicts_with_all = ["suite", "tt_size", "choice"])]
    tree: Option<Option<Variant>>,
    /// Show what alpha-beta cuts of a tree with these leaves, for the side to move at the root; a slash parts its branches,
    /// two slashes branches one level higher
    #[arg(
        long,
        value_name = "LEAVES",
        allow_hyphen_values = true,
        group = "trees"
    )]
    #[arg(conflicts_with_all = ["suite", "tt_size", "choice", "depth"])]
    leaves: Option<Leaves>,
    /// Draw the tree
    #[arg(long, value_name = "FILE", requires = "trees", value_parser = file_parser())]
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
    match (arguments.tree, &arguments.leaves) {
        (Some(Some(variant)), _) => return compare_trees(variant, arguments),
        (Some(None), _) => return tree::worked(arguments, out),
        (None, Some(leaves)) => return tree::of_leaves(leaves, arguments, out),
        (None, None) => (),
    }
    if arguments.suite.is_empty() {
        return search_fixed_list(arguments, out);
    }
    let size = arguments.tt_size.unwrap_or(Engine::TT_SIZE);
    let table = TranspositionTable::new(size).ok_or(CliError::Memory("the transposition table"))?;
    table.wait_until_whole(|| false);
    let tactics = suite::read(&arguments.suite)?;
    solve::run(&tactics, arguments, &table, out)
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

fn search_fixed_list(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let mut printed = Ok(());
    let mut hear = |found: &Measured| {
        if printed.is_ok() {
            printed = print(found, arguments.json, out);
        }
    };
    let tt_size = arguments.tt_size.unwrap_or(bench::TT_SIZE);
    let sums = bench::run(&arguments.eval.choice, arguments.depth, tt_size, &mut hear)?;
    printed?;
    if arguments.json {
        let (nps, Sums { nodes, seconds }) = (sums.nps(), sums);
        let sums = Event::Bench {
            nodes,
            seconds,
            nps,
        };
        print_json(&sums, out)?;
    } else {
        writeln!(out, "{sums}")?;
    }
    Ok(())
}

impl From<BenchError> for CliError {
    fn from(error: BenchError) -> CliError {
        match error {
            BenchError::Weights(error) => error.into(),
            BenchError::Position(error) => error.into(),
            BenchError::Memory => CliError::Memory("the transposition table"),
        }
    }
}

/// Prints what a position came to.
fn print(found: &Measured, is_json: bool, out: &mut impl Write) -> Result<(), CliError> {
    let Measured { variant, fen, sums } = *found;
    let Sums { nodes, seconds } = sums;
    if is_json {
        let position = Event::Position {
            variant,
            fen,
            nodes,
            seconds,
        };
        return Ok(print_json(&position, out)?);
    }
    writeln!(
        out,
        "{variant:<14} {nodes:>10} nodes {seconds:>7.3} s  {fen}"
    )?;
    Ok(())
}

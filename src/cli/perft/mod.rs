//! `kamen perft`: counts, and everything around them.

mod against;
mod count;
mod distributed;
mod error;
mod results;
mod suite;

pub use error::PerftError;

use super::progress::styled;
use super::{CliError, PositionArguments, variant_parser};
use crate::perft::{Counter, Counting, MAX_DEPTH, Method, Progress};
use crate::rules::{Rules, Variant};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::ProgressBar;
use std::io::Write;
use std::path::PathBuf;

/// The ways to use `kamen perft`.
pub(super) const USAGE: &str = "\
kamen perft [OPTIONS] VARIANT DEPTH
       kamen perft [OPTIONS] VARIANT DEPTH --against COMMAND
       kamen perft [OPTIONS] VARIANT DEPTH --positions FILE [-o FILE]
       kamen perft [OPTIONS] VARIANT --split PLIES [-o FILE]
       kamen perft --sum [FILE]...
       kamen perft [OPTIONS] --suite FILE...";

/// The examples of `kamen perft --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen perft czech 10                                   perft <depth> <nodes> <seconds> <Mnps>
  kamen perft international 5 --fen 'W:WK46:B14,23' --divide
  kamen perft frisian 9 --threads 8 --hash 1024          all cores and a table of 1 GiB
  kamen perft english 8 --count paths                    each order of capture is a move
  kamen perft turkish 6 --json                           one JSON object
  kamen perft --suite my.perft my.moves                  check files of known numbers
  kamen perft russian 6 --against 'python3 other.py'     where does another program differ?
  kamen perft killer --split 5 -o split.txt              positions after five plies, to be counted
  kamen perft killer 9 --positions split.txt -o done.txt   ... anywhere, resumed if interrupted
  kamen perft --sum done.txt                             ... and added up";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    #[arg(required_unless_present_any = ["suite", "sum"], conflicts_with_all = ["suite", "sum"])]
    variant: Option<Variant>,
    /// The longest sequence, in plies; with --positions, that below each of them
    #[arg(value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    #[arg(required_unless_present_any = ["suite", "sum", "split"], conflicts_with = "split")]
    depth: Option<u32>,
    /// The position; the start position if missing
    #[arg(long, conflicts_with_all = ["suite", "sum", "positions"])]
    fen: Option<String>,
    /// Captures with the same start, end and captured pieces are one move, or one for each path
    #[arg(long, default_value = "unique", value_parser = counting_parser())]
    #[arg(conflicts_with_all = ["suite", "sum"])]
    count: Counting,
    /// Threads that count at the same time
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Remember counts in a table of that many MiB; it compares whole positions, so the result is
    /// exact; the seconds that it takes to lay it out count for the first depth
    #[arg(long, value_name = "MB", conflicts_with_all = ["suite", "full", "split", "sum"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    hash: Option<u32>,
    /// Make every last position instead of counting the moves that lead there
    #[arg(long, conflicts_with_all = ["split", "sum"])]
    full: bool,
    /// Count one position at a time, also where the processor can count eight (AVX-512)
    #[arg(long, conflicts_with_all = ["split", "sum"])]
    scalar: bool,
    /// Print the result as one JSON object
    #[arg(long, conflicts_with_all = ["suite", "split", "positions", "sum"])]
    json: bool,
    /// Show the count below each move of the position
    #[arg(long, group = "mode")]
    divide: bool,
    /// Check files of known counts, or of moves where the name ends in `.moves`
    #[arg(long, value_name = "FILE", num_args = 1.., group = "mode")]
    suite: Vec<PathBuf>,
    /// Leave out counts of a suite that are higher
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u128>,
    /// Find the first position where another program differs (perft/AGAINST.md)
    #[arg(long, value_name = "COMMAND", group = "mode")]
    against: Option<String>,
    /// Seconds that the other program has for an answer
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        requires = "against"
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,
    /// Write the distinct positions after that many plies with the number of sequences that lead
    /// there (perft/DISTRIBUTED.md)
    #[arg(long, value_name = "PLIES", groups = ["mode", "lines"])]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    split: Option<u32>,
    /// Count below each position of a file that --split wrote, or a part of it; - is standard input
    #[arg(long, value_name = "FILE", groups = ["mode", "lines"])]
    positions: Option<PathBuf>,
    /// Where --split and --positions write, instead of standard output; --positions goes on where
    /// it was interrupted
    #[arg(long, short, value_name = "FILE", requires = "lines")]
    output: Option<PathBuf>,
    /// Add up what --positions wrote; standard input without a file
    #[arg(long, value_name = "FILE", group = "mode", num_args = 0..)]
    sum: Option<Vec<PathBuf>>,
}

/// Reads a [`Counting`].
fn counting_parser() -> impl TypedValueParser<Value = Counting> {
    let names = [Counting::Unique, Counting::Paths].map(Counting::name);
    PossibleValuesParser::new(names).try_map(|name| name.parse::<Counting>())
}

impl Arguments {
    fn method(&self) -> Method {
        Method {
            counting: self.count,
            full: self.full,
            threads: self.threads as usize,
            scalar: self.scalar,
        }
    }

    fn counter<R: Rules>(&self) -> Result<Counter<R>, PerftError> {
        Ok(match self.hash {
            Some(megabytes) => Counter::with_table(self.method(), megabytes as usize)?,
            None => Counter::new(self.method()),
        })
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    if !arguments.suite.is_empty() {
        return suite::run(arguments, out);
    }
    if let Some(files) = &arguments.sum {
        return distributed::sum(files, out);
    }
    // Without a file of any kind there must be a variant; clap has seen to that.
    let Some(variant) = arguments.variant else {
        return Ok(());
    };
    let position = PositionArguments {
        variant,
        fen: arguments.fen.clone(),
    };
    if let Some(plies) = arguments.split {
        return distributed::split(arguments, &position, plies, out);
    }
    let depth = arguments.depth.unwrap_or(1);
    if let Some(input) = &arguments.positions {
        return distributed::count(arguments, variant, depth, input, out);
    }
    match &arguments.against {
        Some(command) => against::run(arguments, &position, depth, command, out),
        None => count::run(arguments, &position, depth, out),
    }
}

/// A bar on standard error that shows how far a count is; nothing where that is no terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let template = "{msg} {bar:40} {pos}/{len} {elapsed} (left {eta})";
        Bar(styled(ProgressBar::new(0), template))
    }

    /// Begins anew.
    fn show(&self, what: String) {
        self.0.reset();
        self.0.set_message(what);
    }

    /// Makes room for results.
    fn clear(&self) {
        self.0.finish_and_clear();
    }
}

impl Progress for Bar {
    fn begin(&self, pieces: usize) {
        self.0.set_length(pieces as u64);
        self.0.set_position(0);
    }

    fn advance(&self) {
        self.0.inc(1);
    }
}

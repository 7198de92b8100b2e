//! `kamen perft`: counts, suites, comparison with other programs, and distributed counts.

mod against;
mod count;
mod distributed;
mod error;
mod results;
mod suite;

pub use error::PerftError;

use super::arguments::{FenArgument, is_like_a_fen};
use super::notation::MoveNotation;
use super::progress::styled;
use super::{CliError, file_parser, variant_parser};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::ProgressBar;
use kamen_core::rules::Variant;
use kamen_perft::{Counter, Counting, MAX_DEPTH, Method, Progress, Vectors};
use std::io::Write;
use std::path::PathBuf;

/// The usage lines of `kamen perft`.
pub(super) const USAGE: &str = "\
kamen perft [OPTIONS] VARIANT DEPTH [FEN]
       kamen perft [OPTIONS] VARIANT DEPTH [FEN] --against COMMAND
       kamen perft [OPTIONS] VARIANT DEPTH --positions FILE [-o FILE]
       kamen perft [OPTIONS] VARIANT --split PLIES [--fen FEN] [-o FILE]
       kamen perft --sum [FILE]...
       kamen perft [OPTIONS] --suite FILE...";

/// The examples of `kamen perft --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen perft czech 10                                   perft <depth> <nodes> <seconds> <Mnps>
  kamen perft international 5 'W:WK46:B14,23' --divide
  kamen perft czech 5 --divide --hub                     moves as other programs write them
  kamen perft frisian 9 --threads 8 --hash 1024          all cores and a table of 1 GiB
  kamen perft english 8 --count paths                    each capture route is a move
  kamen perft turkish 6 --json                           one JSON object
  kamen perft --suite my.perft my.moves                  check files of known counts
  kamen perft russian 6 --against 'python3 other.py'     where does another program differ?
  kamen perft killer --split 5 -o split.txt              positions after five plies, to be counted
  kamen perft killer 9 --positions split.txt -o done.txt   ... anywhere, resumed if interrupted
  kamen perft --sum done.txt                             ... and summed";

#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    #[arg(required_unless_present_any = ["suite", "sum"], conflicts_with_all = ["suite", "sum"])]
    variant: Option<Variant>,
    /// Perft depth, in plies; with --positions, below each of them
    #[arg(value_parser = depth_parser)]
    #[arg(required_unless_present_any = ["suite", "sum", "split"], conflicts_with = "split")]
    depth: Option<u32>,
    #[command(flatten)]
    fen: FenArgument,
    /// Count captures with the same start, end and captured pieces once, or once per route
    #[arg(long, default_value = "unique", value_parser = counting_parser())]
    #[arg(conflicts_with_all = ["suite", "sum"])]
    count: Counting,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Transposition table of MB MiB; it compares whole positions, so results are exact; allocating
    /// it counts towards the time of the first depth
    #[arg(long, value_name = "MB", conflicts_with_all = ["suite", "full", "split", "sum"])]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    hash: Option<u32>,
    /// Make the moves of the last ply instead of counting them
    #[arg(long, conflicts_with_all = ["split", "sum"])]
    full: bool,
    /// Count many positions at once in vectors of so many bits, if the processor has them [default: the widest]
    #[arg(long, value_name = "BITS", conflicts_with_all = ["split", "sum"], value_parser = vectors_parser())]
    vectors: Option<Vectors>,
    /// Count one position at a time, as --vectors none
    #[arg(long, conflicts_with_all = ["split", "sum", "vectors"])]
    scalar: bool,
    /// Print the result as one JSON object
    #[arg(long, conflicts_with_all = ["suite", "split", "positions", "sum"])]
    json: bool,
    /// Show the count below each move of the position, and their sum
    #[arg(long, group = "mode")]
    divide: bool,
    #[command(flatten)]
    notation: MoveNotation,
    /// Check files of known counts, or of legal moves if the name ends in `.moves`
    #[arg(long, value_name = "FILE", num_args = 1.., group = "mode", conflicts_with_all = FenArgument::IDS)]
    suite: Vec<PathBuf>,
    /// Skip suite counts above N
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u128>,
    /// Find the first position where another program's counts differ (perft/AGAINST.md)
    #[arg(long, value_name = "COMMAND", group = "mode")]
    against: Option<String>,
    /// Seconds allowed for each answer of the other program
    #[arg(
        long,
        value_name = "SECONDS",
        default_value_t = 60,
        requires = "against"
    )]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    timeout: u32,
    /// Write the distinct positions after PLIES plies, each with its number of move sequences
    /// (perft/DISTRIBUTED.md)
    #[arg(long, value_name = "PLIES", groups = ["mode", "lines"])]
    #[arg(value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)))]
    split: Option<u32>,
    /// Run perft from each position of a file, or part of a file, written by --split; - is standard
    /// input
    #[arg(long, value_name = "FILE", groups = ["mode", "lines"], conflicts_with_all = FenArgument::IDS)]
    positions: Option<PathBuf>,
    /// Output file of --split and --positions, instead of standard output; --positions resumes from
    /// it
    #[arg(long, short, alias = "output", value_name = "FILE", requires = "lines")]
    #[arg(value_parser = file_parser())]
    out: Option<PathBuf>,
    /// Sum the counts written by --positions; without a file, from standard input
    #[arg(long, value_name = "FILE", group = "mode", num_args = 0.., conflicts_with_all = FenArgument::IDS)]
    sum: Option<Vec<PathBuf>>,
}

/// Parses the depth; says where a position belongs that stands in its place.
fn depth_parser(text: &str) -> Result<u32, String> {
    if is_like_a_fen(text) {
        return Err("a position comes after the depth, or as --fen".to_owned());
    }
    let depth = text.parse().ok();
    let depth = depth.filter(|depth| (1..=MAX_DEPTH).contains(depth));
    depth.ok_or_else(|| format!("expected a number of plies from 1 to {MAX_DEPTH}"))
}

/// Parses what vectors may be used.
fn vectors_parser() -> impl TypedValueParser<Value = Vectors> {
    PossibleValuesParser::new(["512", "256", "none"]).map(|bits| match bits.as_str() {
        "256" => Vectors::Narrow,
        "none" => Vectors::None,
        _ => Vectors::Widest,
    })
}

/// Parses a [`Counting`].
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
            vectors: match self.scalar {
                true => Vectors::None,
                false => self.vectors.unwrap_or_default(),
            },
        }
    }

    fn counter(&self, variant: Variant) -> Result<Counter, PerftError> {
        Ok(match self.hash {
            Some(megabytes) => Counter::with_table(variant, self.method(), megabytes as usize)?,
            None => Counter::new(variant, self.method()),
        })
    }
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    if arguments.notation.is_given() && !arguments.divide {
        let message = "--letters, --numbers and --hub are for the moves of --divide";
        return Err(CliError::Usage(message.to_owned()));
    }
    if !arguments.suite.is_empty() {
        return suite::run(arguments, out);
    }
    if let Some(files) = &arguments.sum {
        return distributed::sum(files, out);
    }
    // clap requires a variant unless a file option is given.
    let Some(variant) = arguments.variant else {
        return Ok(());
    };
    let position = arguments.fen.position(variant)?;
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

/// A progress bar of a count on standard error; hidden unless that is a terminal.
struct Bar(ProgressBar);

impl Bar {
    fn new() -> Bar {
        let template = "{msg} {bar:40} {pos}/{len} {elapsed} (left {eta})";
        Bar(styled(ProgressBar::new(0), template))
    }

    /// Restarts the bar with a new label.
    fn show(&self, what: String) {
        self.0.reset();
        self.0.set_message(what);
    }

    /// Clears the bar before results are printed.
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

//! `kamen-perft`: checks the engine against the perft suites.
//!
//! Results go to stdout, progress to stderr if that is a terminal. The exit status is 0 for
//! success, 1 if a check failed, 2 if the command line or a file it names is at fault.

mod speed;

use clap::Parser;
use indicatif::ProgressBar;
use kamen_perft::Method;
use kamen_perft::suite::runner::Options;
use kamen_perft::suite::{check, read};
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// Check the engine's move generation against known node counts and move lists.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Examples:\n  \
        kamen-perft                        all suites in full, and the speed of each variant\n  \
        kamen-perft --max-nodes 1000000    a quick check of a few seconds\n  \
        kamen-perft --full --threads 8     make every move, on eight threads\n  \
        kamen-perft --suite my.perft       check only this file\n  \
        kamen-perft --speed                the speed and nothing else"
)]
struct Args {
    /// Skip counts above N nodes, e.g. 1000000.
    #[arg(long, value_name = "N", conflicts_with = "speed")]
    max_nodes: Option<u128>,
    /// Check these files instead of the built-in suites: my.perft with counts, my.moves with legal
    /// moves.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "speed")]
    suite: Vec<PathBuf>,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "speed")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..=1024))]
    threads: u32,
    /// Make the moves of the last ply instead of counting them.
    #[arg(long, conflicts_with = "speed")]
    full: bool,
    /// Measure the speed of each variant on one thread instead of checking anything.
    #[arg(long)]
    speed: bool,
}

#[derive(Debug, Error)]
enum RunError {
    #[error("cannot read {}: {error}, expected a suite file", path.display())]
    Read { path: PathBuf, error: io::Error },
    #[error("cannot write results: {0}")]
    Write(#[from] io::Error),
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        // A reader that closes the pipe, as `head` does, is not an error.
        Err(RunError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "kamen-perft: {error}");
            ExitCode::from(2)
        }
    }
}

/// Runs the command; returns whether every check passed.
fn run(args: &Args) -> Result<bool, RunError> {
    let mut out = io::stdout();
    if args.speed {
        speed::print(&mut out, &())?;
        return Ok(true);
    }
    let options = Options {
        max_nodes: args.max_nodes,
        method: Method {
            full: args.full,
            threads: args.threads as usize,
            ..Method::default()
        },
    };
    let line = ProgressBar::new_spinner();
    let total = check(
        &suites(&args.suite)?,
        &options,
        &mut out,
        |what| match what {
            Some(what) => {
                line.reset();
                line.set_message(what.to_owned());
            }
            None => line.finish_and_clear(),
        },
    )?;
    if args.suite.is_empty() && args.max_nodes.is_none() {
        speed::print(&mut out, &())?;
    }
    out.flush()?;
    Ok(total.failed == 0)
}

/// Names and texts of the suites to check.
fn suites(files: &[PathBuf]) -> Result<Vec<(String, String)>, RunError> {
    if files.is_empty() {
        let owned = |(name, text): (&str, &str)| (name.to_owned(), text.to_owned());
        return Ok(kamen_perft::suites().into_iter().map(owned).collect());
    }
    let read = |path: &PathBuf| {
        read(path).map_err(|error| RunError::Read {
            path: path.clone(),
            error,
        })
    };
    files.iter().map(read).collect()
}

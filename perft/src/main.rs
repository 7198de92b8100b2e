//! `kamen-perft`: holds the engine against the perft suites.
//!
//! Results go to stdout; progress goes to stderr, and only to a terminal. The exit status is 0
//! if all is well, 1 if a check failed, 2 if the command line or a file named there is at fault.

use clap::Parser;
use kamen_perft::report::Report;
use kamen_perft::{SUITES, runner};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use thiserror::Error;

/// Check the engine's move generation against known node counts and move lists.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Examples:\n  \
        kamen-perft                        all suites in full\n  \
        kamen-perft --max-nodes 1000000    what can be done in a second\n  \
        kamen-perft --suite my.perft       a file of your own and nothing else"
)]
struct Args {
    /// Leave out counts of more nodes, e.g. 1000000.
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
    /// Check this file instead of the built-in suites, e.g. my.perft, or my.moves with lists of
    /// moves. May be given several times.
    #[arg(long, value_name = "FILE")]
    suite: Vec<PathBuf>,
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
        // Whoever reads the results has seen enough.
        Err(RunError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("kamen-perft: {error}");
            ExitCode::from(2)
        }
    }
}

/// Whether every check succeeded.
fn run(args: &Args) -> Result<bool, RunError> {
    let mut report = Report::new(io::stdout());
    for (name, text) in texts(&args.suite)? {
        let loaded = runner::load(&name, &text);
        report.suite(&name, &loaded.broken)?;
        for job in &loaded.jobs {
            show_progress(&format!("{name} {} ...", job.id));
            let outcome = job.run(args.max_nodes);
            show_progress("");
            report.position(&job.id, &outcome)?;
        }
    }
    Ok(report.finish()?.failed == 0)
}

/// Names and texts of the suites to check.
fn texts(files: &[PathBuf]) -> Result<Vec<(String, String)>, RunError> {
    if files.is_empty() {
        let owned = |&(name, text): &(&str, &str)| (name.to_owned(), text.to_owned());
        return Ok(SUITES.iter().map(owned).collect());
    }
    let read = |path: &PathBuf| match std::fs::read(path) {
        // What is not UTF-8 is a broken line, not the end of the file.
        Ok(bytes) => Ok((
            path.display().to_string(),
            String::from_utf8_lossy(&bytes).into_owned(),
        )),
        Err(error) => Err(RunError::Read {
            path: path.clone(),
            error,
        }),
    };
    files.iter().map(read).collect()
}

/// Writes over the last line of the terminal.
fn show_progress(text: &str) {
    let mut terminal = io::stderr();
    if terminal.is_terminal() {
        // Progress that cannot be shown is no reason to stop.
        let _ = write!(terminal, "\r\x1b[K{text}").and_then(|()| terminal.flush());
    }
}

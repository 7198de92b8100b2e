//! `kamen pdn`: works with PDN files.

mod check;
mod file;

use super::CliError;
use std::io::Write;

/// The subcommands of `kamen pdn`.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Replay every game by the rules and report faults
    #[command(after_help = check::EXAMPLES)]
    Check(check::Arguments),
}

/// Why a check failed; the faults themselves are printed as they are found.
#[derive(Debug, thiserror::Error)]
pub enum PdnError {
    /// The files have faults.
    #[error("{0} found")]
    Faults(String),
    /// Some files cannot be read.
    #[error("{0} not read")]
    Unread(String),
}

pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<(), CliError> {
    match command {
        Command::Check(arguments) => check::run(arguments, out),
    }
}

/// A count with its noun: `1 game`, `2 games`.
fn count(number: usize, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

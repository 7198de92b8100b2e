//! `kamen tables`: makes, verifies and looks up endgame tables.

mod make;
mod probe;
mod stat;

use super::CliError;
use crate::rules::Variant;
use crate::tables::{Folder, MOST_PIECES, Tables};
use std::io::Write;
use std::path::PathBuf;

/// The subcommands of `kamen tables`.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Make the tables of all positions with so many pieces or fewer
    #[command(after_help = make::EXAMPLES)]
    Make(make::Arguments),
    /// Verify every value against those that its moves lead to
    #[command(after_help = "Example:\n  kamen tables verify czech")]
    Verify(make::VerifyArguments),
    /// Print a Makefile by which several processes or machines make tables together
    #[command(after_help = make::PLAN)]
    Plan(make::PlanArguments),
    /// Count wins, draws and losses, and the bits they take
    #[command(
        after_help = "Examples:\n  kamen tables stat czech\n  kamen tables stat czech --json"
    )]
    Stat(stat::Arguments),
    /// List the tables of all variants
    #[command(after_help = "Example:\n  kamen tables list")]
    List(stat::ListArguments),
    /// Look up a position and its moves
    #[command(after_help = probe::EXAMPLES)]
    Probe(probe::Arguments),
}

/// Where the tables are.
#[derive(Debug, clap::Args)]
struct FolderArgument {
    /// The folder of all tables, with a folder for each variant
    #[arg(long = "dir", value_name = "FOLDER", default_value = "tables")]
    dir: PathBuf,
}

impl FolderArgument {
    /// The folder of a variant.
    fn of(&self, variant: Variant) -> Folder {
        Folder::new(&self.dir, variant)
    }

    /// The tables in the folder of a variant.
    ///
    /// # Errors
    /// If a file cannot be used.
    fn tables(&self, variant: Variant) -> Result<Tables, CliError> {
        let mut tables = Tables::new(variant);
        match tables
            .add_folder(self.of(variant).path(), MOST_PIECES)
            .pop()
        {
            Some(problem) => Err(CliError::Tables(problem.into())),
            None => Ok(tables),
        }
    }
}

pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<(), CliError> {
    match command {
        Command::Make(arguments) => make::run(arguments, out),
        Command::Verify(arguments) => make::verify(arguments, out),
        Command::Plan(arguments) => make::plan(arguments, out),
        Command::Stat(arguments) => stat::run(arguments, out),
        Command::List(arguments) => stat::list(arguments, out),
        Command::Probe(arguments) => probe::run(arguments, out),
    }
}

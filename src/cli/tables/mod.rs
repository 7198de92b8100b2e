//! `kamen tables`: makes, verifies and looks up endgame tables.

mod embed;
mod make;
mod plan;
mod probe;
mod stat;

use super::CliError;
use super::paths::folder_parser;
use kamen_core::rules::Variant;
use kamen_tables::{Folder, MOST_PIECES, Tables};
use std::io::Write;
use std::path::PathBuf;

/// The subcommands of `kamen tables`.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Make the tables of all positions of up to PIECES pieces
    #[command(after_help = make::EXAMPLES)]
    Make(make::Arguments),
    /// Verify every value against those that its moves lead to
    #[command(after_help = "Example:\n  kamen tables verify czech")]
    Verify(make::VerifyArguments),
    /// Print by which steps several processes or machines make tables together
    #[command(after_help = plan::EXAMPLES)]
    Plan(plan::Arguments),
    /// Count wins, draws and losses in the tables, and their size
    #[command(
        after_help = "Examples:\n  kamen tables stat czech\n  kamen tables stat czech --json\n  kamen tables stat czech --codings"
    )]
    Stat(stat::Arguments),
    /// List the tables of all variants
    #[command(after_help = "Example:\n  kamen tables list")]
    List(stat::ListArguments),
    /// Look up a position and its moves
    #[command(after_help = probe::EXAMPLES)]
    Probe(probe::Arguments),
    /// Write the tables that the next build of the program carries
    #[command(after_help = embed::EXAMPLES)]
    Embed(embed::Arguments),
}

/// Where the tables are.
#[derive(Debug, clap::Args)]
struct FolderArgument {
    /// Folder of endgame tables, with a folder for each variant
    #[arg(long = "dir", value_name = "DIR", default_value = "tables", value_parser = folder_parser())]
    dir: PathBuf,
}

impl FolderArgument {
    /// The folder of a variant.
    fn of(&self, variant: Variant) -> Folder {
        Folder::new(&self.dir, variant)
    }

    /// That there are no tables; `how` they would be made.
    fn none(&self, variant: Variant, how: &str) -> CliError {
        CliError::Usage(format!(
            "no tables in {}, expected such as `kamen tables make {variant} 3{how}` makes",
            self.of(variant).path().display(),
        ))
    }

    /// Adds the tables in the folder of the variant.
    ///
    /// # Errors
    /// If a file cannot be used.
    fn add_to(&self, mut tables: Tables) -> Result<Tables, CliError> {
        let folder = self.of(tables.variant());
        match tables.add_folder(folder.path(), MOST_PIECES).pop() {
            Some(problem) => Err(CliError::Tables(problem.into())),
            None => Ok(tables),
        }
    }
}

pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<(), CliError> {
    match command {
        Command::Make(arguments) => make::run(arguments, out),
        Command::Verify(arguments) => make::verify(arguments, out),
        Command::Plan(arguments) => plan::run(arguments, out),
        Command::Stat(arguments) => stat::run(arguments, out),
        Command::List(arguments) => stat::list(arguments, out),
        Command::Probe(arguments) => probe::run(arguments, out),
        Command::Embed(arguments) => embed::run(arguments, out),
    }
}

//! `kamen td`: learns with rated positions, shows them, and repeats the measurements of the 2011 thesis.

mod learn;
mod rows;
mod show;
mod tables;

use crate::LabError;
use kamen_cli::report::Report;
use std::io::Write;

/// The subcommands of `kamen td`.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Play games and learn from them by temporal differences, or learn from games of PDN files
    #[command(after_help = learn::EXAMPLES)]
    Learn(Box<learn::Arguments>),
    /// Show a position with its rating, and its moves with the ratings of what they lead to
    #[command(after_help = show::EXAMPLES)]
    Show(show::Arguments),
    /// Count the positions of files by kind, visits and value
    #[command(after_help = "Example:\n  kamen td stats w.cdb b.cdb")]
    Stats(show::StatsArguments),
    /// Merge files of one variant
    #[command(after_help = "Example:\n  kamen td merge w.cdb b.cdb -o both.cdbz")]
    Merge(show::MergeArguments),
    /// Play depth against depth, one game a cell
    #[command(after_help = tables::TABLES)]
    Tables(tables::TablesArguments),
    /// Measure by depth what alpha-beta leaves out, lone moves, and the time of games
    #[command(after_help = tables::GRAPHS)]
    Graphs(tables::GraphsArguments),
}

pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<(), LabError> {
    match command {
        Command::Learn(arguments) => learn::run(arguments, &mut Report::new(out)),
        Command::Show(arguments) => show::run(arguments, out),
        Command::Stats(arguments) => show::stats(arguments, out),
        Command::Merge(arguments) => show::merge(arguments, out),
        Command::Tables(arguments) => tables::tables(arguments, out),
        Command::Graphs(arguments) => tables::graphs(arguments, out),
    }
}

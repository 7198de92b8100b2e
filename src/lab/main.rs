//! The laboratory of Kamen: the program for those who make evaluations and repeat the university's experiments.

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod chances;
#[cfg(test)]
mod conventions;
mod error;
mod evolve;
mod games;
mod learn;
mod records;
mod selfplay;
mod td;
mod team;
mod train;
mod trees;
mod tune;
mod university;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use error::LabError;
use kamen_cli::arguments::variant_first;
use kamen_cli::command_line;
use kamen_cli::report::Report;
use kamen_files::note;
use std::ffi::OsString;
use std::io::stdout;
use std::process::ExitCode;

/// The laboratory of Kamen: makes evaluations, and repeats the university's experiments.
#[derive(Debug, Parser)]
#[command(
    version,
    after_help = "Examples:\n  kamen-lab learn czech --hours 2 --dir czech\n  kamen-lab trees czech --depth 8\n\n\
        `kamen learn` is the same as `kamen-lab learn`, and so with the other commands."
)]
struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Learn an evaluation: self-play and training in turn
    #[command(after_help = learn::EXAMPLES)]
    Learn(learn::Arguments),
    /// Play games of the engine with itself, for training
    #[command(after_help = selfplay::EXAMPLES)]
    Selfplay(Box<selfplay::Selfplay>),
    /// Search the positions of PDN games, for training
    #[command(after_help = records::EXAMPLES)]
    Records(records::Arguments),
    /// Train an evaluation on games
    #[command(after_help = train::EXAMPLES)]
    Train(train::Arguments),
    /// Tune the parameters of an engine by games (SPSA)
    #[command(after_help = tune::EXAMPLES)]
    Tune(Box<tune::Arguments>),
    /// Fit the chances to win, draw and lose that go with a score
    #[command(after_help = chances::EXAMPLES)]
    Chances(chances::Arguments),
    /// Evolve small neural networks by games
    #[command(after_help = evolve::EXAMPLES)]
    Evolve(evolve::Arguments),
    /// Rate single positions by games (temporal differences)
    #[command(
        subcommand,
        after_help = "Example:\n  kamen td learn czech --games 1000 --shared czech.cdb"
    )]
    Td(td::Command),
    /// Fill the tables of the university's texts, with ours beside them
    #[command(after_help = university::EXAMPLES)]
    University(university::Arguments),
    /// Count the nodes of minimax and alpha-beta by depth
    #[command(after_help = trees::EXAMPLES)]
    Trees(trees::Arguments),
}

fn main() -> ExitCode {
    kamen_cli::start(program)
}

/// Runs the program with the process's command line; returns the exit status.
fn program() -> u8 {
    let command = Lab::command();
    let words = variant_first(&command, std::env::args_os().skip(1).collect());
    let words = std::iter::once(OsString::from("kamen-lab")).chain(words);
    let matches = command_line::read(command, words);
    let lab = Lab::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match run(lab) {
        Ok(()) => 0,
        Err(error) => {
            let status = error.status();
            if status != 0 {
                note(format_args!("kamen-lab: {error}"));
            }
            status
        }
    }
}

fn run(lab: Lab) -> Result<(), LabError> {
    let (out, report) = (&mut stdout(), &mut Report::new(stdout()));
    match lab.command {
        Command::Selfplay(arguments) => selfplay::run(&arguments, report),
        Command::Records(arguments) => records::run(&arguments, report),
        Command::Train(arguments) => train::run(&arguments, report),
        Command::Learn(arguments) => learn::run(&arguments, report),
        Command::Tune(arguments) => tune::run(&arguments, report),
        Command::Chances(arguments) => chances::run(&arguments, out),
        Command::Evolve(arguments) => evolve::run(&arguments, report),
        Command::Td(command) => td::run(&command, out),
        Command::University(arguments) => university::run(&arguments, out),
        Command::Trees(arguments) => trees::run(&arguments, out),
    }
}

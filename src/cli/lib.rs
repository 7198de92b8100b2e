//! The command line of Kamen, one file per subcommand, and what `kamen-lab` shares of it. Begin with [`program`].

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]

mod analyze;
pub mod arguments;
mod bench;
mod board;
mod book;
mod collected;
pub mod command_line;
mod completions;
pub mod cpu;
mod dxp;
mod ending;
mod eval;
mod exercises;
pub mod json;
pub mod lab;
mod man;
pub mod r#match;
mod memory;
mod moves;
pub mod notation;
pub mod paths;
pub mod pdn;
mod perft;
mod play;
mod problem;
pub mod progress;
pub mod report;
#[cfg(feature = "serve")]
mod serve;
mod start;
pub mod status;
pub mod stop;
mod survey;
pub mod table;
mod tables;
mod variants;

use bench::SuiteError;
use board::BoardError;
use book::BookFailure;
use pdn::PdnError;
use perft::PerftError;

pub use start::start;

use arguments::{
    EvalArgument, PositionArguments, color_parser, option_parser, seconds_parser, variant_parser,
};
use paths::{file_parser, output_parser};

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use kamen_book::BuildError;
use kamen_core::notation::PositionError;
use kamen_engine::Options;
use kamen_eval::Choice;
use kamen_eval::weights::{Weights, WeightsError};
use kamen_files::{JournalError, LockError, PartsError, note};
use kamen_frontend::StartError;
use kamen_frontend::dxp::DxpError;
use kamen_frontend::hub::HubSettings;
use kamen_progress::SurveyError;
use kamen_search::EngineError;
use kamen_tables::MakeError;
use kamen_tournament::{LedgerError, MergeError, OpeningError, RunError};
use std::ffi::OsString;

/// Kamen, a draughts engine.
#[derive(Debug, Parser)]
#[command(
    name = "kamen",
    version,
    about = "Kamen, a draughts engine: play, analyse, test and learn, in 22 variants",
    long_about = "Kamen, a draughts engine: play, analyse, test and learn, in 22 variants.\n\n\
        Without a command it speaks the Hub protocol (version 2) on standard input and output.\n\
        Set RUST_LOG to log to standard error, for example RUST_LOG=debug.",
    after_help = "\
Examples:
  kamen play czech                                        a game in the terminal
  kamen serve --open                                      a board in the browser
  kamen match czech --engine kamen depth=6 --engine hard  a match
  kamen analyze games.pdn --html games.html               games with their mistakes marked
  kamen perft international 9                             move sequences, counted
  kamen                                                   the engine, for a program that speaks Hub

kamen help COMMAND explains a command. Those of Learn are in a second program, kamen-lab."
)]
#[command(args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    hub: Hub,
}

#[derive(Debug, Args)]
struct Hub {
    /// The name by which the engine calls itself, to tell two of them apart
    #[arg(long, default_value = "Kamen", value_parser = NonEmptyStringValueParser::new())]
    name: String,
    /// Write a line only when the one before it was read (for at most 50 ms), as py-draughts needs it
    #[arg(long)]
    line_by_line: bool,
    #[command(flatten)]
    eval: EvalArgument,
    /// Declare the numbers of the search as parameters, for tuning
    #[arg(long)]
    tunable: bool,
}

/// Speaks Hub, starting with the given evaluation and the variant of its file.
///
/// # Errors
/// The file of weights cannot be used, or no thread can be started.
fn hub(arguments: Hub) -> Result<(), CliError> {
    let mut options = Options::default();
    if let Choice::File(path) = &arguments.eval.choice {
        options.variant = Weights::read(path)?.origin.variant;
    }
    options.eval = arguments.eval.choice;
    options.is_tunable = arguments.tunable;
    kamen_frontend::hub::run(HubSettings {
        options,
        name: arguments.name,
        is_line_by_line: arguments.line_by_line,
    })
    .map_err(CliError::Thread)
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play in the terminal, against the engine or a built-in player
    #[command(after_help = play::EXAMPLES)]
    Play(Box<play::Arguments>),
    /// Speak the Hub protocol (also without a command)
    #[command(after_help = "Example:\n  printf 'hub\\nquit\\n' | kamen hub")]
    Hub(Hub),
    /// Serve a board in the browser, Hub and JSON over a network
    #[cfg(feature = "serve")]
    #[command(after_help = serve::EXAMPLES)]
    Serve(Box<serve::Arguments>),
    /// Play over a network by DXP (DamExchange)
    #[command(after_help = dxp::EXAMPLES)]
    Dxp(Box<dxp::Arguments>),
    /// Mark mistakes in games: annotated PDN, a page with a board, JSON
    #[command(after_help = analyze::EXAMPLES)]
    Analyze(Box<analyze::Arguments>),
    /// Make exercises of games: positions in which one move wins
    #[command(after_help = exercises::EXAMPLES)]
    Exercises(Box<exercises::Arguments>),
    /// Say whether problems are sound: one solution, no other
    #[command(after_help = problem::EXAMPLES)]
    Problem(Box<problem::Arguments>),
    /// Explain the evaluation of a position: by term, by area, by search
    #[command(after_help = eval::EXAMPLES)]
    Eval(Box<eval::Arguments>),
    /// List the legal moves of a position
    #[command(after_help = moves::EXAMPLES)]
    Moves(moves::Arguments),
    /// Draw a position, as text or as an SVG file
    #[command(after_help = board::EXAMPLES)]
    Board(board::Arguments),
    /// List the variants and their rules
    #[command(after_help = variants::EXAMPLES)]
    Variants(variants::Arguments),
    /// Play matches and tournaments between engines
    #[command(after_help = r#match::EXAMPLES)]
    Match(Box<r#match::Arguments>),
    /// Count move sequences (perft), check another move generator
    #[command(override_usage = perft::USAGE, after_help = perft::EXAMPLES)]
    Perft(perft::Arguments),
    /// Measure the speed of the search, or solve tactics suites
    #[command(after_help = bench::EXAMPLES)]
    Bench(bench::Arguments),
    /// Check, show, convert and count games in PDN
    #[command(subcommand, after_help = "Example:\n  kamen pdn check games.pdn")]
    Pdn(pdn::Command),
    /// Make, show and check opening books
    #[command(subcommand, after_help = "Example:\n  kamen book show czech")]
    Book(book::Command),
    /// Show and remove what David or the engine remembers of games
    #[command(subcommand, after_help = memory::EXAMPLES)]
    Memory(memory::Command),
    /// Make, verify and look up endgame tables
    #[command(subcommand, after_help = "Example:\n  kamen tables make czech 4")]
    Tables(tables::Command),
    /// Say how far long jobs are, on one machine or many
    #[command(after_help = survey::EXAMPLES)]
    Status(survey::Arguments),
    /// Print what lets a shell complete commands and options
    #[command(after_help = completions::EXAMPLES)]
    Completions(completions::Arguments),
    /// Write manual pages
    #[command(after_help = man::EXAMPLES)]
    Man(man::Arguments),
}

/// What each command is for; those of [`lab::COMMANDS`] come after them.
const GROUPS: [(&str, &[&str]); 5] = [
    (
        "Play",
        &[
            "play",
            #[cfg(feature = "serve")]
            "serve",
            "hub",
            "dxp",
        ],
    ),
    (
        "Analyse",
        &[
            "analyze",
            "exercises",
            "problem",
            "eval",
            "moves",
            "board",
            "variants",
        ],
    ),
    ("Test", &["match", "perft", "bench"]),
    ("Files", &["pdn", "book", "memory", "tables", "status"]),
    ("Install", &["completions", "man"]),
];

/// The command line of `kamen`, its commands in groups in the help.
pub fn command() -> clap::Command {
    let command = Cli::command();
    let entry = |name: &str, about: &str| format!("  {name:<11} {about}\n");
    let mut list = String::new();
    for (title, names) in GROUPS {
        list += &format!("{title}:\n");
        for name in names {
            let found = command.find_subcommand(name);
            let about = found
                .and_then(|found| found.get_about())
                .map(ToString::to_string);
            list += &entry(name, &about.unwrap_or_default());
        }
        list.push('\n');
    }
    list += "Learn:\n";
    for (name, about) in lab::COMMANDS {
        list += &entry(name, about);
    }
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}\nOptions:\n{{options}}{{after-help}}\n"
    );
    command.help_template(template)
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The arguments cannot be used.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// A count failed.
    #[error(transparent)]
    Perft(#[from] PerftError),
    /// No board is drawn.
    #[error(transparent)]
    Board(#[from] BoardError),
    /// A PDN file has faults or cannot be read.
    #[error(transparent)]
    Pdn(#[from] PdnError),
    /// A tactics suite cannot be used.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// Problems are not sound.
    #[error("{0}")]
    Problem(String),
    /// Arguments contradict each other.
    #[error("{0}")]
    Usage(String),
    /// The openings cannot be used.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The files of a tournament cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// Journals cannot be put together.
    #[error(transparent)]
    Merge(#[from] MergeError),
    /// The parts of work cannot be put together.
    #[error(transparent)]
    Parts(#[from] PartsError),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The files of long jobs cannot be looked at.
    #[error(transparent)]
    Survey(#[from] SurveyError),
    /// A file cannot be locked.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// A tournament was not completed.
    #[error(transparent)]
    Tournament(#[from] RunError),
    /// No position can be searched.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// There is no server.
    #[cfg(feature = "serve")]
    #[error(transparent)]
    Serve(#[from] kamen_serve::ServeError),
    /// The user stopped the work.
    #[error("{0}")]
    Stopped(String),
    /// DXP failed.
    #[error(transparent)]
    Dxp(#[from] DxpError),
    /// Weights cannot be used.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// An opening book cannot be made or used.
    #[error(transparent)]
    Book(#[from] BookFailure),
    /// Endgame tables cannot be made or used.
    #[error(transparent)]
    Tables(#[from] MakeError),
    /// The other program has failed, with this status, and has said why.
    #[error("kamen-lab failed")]
    Other(u8),
    /// A memory of games cannot be used.
    #[error(transparent)]
    Remembered(#[from] memory::MemoryFailure),
    /// Out of memory.
    #[error("no memory for {0}")]
    Memory(&'static str),
    /// The player cannot be started.
    #[error(transparent)]
    Start(#[from] StartError),
    /// A thread cannot be started, mostly for want of memory.
    #[error("cannot start a thread: {0}")]
    Thread(std::io::Error),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
}

impl CliError {
    /// The exit status: 0 for success, 1 if the work failed, 2 if the command line or a file it
    /// names is at fault.
    pub fn status(&self) -> u8 {
        status::status(self)
    }
}

impl From<BuildError> for CliError {
    fn from(error: BuildError) -> CliError {
        match error {
            BuildError::Engine(error) => error.into(),
            BuildError::Parts(error) => error.into(),
        }
    }
}

/// Runs the program with the process's command line. Returns the exit status: 0 for success, 1 if
/// the work failed, 2 if the command line or a file it names is at fault.
pub fn program() -> u8 {
    program_with(std::env::args_os().skip(1).collect())
}

/// As [`program`], with these arguments in place of those of the process.
pub fn program_with(arguments: Vec<OsString>) -> u8 {
    if let Some(words) = lab::words(&arguments) {
        return lab::run(&words);
    }
    let command = command();
    let arguments = arguments::variant_first(&command, arguments);
    let words = std::iter::once(OsString::from("kamen")).chain(arguments);
    let matches = command_line::read(command, words);
    let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    match run(cli) {
        Ok(()) => 0,
        Err(error) => {
            let status = error.status();
            if status != 0 && !matches!(error, CliError::Other(_)) {
                note(format_args!("kamen: {error}"));
            }
            status
        }
    }
}

/// Runs the subcommand.
fn run(cli: Cli) -> Result<(), CliError> {
    let out = &mut std::io::stdout();
    match cli.command {
        None => hub(cli.hub)?,
        Some(Command::Hub(arguments)) => hub(arguments)?,
        #[cfg(feature = "serve")]
        Some(Command::Serve(arguments)) => serve::run(&arguments, out)?,
        Some(Command::Dxp(arguments)) => dxp::run(*arguments, out)?,
        Some(Command::Perft(arguments)) => perft::run(&arguments, out)?,
        Some(Command::Moves(arguments)) => moves::run(&arguments, out)?,
        Some(Command::Board(arguments)) => board::run(&arguments, out)?,
        Some(Command::Pdn(command)) => pdn::run(&command, out)?,
        Some(Command::Variants(arguments)) => variants::run(&arguments, out)?,
        Some(Command::Match(arguments)) => r#match::run(&arguments, out)?,
        Some(Command::Bench(arguments)) => bench::run(&arguments, out)?,
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, out)?,
        Some(Command::Exercises(arguments)) => exercises::run(&arguments, out)?,
        Some(Command::Problem(arguments)) => problem::run(&arguments, out)?,
        Some(Command::Play(arguments)) => play::run(&arguments, out)?,
        Some(Command::Eval(arguments)) => eval::run(&arguments, out)?,
        Some(Command::Book(command)) => book::run(&command, out)?,
        Some(Command::Memory(command)) => memory::run(&command, out)?,
        Some(Command::Tables(command)) => tables::run(&command, out)?,
        Some(Command::Status(arguments)) => survey::run(&arguments, out)?,
        Some(Command::Completions(arguments)) => completions::run(&arguments, out)?,
        Some(Command::Man(arguments)) => man::run(&arguments, out)?,
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_shows_every_command_once() {
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        let command = Cli::command();
        let mut all: Vec<&str> = command
            .get_subcommands()
            .map(clap::Command::get_name)
            .collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
        let help = super::command().render_help().to_string();
        for name in all
            .iter()
            .copied()
            .chain(lab::COMMANDS.map(|(name, _)| name))
        {
            assert_eq!(
                help.matches(&format!("\n  {name} ")).count(),
                1,
                "{name}: {help}"
            );
        }
        let (commands, _) = help.split_once("\nOptions:").unwrap();
        assert!(commands.lines().all(|line| line.len() <= 80), "{help}");
    }
}

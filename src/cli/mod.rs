//! The command line, one file per subcommand. Begin with [`program`].

mod analyze;
mod bench;
mod board;
mod book;
mod chances;
mod dxp;
mod ending;
mod eval;
mod evolve;
mod json;
mod learn;
mod r#match;
mod moves;
mod notation;
mod pdn;
mod perft;
mod play;
mod progress;
mod selfplay;
mod status;
mod stop;
mod table;
mod tables;
mod td;
mod train;
mod tune;
mod variants;

use bench::SuiteError;
use board::BoardError;
use book::BookFailure;
use pdn::PdnError;
use perft::PerftError;

use crate::board::Color;
use crate::engine::Options;
use crate::eval::weights::{Kind, Weights, WeightsError};
use crate::eval::{Choice, Evaluation};
use crate::frontend::dxp::DxpError;
use crate::frontend::hub::HubSettings;
use crate::game::AnyPosition;
use crate::notation::PositionError;
use crate::rules::Variant;
use crate::search::{Engine, EngineError};
use crate::tables::{Folder, MOST_PIECES, MakeError, Tables};
use crate::tournament::{LedgerError, OpeningError, RunError};
use crate::training::dataset::DatasetError;
use crate::training::evolve::EvolveError;
use crate::training::learn::LearnError;
use crate::training::record::RecordError;
use crate::training::selfplay::SelfPlayError;
use crate::training::td::TdError;
use crate::training::tune::TuneError;
use crate::util::{JournalError, note};
use clap::builder::{
    NonEmptyStringValueParser, PathBufValueParser, PossibleValue, PossibleValuesParser,
    TypedValueParser,
};
use clap::{Args, Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Kamen, a draughts engine.
#[derive(Debug, Parser)]
#[command(
    version,
    about = "Kamen, a draughts engine that other programs drive",
    long_about = "Kamen, a draughts engine that other programs drive.\n\n\
        Without a command it speaks the Hub protocol (version 2) on standard input and output.\n\
        Set RUST_LOG to log to standard error, for example RUST_LOG=debug.",
    after_help = "Examples:\n  kamen\n  kamen perft international 9\n  kamen moves czech --fen W:Wc3:Bd4"
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
    /// Declare the numbers of the search as parameters, for those who tune them
    #[arg(long)]
    tunable: bool,
    /// The name by which the engine calls itself, to tell two of them apart
    #[arg(long, default_value = "Kamen", value_parser = NonEmptyStringValueParser::new())]
    name: String,
    /// Write a line only when the one before it was read (for at most 50 ms), as py-draughts needs it
    #[arg(long)]
    line_by_line: bool,
    #[command(flatten)]
    eval: EvalArgument,
}

/// Which evaluation to use.
#[derive(Debug, Args)]
struct EvalArgument {
    /// The evaluation: a file of weights, `learned` (those that come with the program) or `hand-made`
    #[arg(
        long = "weights",
        alias = "eval",
        value_name = "FILE",
        default_value = "learned"
    )]
    choice: Choice,
}

impl EvalArgument {
    fn load(&self, variant: Variant) -> Result<Evaluation, WeightsError> {
        Evaluation::load(variant, &self.choice)
    }

    /// An engine with that evaluation, the endgame tables that the program carries and those of a folder, and a
    /// transposition table of 2 to the power of `tt_size` entries.
    fn engine(&self, variant: Variant, tables: &Path, tt_size: u32) -> Result<Engine, CliError> {
        let engine = Engine::with(variant, &self.choice, tt_size)?;
        let mut found = Tables::embedded(variant);
        let folder = Folder::new(tables, variant);
        if let Some(problem) = found.add_folder(folder.path(), MOST_PIECES).pop() {
            return Err(CliError::Tables(problem.into()));
        }
        Ok(engine.with_tables(Arc::new(found)))
    }
}

/// Speaks Hub, starting with the given evaluation and the variant of its file.
///
/// # Errors
/// The file of weights cannot be used.
fn hub(arguments: Hub) -> Result<(), CliError> {
    let mut options = Options::default();
    if let Choice::File(path) = &arguments.eval.choice {
        options.variant = Weights::read(path)?.origin.variant;
    }
    options.eval = arguments.eval.choice;
    options.is_tunable = arguments.tunable;
    crate::frontend::hub::run(HubSettings {
        options,
        name: arguments.name,
        is_line_by_line: arguments.line_by_line,
    });
    Ok(())
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Speak the Hub protocol (also without a command)
    #[command(after_help = "Example:\n  printf 'hub\\nquit\\n' | kamen hub")]
    Hub(Hub),
    /// Play by DXP (DamExchange) over a network
    #[command(after_help = dxp::EXAMPLES)]
    Dxp(Box<dxp::Arguments>),
    /// Count legal move sequences by length (perft)
    #[command(override_usage = perft::USAGE, after_help = perft::EXAMPLES)]
    Perft(perft::Arguments),
    /// List the legal moves of a position
    #[command(after_help = moves::EXAMPLES)]
    Moves(moves::Arguments),
    /// Draw a position, as text or as an SVG file
    #[command(after_help = board::EXAMPLES)]
    Board(board::Arguments),
    /// Play in the terminal, against the engine or a built-in player
    #[command(after_help = play::EXAMPLES)]
    Play(Box<play::Arguments>),
    /// Explain the evaluation of a position: by term, by area, and by search
    #[command(after_help = eval::EXAMPLES)]
    Eval(Box<eval::Arguments>),
    /// Judge the moves of games: annotated PDN, a page with a board, JSON
    #[command(after_help = analyze::EXAMPLES)]
    Analyze(Box<analyze::Arguments>),
    /// Work with PDN files
    #[command(subcommand, after_help = "Example:\n  kamen pdn check games.pdn")]
    Pdn(pdn::Command),
    /// List the variants and their rules
    #[command(after_help = variants::EXAMPLES)]
    Variants(variants::Arguments),
    /// Play matches and tournaments between engines
    #[command(after_help = r#match::EXAMPLES)]
    Match(Box<r#match::Arguments>),
    /// Search a fixed list of positions (node signature and speed), or tactics suites
    #[command(after_help = bench::EXAMPLES)]
    Bench(bench::Arguments),
    /// Evolve small networks in games against minimax:N:basic
    #[command(after_help = evolve::EXAMPLES)]
    Evolve(evolve::Arguments),
    /// Generate self-play games for training
    #[command(after_help = selfplay::EXAMPLES)]
    Selfplay(Box<selfplay::Selfplay>),
    /// Train the weights of an evaluation on games
    #[command(after_help = train::EXAMPLES)]
    Train(train::Arguments),
    /// Fit the chances to win, draw and lose that scores mean to games
    #[command(after_help = chances::EXAMPLES)]
    Chances(chances::Arguments),
    /// Alternate self-play and training, keeping the stronger weights
    #[command(after_help = learn::EXAMPLES)]
    Learn(learn::Arguments),
    /// Tune the parameters of an engine by games (SPSA)
    #[command(after_help = tune::EXAMPLES)]
    Tune(Box<tune::Arguments>),
    /// Learn by rating single positions (temporal differences)
    #[command(
        subcommand,
        after_help = "Example:\n  kamen td learn czech --games 1000 --shared czech.cdb"
    )]
    Td(td::Command),
    /// Make, show and check opening books
    #[command(subcommand, after_help = "Example:\n  kamen book show czech")]
    Book(book::Command),
    /// Make, verify and look up endgame tables
    #[command(subcommand, after_help = "Example:\n  kamen tables make czech 4")]
    Tables(tables::Command),
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CliError {
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
    /// Arguments contradict each other.
    #[error("{0}")]
    Usage(String),
    /// The openings cannot be used.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The files of a tournament cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A tournament was not completed.
    #[error(transparent)]
    Tournament(#[from] RunError),
    /// No position can be searched.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The user stopped the work.
    #[error("{0}")]
    Stopped(String),
    /// DXP failed.
    #[error(transparent)]
    Dxp(#[from] DxpError),
    /// The evolution failed.
    #[error(transparent)]
    Evolve(#[from] EvolveError),
    /// Self-play failed.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// Weights cannot be used.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// The training data cannot be used.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// The learning loop failed.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// Tuning failed.
    #[error(transparent)]
    Tune(#[from] TuneError),
    /// Rated positions cannot be used.
    #[error(transparent)]
    Td(#[from] TdError),
    /// A file of games cannot be read.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// An opening book cannot be made or used.
    #[error(transparent)]
    Book(#[from] BookFailure),
    /// Endgame tables cannot be made or used.
    #[error(transparent)]
    Tables(#[from] MakeError),
    /// Out of memory.
    #[error("no memory for {0}")]
    Memory(&'static str),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
}

impl CliError {
    /// The exit status: 0 for success, 1 if the work failed, 2 if the command line or a file it
    /// names is at fault.
    fn status(&self) -> u8 {
        status::status(self)
    }
}

/// A position of a variant.
#[derive(Debug, Args)]
struct PositionArguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// The position [default: the start position]
    #[arg(long)]
    fen: Option<String>,
}

impl PositionArguments {
    fn position(&self) -> Result<AnyPosition, PositionError> {
        match &self.fen {
            Some(fen) => AnyPosition::parse_fen(self.variant, fen),
            None => Ok(AnyPosition::start(self.variant)),
        }
    }
}

/// Parses the name of a file that is appended to, renamed or reread, so not standard output.
fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => Err("standard output cannot be used, expected a file (./- has that name)"),
        _ => Ok(path),
    })
}

/// Parses a [`Variant`]; for an unknown name it suggests the most similar one.
fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    let value = |variant: Variant| {
        let aliases = variant.facts().hub_names.iter().copied();
        PossibleValue::new(variant.name()).aliases(aliases)
    };
    PossibleValuesParser::new(Variant::ALL.map(value)).try_map(|name| name.parse::<Variant>())
}

fn seconds_parser(text: &str) -> Result<f64, String> {
    let seconds = text
        .parse()
        .ok()
        .filter(|s: &f64| *s > 0.0 && *s <= 86_400.0);
    seconds.ok_or_else(|| "expected seconds, above 0 and at most 86400".to_owned())
}

fn color_parser() -> impl TypedValueParser<Value = Color> {
    PossibleValuesParser::new(["white", "black"]).map(|name| match name.as_str() {
        "black" => Color::Black,
        _ => Color::White,
    })
}

/// Parses an engine option, as Hub's `set-param` takes it.
fn option_parser(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| name.parse::<Kind>())
}

/// Runs the program with the process's command line. Returns the exit status: 0 for success, 1 if
/// the work failed, 2 if the command line or a file it names is at fault.
pub fn program() -> u8 {
    match run(Cli::parse()) {
        Ok(()) => 0,
        Err(error) => {
            let status = error.status();
            if status != 0 {
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
        Some(Command::Dxp(arguments)) => dxp::run(*arguments, out)?,
        Some(Command::Perft(arguments)) => perft::run(&arguments, out)?,
        Some(Command::Moves(arguments)) => moves::run(&arguments, out)?,
        Some(Command::Board(arguments)) => board::run(&arguments, out)?,
        Some(Command::Pdn(command)) => pdn::run(&command, out)?,
        Some(Command::Variants(arguments)) => variants::run(&arguments, out)?,
        Some(Command::Evolve(arguments)) => evolve::run(&arguments, out)?,
        Some(Command::Tune(arguments)) => tune::run(&arguments, out)?,
        Some(Command::Match(arguments)) => r#match::run(&arguments, out)?,
        Some(Command::Bench(arguments)) => bench::run(&arguments, out)?,
        Some(Command::Selfplay(arguments)) => selfplay::run(&arguments, out)?,
        Some(Command::Train(arguments)) => train::run(&arguments, out)?,
        Some(Command::Learn(arguments)) => learn::run(&arguments, out)?,
        Some(Command::Td(command)) => td::run(&command, out)?,
        Some(Command::Analyze(arguments)) => analyze::run(&arguments, out)?,
        Some(Command::Play(arguments)) => play::run(&arguments, out)?,
        Some(Command::Eval(arguments)) => eval::run(&arguments, out)?,
        Some(Command::Chances(arguments)) => chances::run(&arguments, out)?,
        Some(Command::Book(command)) => book::run(&command, out)?,
        Some(Command::Tables(command)) => tables::run(&command, out)?,
    }
    Ok(())
}

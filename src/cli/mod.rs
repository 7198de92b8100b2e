//! The command line: one file a subcommand.

mod bench;
mod dxp;
mod evolve;
mod json;
mod learn;
mod r#match;
mod moves;
mod pdn;
mod perft;
mod progress;
mod selfplay;
mod status;
mod stop;
mod train;
mod variants;

pub use bench::SuiteError;
pub use pdn::PdnError;
pub use perft::PerftError;

use crate::engine::Options;
use crate::eval::weights::{Kind, Weights, WeightsError};
use crate::eval::{Choice, Evaluation};
use crate::frontend::dxp::DxpError;
use crate::notation::{self, PositionError};
use crate::rules::{Position, Rules, Variant};
use crate::tournament::{LedgerError, OpeningError, RunError};
use crate::training::dataset::DatasetError;
use crate::training::evolve::EvolveError;
use crate::training::learn::LearnError;
use crate::training::selfplay::SelfPlayError;
use clap::builder::{PathBufValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// Kamen, a draughts engine.
#[derive(Debug, Parser)]
#[command(
    version,
    about = "Kamen, a draughts engine that other programs drive",
    long_about = "Kamen, a draughts engine that other programs drive.\n\n\
        Without a command it speaks the Hub protocol (version 2) on standard input and output.\n\
        Messages go to standard error when RUST_LOG asks for them, for example RUST_LOG=debug.",
    after_help = "Examples:\n  kamen\n  kamen perft international 9\n  kamen moves czech --fen W:Wc3:Bd4"
)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    hub: Hub,
}

#[derive(Debug, Args)]
struct Hub {
    #[command(flatten)]
    eval: EvalArgument,
}

/// Which evaluation to use.
#[derive(Debug, Args)]
struct EvalArgument {
    /// The evaluation: a file of weights, `learned` (those that come with the program) or `hand-made`
    #[arg(long = "weights", value_name = "FILE", default_value = "learned")]
    choice: Choice,
}

impl EvalArgument {
    fn load(&self, variant: Variant) -> Result<Evaluation, WeightsError> {
        Evaluation::load(variant, &self.choice)
    }
}

/// Speaks Hub, beginning with the evaluation of the command line, and with the variant of its file.
///
/// # Errors
/// If the file is of no use in any variant.
fn hub(arguments: Hub) -> Result<(), CliError> {
    let mut options = Options::default();
    if let Choice::File(path) = &arguments.eval.choice {
        options.variant = Weights::read(path)?.origin.variant;
    }
    options.eval = arguments.eval.choice;
    crate::frontend::hub::run(options);
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
    /// Count the move sequences of each length
    #[command(override_usage = perft::USAGE, after_help = perft::EXAMPLES)]
    Perft(perft::Arguments),
    /// List the legal moves of a position, in Hub notation
    #[command(after_help = "Example:\n  kamen moves english --fen B:W18:B14,K22")]
    Moves(moves::Arguments),
    /// Files of games in PDN
    #[command(subcommand, after_help = "Example:\n  kamen pdn check games.pdn")]
    Pdn(pdn::Command),
    /// List the variants with their facts
    #[command(after_help = variants::EXAMPLES)]
    Variants(variants::Arguments),
    /// Play matches and tournaments between engines
    #[command(after_help = r#match::EXAMPLES)]
    Match(Box<r#match::Arguments>),
    /// Search a fixed list of positions, a signature of behaviour and the speed, or tactics suites
    #[command(after_help = bench::EXAMPLES)]
    Bench(bench::Arguments),
    /// Evolve small networks by games against minimax:N:basic
    #[command(after_help = evolve::EXAMPLES)]
    Evolve(evolve::Arguments),
    /// Play games of the engine against itself, to learn from
    #[command(after_help = selfplay::EXAMPLES)]
    Selfplay(selfplay::Arguments),
    /// Learn the weights of an evaluation from games
    #[command(after_help = train::EXAMPLES)]
    Train(train::Arguments),
    /// Play, learn, and keep what plays better, again and again
    #[command(after_help = learn::EXAMPLES)]
    Learn(learn::Arguments),
}

/// What a command could not do.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The arguments are of no use.
    #[error("{0}")]
    Position(#[from] PositionError),
    /// A count failed.
    #[error(transparent)]
    Perft(#[from] PerftError),
    /// A file of games is not as it should be.
    #[error(transparent)]
    Pdn(#[from] PdnError),
    /// A tactics suite is not as it should be.
    #[error(transparent)]
    Suite(#[from] SuiteError),
    /// Arguments that do not go together.
    #[error("{0}")]
    Usage(String),
    /// There are no openings.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The files of a tournament are of no use.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A tournament did not come to its end.
    #[error(transparent)]
    Tournament(#[from] RunError),
    /// Somebody stopped it.
    #[error("{0}")]
    Stopped(String),
    /// Games by DXP were not played.
    #[error(transparent)]
    Dxp(#[from] DxpError),
    /// Networks did not evolve.
    #[error(transparent)]
    Evolve(#[from] EvolveError),
    /// Games against itself were not played.
    #[error(transparent)]
    SelfPlay(#[from] SelfPlayError),
    /// Weights are of no use.
    #[error(transparent)]
    Weights(#[from] WeightsError),
    /// Weights were not learned.
    #[error(transparent)]
    Dataset(#[from] DatasetError),
    /// The loop of playing and learning failed.
    #[error(transparent)]
    Learn(#[from] LearnError),
    /// There is not enough memory.
    #[error("no memory for {0}")]
    Memory(&'static str),
    /// Nobody takes the output.
    #[error("cannot write the output: {0}")]
    Output(#[from] std::io::Error),
}

impl CliError {
    /// The exit status: 2 where the command line is at fault or a file that it names, 1 where the work failed, 0 when
    /// there is nothing to complain of.
    pub fn status(&self) -> u8 {
        status::status(self)
    }
}

/// A position of a variant.
#[derive(Debug, Args)]
struct PositionArguments {
    /// The variant (see `kamen variants`)
    #[arg(value_parser = variant_parser(), ignore_case = true, hide_possible_values = true)]
    variant: Variant,
    /// The position; the start position if missing
    #[arg(long)]
    fen: Option<String>,
}

impl PositionArguments {
    fn position<R: Rules>(&self) -> Result<Position<R>, PositionError> {
        match &self.fen {
            Some(fen) => notation::parse_fen(self.variant, fen),
            None => Ok(Position::start(self.variant)),
        }
    }
}

/// Reads the name of a file that is written bit by bit, renamed or read again, which standard output cannot be.
fn file_parser() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match path.to_str() {
        Some("-") => Err("standard output does not do, expected a file (./- has that name)"),
        _ => Ok(path),
    })
}

/// Reads a [`Variant`]; of an unknown one it names the most similar.
fn variant_parser() -> impl TypedValueParser<Value = Variant> {
    let value = |variant: Variant| {
        let aliases = variant.facts().hub_names.iter().copied();
        PossibleValue::new(variant.name()).aliases(aliases)
    };
    PossibleValuesParser::new(Variant::ALL.map(value)).try_map(|name| name.parse::<Variant>())
}

fn kind_parser() -> impl TypedValueParser<Value = Kind> {
    PossibleValuesParser::new(Kind::ALL.map(Kind::name)).try_map(|name| name.parse::<Kind>())
}

/// Carries out what the command line says.
///
/// # Errors
/// What the command could not do.
pub fn run(cli: Cli) -> Result<(), CliError> {
    let out = &mut std::io::stdout();
    match cli.command {
        None => hub(cli.hub)?,
        Some(Command::Hub(arguments)) => hub(arguments)?,
        Some(Command::Dxp(arguments)) => dxp::run(*arguments, out)?,
        Some(Command::Perft(arguments)) => perft::run(&arguments, out)?,
        Some(Command::Moves(arguments)) => moves::run(&arguments, out)?,
        Some(Command::Pdn(command)) => pdn::run(&command, out)?,
        Some(Command::Variants(arguments)) => variants::run(&arguments, out)?,
        Some(Command::Evolve(arguments)) => evolve::run(&arguments, out)?,
        Some(Command::Match(arguments)) => r#match::run(&arguments, out)?,
        Some(Command::Bench(arguments)) => bench::run(&arguments, out)?,
        Some(Command::Selfplay(arguments)) => selfplay::run(&arguments, out)?,
        Some(Command::Train(arguments)) => train::run(&arguments, out)?,
        Some(Command::Learn(arguments)) => learn::run(&arguments, out)?,
    }
    Ok(())
}

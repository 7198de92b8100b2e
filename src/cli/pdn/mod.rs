//! `kamen pdn`: works with PDN files.

mod check;
mod convert;
mod file;
mod filter;
mod find;
mod index;
mod lines;
pub(super) mod read;
mod reading;
mod repair;
mod scan;
mod show;
mod stats;
mod tree;

pub(crate) use reading::EncodingArgument;
pub use reading::Reading;

use super::CliError;
use kamen_collection::QueryError;
use kamen_collection::index::IndexError;
use kamen_core::game::FinishedGame;
use kamen_core::notation::pdn::{finished, finished_beginning};
use kamen_core::rules::Variant;
use kamen_protocol::pdn::{Game, ReadError, Reader};
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The subcommands of `kamen pdn`.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Replay every game by the rules and report faults
    #[command(after_help = check::EXAMPLES)]
    Check(check::Arguments),
    /// Rewrite games with letters or numbers, choose and split them
    #[command(after_help = convert::EXAMPLES)]
    Convert(convert::Arguments),
    /// Show a position of a game: the board, its FEN and the move
    #[command(after_help = show::EXAMPLES)]
    Show(show::Arguments),
    /// Count results by the first moves
    #[command(after_help = stats::EXAMPLES)]
    Stats(stats::Arguments),
    /// Make an index of games, which answers at once
    #[command(after_help = index::EXAMPLES)]
    Index(index::Arguments),
    /// Find games by position, material or pattern
    #[command(after_help = find::EXAMPLES)]
    Find(Box<find::Arguments>),
    /// Show what was played in a position, and how it ended
    #[command(after_help = tree::EXAMPLES)]
    Tree(Box<tree::Arguments>),
}

/// Why a check failed; the faults themselves are printed as they are found.
#[derive(Debug, thiserror::Error)]
pub enum PdnError {
    /// The files have faults.
    #[error("{0} found")]
    Faults(String),
    /// The files have faults, but only such as `--lenient` forgives.
    #[error("{0} found, men on their crowning row")]
    Lenient(String),
    /// A file cannot be read or written.
    #[error("{}: {error}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        error: io::Error,
    },
    /// A file has no such game.
    #[error("{}: no game {wanted}, the file has {found}", path.display())]
    NoGame {
        /// The file.
        path: PathBuf,
        /// The number of the game.
        wanted: u64,
        /// The number of games.
        found: u64,
    },
    /// A game is not that long.
    #[error("{game}: {plies}")]
    NoPly {
        /// The file and the number of the game.
        game: String,
        /// Its plies, and what was expected.
        plies: String,
    },
    /// A game has a fault.
    #[error("{game}: {fault}")]
    Game {
        /// The file and the number of the game.
        game: String,
        /// The fault with its place.
        fault: String,
    },
    /// Games with faults are left out, as `--lenient` wants it.
    #[error("left out {0} with faults")]
    LeftOut(String),
    /// No game is chosen.
    #[error("no game is chosen, nothing is written")]
    NoneChosen,
    /// No game has the results to be counted.
    #[error("no game to count; left out: {0}")]
    NoneCounted(String),
    /// The board has too many files for letters.
    #[error(
        "{game}: the board of {variant} has more files than there are letters, expected --numbers"
    )]
    NoLetters {
        /// The file and the number of the game.
        game: String,
        /// The variant.
        variant: Variant,
    },
    /// An index cannot be used.
    #[error(transparent)]
    Index(#[from] IndexError),
    /// What is wanted means nothing in any variant met.
    #[error("{0}")]
    Query(#[from] QueryError),
    /// No game has what is wanted.
    #[error("no game found among {0}")]
    NoneFound(String),
    /// No game has the player.
    #[error("{0}")]
    NoPlayer(String),
    /// Some files cannot be read.
    #[error("{0} not read")]
    Unread(String),
}

impl PdnError {
    pub(super) fn file(path: &Path, error: io::Error) -> PdnError {
        PdnError::File {
            path: path.to_owned(),
            error,
        }
    }
}

pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<(), CliError> {
    match command {
        Command::Check(arguments) => check::run(arguments, out),
        Command::Convert(arguments) => convert::run(arguments, out),
        Command::Show(arguments) => show::run(arguments, out),
        Command::Stats(arguments) => stats::run(arguments, out),
        Command::Find(arguments) => find::run(arguments, out),
        Command::Index(arguments) => index::run(arguments, out),
        Command::Tree(arguments) => tree::run(arguments, out),
    }
}

/// The games of a file, `None` for one with a move that cannot be read, unless beginnings are kept.
///
/// # Errors
/// It cannot be read.
pub fn games(
    path: &Path,
    reading: Reading,
) -> Result<impl Iterator<Item = Result<Option<Game>, CliError>>, CliError> {
    let unread = move |error| CliError::Usage(format!("cannot read {}: {error}", path.display()));
    let file = File::open(path).map_err(unread)?;
    let reader = Reader::with_encoding(file, reading.encoding);
    Ok(reader.map(move |item| match item {
        Ok(game) => Ok(Some(game)),
        Err(ReadError::Faulty(faulty)) => Ok(reading.keep_beginnings.then_some(faulty.game)),
        Err(ReadError::Io(error)) => Err(unread(error)),
    }))
}

/// A game that was played to a result, in the variant; with `reading` also one that cannot be played to its end.
pub fn finished_game(variant: Variant, game: &Game, reading: Reading) -> Option<FinishedGame> {
    match reading.keep_beginnings {
        true => finished_beginning(variant, game),
        false => finished(variant, game),
    }
}

/// A count with its noun: `1 game`, `2 games`.
pub(super) fn count(number: usize, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {thing}{ending}")
}

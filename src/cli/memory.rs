//! `kamen memory`: what the file of David or of the engine's experience remembers.

use super::CliError;
use kamen_core::game::AnyGame;
use kamen_players::memory::{Listing, ListingError, MemoryError, Record, RecordName};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The examples of `kamen memory --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen memory stats czech.memory
  kamen memory show czech.memory
  kamen memory remove czech.memory 6b3f02a1";

/// The subcommands of `kamen memory`.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Count what a file remembers
    #[command(after_help = "Example:\n  kamen memory stats czech.memory")]
    Stats(File),
    /// List the records of a file, each with its name
    #[command(
        after_help = "Examples:\n  kamen memory show czech.memory\n  kamen memory show czech.memory 6b3f02a1"
    )]
    Show(Records),
    /// Forget records; programs that play with the file forget them, too
    #[command(after_help = "Example:\n  kamen memory remove czech.memory 6b3f02a1")]
    Remove(Removed),
}

#[derive(Debug, clap::Args)]
pub(super) struct File {
    /// The file of david:N:FILE, or of the parameter experience
    file: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct Records {
    #[command(flatten)]
    file: File,
    /// The records to show; without, all of them
    #[arg(value_name = "RECORD")]
    names: Vec<RecordName>,
}

#[derive(Debug, clap::Args)]
pub(super) struct Removed {
    #[command(flatten)]
    file: File,
    /// The records to forget, by the names that `show` prints
    #[arg(value_name = "RECORD", required = true)]
    names: Vec<RecordName>,
}

/// Why nothing can be said of a file.
#[derive(Debug, thiserror::Error)]
#[error("{}: {error}", path.display())]
pub struct MemoryFailure {
    path: PathBuf,
    error: ListingError,
}

impl MemoryFailure {
    fn new(path: &Path, error: impl Into<ListingError>) -> MemoryFailure {
        let (path, error) = (path.to_owned(), error.into());
        MemoryFailure { path, error }
    }

    /// The exit status: the file is at fault, or it could not be written.
    pub(super) fn status(&self) -> u8 {
        match &self.error {
            ListingError::Memory(MemoryError::Io(error)) => super::status::file(error),
            ListingError::Memory(_) | ListingError::Missing(_) => super::status::USAGE,
        }
    }
}

pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<(), CliError> {
    match command {
        Command::Stats(file) => stats(&listing(&file.file)?, out)?,
        Command::Show(records) => show(&records.file.file, &records.names, out)?,
        Command::Remove(removed) => {
            let path = &removed.file.file;
            let forgotten = Listing::forget(path, &removed.names);
            forgotten.map_err(|error| MemoryFailure::new(path, error))?;
            writeln!(out, "{} records forgotten", removed.names.len())?;
        }
    }
    Ok(())
}

/// Reads a file, and says on standard error which lines are left out.
fn listing(path: &Path) -> Result<Listing, CliError> {
    let listing = Listing::read(path).map_err(|error| MemoryFailure::new(path, error))?;
    for (number, error) in &listing.damaged {
        let path = path.display();
        kamen_files::note(format_args!(
            "kamen: {path}: line {number} is left out: {error}"
        ));
    }
    Ok(listing)
}

fn stats(listing: &Listing, out: &mut impl Write) -> io::Result<()> {
    let games = listing
        .records
        .iter()
        .filter_map(|listed| match &listed.record {
            Record::Game(game) => Some(game.moves.len()),
            Record::Bound(_) => None,
        });
    let plies: Vec<usize> = games.collect();
    let bounds = listing.records.len() - plies.len();
    writeln!(out, "variant    {}", listing.variant)?;
    match (plies.iter().min(), plies.iter().max()) {
        (Some(shortest), Some(longest)) => {
            let mean = plies.iter().sum::<usize>() as f64 / plies.len() as f64;
            let count = plies.len();
            writeln!(
                out,
                "games      {count}, of {shortest} to {longest} plies, {mean:.1} on average"
            )?;
        }
        _ => writeln!(out, "games      0")?,
    }
    writeln!(out, "bounds     {bounds}")?;
    writeln!(out, "forgotten  {}", listing.forgotten)?;
    writeln!(out, "damaged    {} lines", listing.damaged.len())
}

fn show(path: &Path, names: &[RecordName], out: &mut impl Write) -> Result<(), CliError> {
    let listing = listing(path)?;
    if let Some(&missing) = names.iter().find(|name| listing.record(**name).is_none()) {
        return Err(MemoryFailure::new(path, ListingError::Missing(missing)).into());
    }
    let asked = |name: RecordName| names.is_empty() || names.contains(&name);
    for listed in listing.records.iter().filter(|listed| asked(listed.name)) {
        let name = listed.name;
        match &listed.record {
            Record::Game(line) => {
                let mut game = AnyGame::new(line.start);
                let mut words = Vec::with_capacity(line.moves.len());
                for m in &line.moves {
                    words.push(game.position().write_move(m));
                    game.play_legal(m);
                }
                writeln!(
                    out,
                    "{name} game {} plies: {}",
                    words.len(),
                    words.join(" ")
                )?;
            }
            Record::Bound(bound) => {
                let (fen, score, depth) = (bound.position.fen(), bound.score, bound.depth);
                writeln!(out, "{name} bound at least {score} by depth {depth}: {fen}")?;
            }
        }
    }
    Ok(())
}

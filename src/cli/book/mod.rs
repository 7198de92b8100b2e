//! `kamen book`: makes, shows and checks opening books.

mod ballots;
mod build;
mod export;
mod show;

use super::notation::SquareNames;
use super::paths::check_outputs;
use super::{CliError, EvalArgument, file_parser};
use kamen_book::{Book, BookError, Graph};
use kamen_core::rules::Variant;
use kamen_search::Engine;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The subcommands of `kamen book`.
#[derive(Debug, clap::Subcommand)]
pub(super) enum Command {
    /// Make a book, from games or by looking into the best lines
    #[command(after_help = build::EXAMPLES)]
    Build(Box<build::Arguments>),
    /// Show the book's moves of a position
    #[command(after_help = show::EXAMPLES)]
    Show(show::Arguments),
    /// Join books of one variant
    #[command(after_help = "Example:\n  kamen book merge czech.book games.book -o both.book")]
    Merge(MergeArguments),
    /// Drop positions that no good move leads to
    #[command(after_help = "Example:\n  kamen book prune czech.book --within 0.3 -o small.book")]
    Prune(PruneArguments),
    /// Look for moves that lose by force
    #[command(after_help = "Example:\n  kamen book check czech.book --depth 8")]
    Check(CheckArguments),
    /// Write the lines of a book as PDN, or its positions as text
    #[command(after_help = export::EXAMPLES)]
    Export(export::Arguments),
    /// Make balanced openings for matches
    #[command(after_help = ballots::EXAMPLES)]
    Ballots(ballots::Arguments),
}

#[derive(Debug, clap::Args)]
pub(super) struct MergeArguments {
    /// The books
    #[arg(required = true, num_args = 2.., value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The merged book
    #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
    out: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct PruneArguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    margin: Margin,
    /// The smaller book
    #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
    out: PathBuf,
}

#[derive(Debug, clap::Args)]
pub(super) struct CheckArguments {
    #[command(flatten)]
    eval: EvalArgument,
    #[command(flatten)]
    source: Source,
    /// Depth of the searches, in plies
    #[arg(long, value_name = "PLIES", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=60))]
    depth: u32,
    #[command(flatten)]
    margin: Margin,
}

/// Which book.
#[derive(Debug, clap::Args)]
struct Source {
    /// A file, or the name of a variant for the book inside the program
    #[arg(value_name = "BOOK")]
    source: String,
}

/// Which moves of a book are good.
#[derive(Debug, clap::Args)]
struct Margin {
    /// How much worse than the best a book move may be, in men
    #[arg(long, value_name = "MEN", default_value = "0.2", value_parser = men_parser)]
    within: u32,
}

/// What is wrong with a book.
#[derive(Debug, thiserror::Error)]
pub enum BookFailure {
    /// The file.
    #[error(transparent)]
    File(#[from] BookError),
    /// The variant has none.
    #[error("the program carries no book of {0}")]
    None(Variant),
    /// The files have no game that can be used.
    #[error("found no finished game of {0} from its start position")]
    NoGame(Variant),
    /// A check found something.
    #[error("{0}")]
    Check(String),
}

/// Men as centi-men.
fn men_parser(text: &str) -> Result<u32, String> {
    let men = text.parse().ok().filter(|men| (0.0..=80.0).contains(men));
    let men: f64 = men.ok_or_else(|| "expected men from 0 to 80, such as 0.3".to_owned())?;
    Ok((men * 100.0).round() as u32)
}

impl Source {
    fn open(&self) -> Result<Book, CliError> {
        let path = Path::new(&self.source);
        match self.source.parse::<Variant>() {
            Ok(variant) if !path.is_file() => Ok(carried(variant)?),
            _ => Ok(Book::read(path).map_err(BookFailure::from)?),
        }
    }
}

/// The book that the program carries.
fn carried(variant: Variant) -> Result<Book, BookFailure> {
    Book::embedded(variant).ok_or(BookFailure::None(variant))
}

/// Writes a book, and says so.
fn save(book: &Book, path: &Path, out: &mut impl Write) -> Result<(), CliError> {
    book.write(path).map_err(BookFailure::from)?;
    let graph = Graph::of_book(book);
    writeln!(
        out,
        "{}: {}, {} positions, {} of them looked into",
        path.display(),
        book.variant(),
        book.len(),
        graph.expanded()
    )?;
    Ok(())
}

pub(super) fn run(command: &Command, out: &mut impl Write) -> Result<(), CliError> {
    match command {
        Command::Build(arguments) => build::run(arguments, out),
        Command::Show(arguments) => show::run(arguments, out),
        Command::Merge(arguments) => merge(arguments, out),
        Command::Prune(arguments) => prune(arguments, out),
        Command::Check(arguments) => check(arguments, out),
        Command::Export(arguments) => export::run(arguments, out),
        Command::Ballots(arguments) => ballots::run(arguments, out),
    }
}

fn merge(arguments: &MergeArguments, out: &mut impl Write) -> Result<(), CliError> {
    check_outputs([Some(arguments.out.as_path())])?;
    let mut books: Vec<Book> = Vec::new();
    for path in &arguments.files {
        let book = match books.first() {
            None => Book::read(path),
            Some(first) => Book::read_of(path, first.variant()),
        };
        books.push(book.map_err(BookFailure::from)?);
    }
    match books.first() {
        Some(first) => save(&Book::merged(first.variant(), &books), &arguments.out, out),
        None => Ok(()),
    }
}

fn prune(arguments: &PruneArguments, out: &mut impl Write) -> Result<(), CliError> {
    check_outputs([Some(arguments.out.as_path())])?;
    let book = arguments.source.open()?;
    let mut graph = Graph::of_book(&book);
    graph.prune(arguments.margin.within);
    let pruned = graph.book(&Book::empty(book.variant()));
    save(&pruned, &arguments.out, out)
}

fn check(arguments: &CheckArguments, out: &mut impl Write) -> Result<(), CliError> {
    let book = arguments.source.open()?;
    let graph = Graph::of_book(&book);
    if let Some(position) = graph.inconsistent() {
        let fen = position.fen();
        let fault = format!("the score of {fen} is not that of its best move");
        return Err(BookFailure::Check(fault).into());
    }
    let engine = Engine::with(book.variant(), &arguments.eval.choice, Engine::TT_SIZE)?;
    let stop = super::stop::stop_on_signals();
    let losing = graph.losing(&engine, arguments.margin.within, arguments.depth, &|| {
        stop.is_wanted()
    })?;
    for found in &losing {
        let names = found.played.to_string();
        writeln!(out, "{} {names} {}", found.position.fen(), found.score)?;
    }
    if stop.is_wanted() {
        return Err(CliError::Stopped(
            "stopped before all moves were checked".to_owned(),
        ));
    }
    if !losing.is_empty() {
        let count = super::pdn::count(losing.len(), "move");
        return Err(BookFailure::Check(format!("{count} lose by force")).into());
    }
    let (all, expanded) = (graph.len(), graph.expanded());
    writeln!(
        out,
        "{all} positions, {expanded} of them looked into: no move within {:.2} men loses by force in {} plies",
        f64::from(arguments.margin.within) / 100.0,
        arguments.depth
    )?;
    Ok(())
}

//! `kamen book export`.

use super::{BookFailure, Margin, Source, SquareNames};
use crate::{CliError, file_parser};
use hashbrown::HashSet;
use kamen_analysis::score_text;
use kamen_book::{Book, BookError, BookMove, Entry, key};
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::notation::pdn::{Record, played_move, write_game};
use kamen_core::score::Score;
use kamen_files::write_whole;
use kamen_protocol::pdn::{Comment, Element};
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

/// The examples of `kamen book export --help`.
pub(super) const EXAMPLES: &str = "\
Examples:
  kamen book export czech.book --within 0.1 --plies 10 -o czech.pdn
  kamen book export czech.book --text -o czech.txt

A line of text has a key, a score in centi-men for the side to move, the points, whether the position was looked into (1 or \
0), and the position.";

/// The most plies of a line, which bounds how deep variations nest.
const MOST_PLIES: u16 = 60;

#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: Source,
    /// Write all positions, one a line, not a game with variations
    #[arg(long)]
    text: bool,
    #[command(flatten)]
    margin: Margin,
    /// Plies of a line, at most
    #[arg(long, value_name = "N", default_value_t = MOST_PLIES, value_parser = clap::value_parser!(u16).range(1..=i64::from(MOST_PLIES)))]
    plies: u16,
    #[command(flatten)]
    squares: SquareNames,
    /// Write a file [default: standard output]
    #[arg(short, long, value_name = "FILE", value_parser = file_parser())]
    out: Option<PathBuf>,
}

pub(super) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), CliError> {
    let book = arguments.source.open()?;
    let text = match arguments.text {
        true => positions(&book),
        false => arguments.game(&book)?,
    };
    match &arguments.out {
        None => write!(out, "{text}")?,
        Some(path) => write_whole(path, text.as_bytes()).map_err(|error| {
            let path = path.clone();
            BookFailure::from(BookError::Io { path, error })
        })?,
    }
    Ok(())
}

/// All positions that the lines reach, the nearest to the start first.
fn positions(book: &Book) -> String {
    let mut text = String::new();
    let mut next = vec![AnyPosition::start(book.variant())];
    let mut seen: HashSet<u64> = HashSet::new();
    while !next.is_empty() {
        let mut behind = Vec::new();
        for position in next {
            let Some(entry) = book.find(&position).filter(|e| seen.insert(e.key)) else {
                continue;
            };
            let Entry {
                key, score, weight, ..
            } = entry;
            // Writing to a string does not fail.
            let _ = writeln!(
                text,
                "{key:016x} {score} {weight} {} {}",
                u8::from(entry.is_expanded),
                position.fen()
            );
            if entry.is_expanded {
                behind.extend(book.moves(&position).iter().map(|m| m.after));
            }
        }
        next = behind;
    }
    text
}

/// What is left to write of a game with variations.
struct Tree<'a> {
    book: &'a Book,
    margin: u32,
    most: usize,
    letters: bool,
    /// Keys of positions that were shown.
    seen: HashSet<u64>,
}

impl Arguments {
    /// A game whose variations are the good moves.
    fn game(&self, book: &Book) -> Result<String, CliError> {
        let variant = book.variant();
        let letters = self.squares.are_letters(variant);
        let record = Record {
            variant,
            fen: None,
            tags: vec![("Event".to_owned(), "Opening book".to_owned())],
            moves: Vec::new(),
            result: None,
        };
        let mut game = write_game(&record).map_err(|error| CliError::Usage(error.to_string()))?;
        let mut tree = Tree {
            book,
            margin: self.margin.within,
            most: self.plies.into(),
            letters,
            seen: HashSet::new(),
        };
        game.body = tree.line(&AnyPosition::start(variant), 0, None);
        Ok(game.to_string())
    }
}

impl Tree<'_> {
    /// The best line from a position, with the other good moves as variations. `first` is the move to begin with.
    fn line(&mut self, from: &AnyPosition, ply: usize, first: Option<BookMove>) -> Vec<Element> {
        let mut body = Vec::new();
        let (mut here, mut ply, mut given) = (*from, ply, first);
        // Behind a variation a move has its number again.
        let mut has_number = true;
        while ply < self.most {
            let good = self.book.good_moves(&here, self.margin);
            let others = if given.is_none() {
                good.get(1..).unwrap_or_default()
            } else {
                &[]
            };
            let Some(played) = given.take().or(good.first().copied()) else {
                break;
            };
            let is_met = !self.seen.insert(key(&played.after));
            self.write(&here, &played, ply, has_number, is_met, &mut body);
            has_number = !others.is_empty();
            for other in others {
                body.push(Element::Variation(self.line(&here, ply, Some(*other))));
            }
            if is_met {
                break;
            }
            here = played.after;
            ply += 1;
        }
        body
    }

    fn write(
        &self,
        here: &AnyPosition,
        m: &BookMove,
        ply: usize,
        has_number: bool,
        is_met: bool,
        body: &mut Vec<Element>,
    ) {
        let played = played_move(here, &m.played, ply, has_number, self.letters);
        body.push(Element::Move(played));
        let of_white = |score: Score| match here.turn() {
            Color::White => score,
            Color::Black => -score,
        };
        let eval = score_text(of_white(m.score()));
        let above = if is_met { " as in another line" } else { "" };
        body.push(Element::Comment(Comment::new(&format!(
            "[%eval {eval}]{above}"
        ))));
    }
}

//! What an opening book knows of a position, for programs with a board. Begin with [`OpeningState::of`]; what it serializes to is the
//! JSON of `kamen serve` and of the worker for browsers.

use super::{Book, BookMove};
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::rules::Variant;
use serde::Serialize;

/// The moves of a line that is told.
const LINE: usize = 8;
/// How much worse than the best a good move may be, in centi-men.
const MARGIN: u32 = 4;

/// A position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningState {
    /// The variant.
    pub variant: Variant,
    /// The FEN of the position.
    pub fen: String,
    /// Whether the book has looked into it.
    pub known: bool,
    /// The moves that it knows, the best first.
    pub moves: Vec<OpeningMove>,
}

/// A move that the book knows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningMove {
    /// As PDN writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// As Hub writes it.
    pub hub: String,
    /// In men, for the side that makes it.
    pub score: f64,
    /// Points that it made in games: two for a win, one for a draw.
    pub points: u16,
    /// Whether the engine would play it.
    pub good: bool,
    /// The moves that the book expects as PDN writes them, this one first.
    pub line: Vec<String>,
}

impl OpeningState {
    /// A position, by the book of its variant; without one nothing is known.
    pub fn of(position: &AnyPosition, book: Option<&Book>) -> OpeningState {
        let good = book.map_or_else(Vec::new, |book| book.good_moves(position, MARGIN));
        let moves = book.map_or_else(Vec::new, |book| {
            let moves = book.moves(position).into_iter();
            moves
                .map(|m| OpeningMove::new(book, position, &m, good.contains(&m)))
                .collect()
        });
        OpeningState {
            variant: position.variant(),
            fen: position.fen(),
            known: !good.is_empty(),
            moves,
        }
    }
}

impl OpeningMove {
    fn new(book: &Book, position: &AnyPosition, m: &BookMove, good: bool) -> OpeningMove {
        let mut line: Vec<AnyMove> = vec![m.played];
        line.extend(book.line(&m.after, LINE - 1));
        let line = position.write_line(&line);
        OpeningMove {
            text: position.write_move(&m.played),
            hub: m.played.to_string(),
            score: f64::from(m.score().0) / 100.0,
            points: m.entry.weight,
            good,
            line: line.split_whitespace().map(str::to_owned).collect(),
        }
    }
}

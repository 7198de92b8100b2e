//! `/book/VARIANT`: what the opening book knows of a position.

use super::arguments::{GAME, game};
use super::json;
use crate::call::{Answered, Call};
use crate::http::Caching;
use kamen_book::{Book, BookMove};
use kamen_core::game::{AnyMove, AnyPosition};
use serde::Serialize;

/// The moves of a line that is told.
const LINE: usize = 8;
/// How much worse than the best a good move may be, in centi-men.
const MARGIN: u32 = 4;

/// A position.
#[derive(Serialize)]
struct Opening {
    variant: String,
    fen: String,
    /// Whether the book has looked into it.
    known: bool,
    /// The best first.
    moves: Vec<Move>,
}

/// A move that the book knows.
#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    hub: String,
    /// In men, for the side that makes it.
    score: f64,
    /// Points that it made in games.
    points: u16,
    /// Whether the engine would play it.
    good: bool,
    /// The moves that the book expects, this one first.
    line: Vec<String>,
}

pub(crate) fn book(call: &Call) -> Answered {
    let game = game(call, &GAME)?;
    let position = game.position();
    let book = call.service.book(game.variant());
    let good = book.map_or_else(Vec::new, |book| book.good_moves(position, MARGIN));
    let moves = book.map_or_else(Vec::new, |book| {
        let moves = book.moves(position).into_iter();
        moves
            .map(|m| entry(book, position, &m, good.contains(&m)))
            .collect()
    });
    let opening = Opening {
        variant: game.variant().to_string(),
        fen: position.fen(),
        known: !good.is_empty(),
        moves,
    };
    json(&opening, Caching::Day)
}

fn entry(book: &Book, position: &AnyPosition, m: &BookMove, good: bool) -> Move {
    let mut line: Vec<AnyMove> = vec![m.played];
    line.extend(book.line(&m.after, LINE - 1));
    let line = position.write_line(&line);
    Move {
        text: position.write_move(&m.played),
        hub: m.played.to_string(),
        score: f64::from(m.score().0) / 100.0,
        points: m.entry.weight,
        good,
        line: line.split_whitespace().map(str::to_owned).collect(),
    }
}

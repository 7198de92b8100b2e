//! Why a text is not a legal move, in words for people. Begin with [`Refusal::of`].

mod barrier;
mod outranked;

pub use barrier::Barrier;
pub use outranked::Outranked;

use super::moves::path;
use super::pdn::meant;
use super::{MoveError, Numbers, short};
use crate::board::{Color, Kind};
use crate::game::{AnyMove, AnyPosition};
use crate::geometry::Square;
use crate::movegen::route::AttemptEnd;
use kamen_protocol::{MoveText, SquareName};
use std::fmt;

/// Why a text is not a legal move of a position. It prints as the reason alone: `you must capture`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The text is malformed.
    NotAMove,
    /// The board has no such square.
    NoSquare(SquareName),
    /// The side to move has no legal move.
    Over,
    /// No piece on the file can move, which a short move names alone.
    NoneOnFile(SquareName),
    /// There is nothing to be moved on the square.
    Empty(SquareName),
    /// The piece on the square is not of the side to move, which is the one named.
    NotYours(SquareName, Color),
    /// The text fits these legal moves.
    Ambiguous(Vec<AnyMove>),
    /// There are captures, and the text is none of them, even if precedence did not count.
    MustCapture,
    /// A man or king could capture more; these are the legal captures that begin so.
    Unfinished(Kind, Vec<AnyMove>),
    /// The king has to land where it can go on capturing.
    GoesOnElsewhere,
    /// The king has to stop right behind the king that it captures last.
    BeyondKing,
    /// It is a capture that the rules of precedence exclude.
    Outranked(Outranked),
    /// The piece cannot go there; these are its legal moves.
    CannotGo(SquareName, Barrier, Vec<AnyMove>),
}

impl Refusal {
    /// Why [`parse_move`](super::pdn::parse_move) refuses a text; `None` if it is a legal move.
    ///
    /// ```
    /// use kamen_core::notation::Refusal;
    /// use kamen_core::{AnyPosition, Variant};
    ///
    /// let position = AnyPosition::parse_fen(Variant::Czech, "W:Wc3,g1:Bd4")?;
    /// let refusal = Refusal::of(&position, "g1-h2").ok_or("a legal move")?;
    /// assert_eq!(refusal, Refusal::MustCapture);
    /// assert_eq!(refusal.to_string(), "you must capture");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(position: &AnyPosition, text: &str) -> Option<Refusal> {
        let Ok(parsed) = MoveText::parse(text) else {
            return Some(Refusal::NotAMove);
        };
        Refusal::of_text(position, &parsed)
    }

    /// As [`Refusal::of`].
    pub(super) fn of_text(position: &AnyPosition, parsed: &MoveText) -> Option<Refusal> {
        match meant(position, parsed) {
            Ok(meant) if meant.moves.len() == 1 || meant.first_is_exact => None,
            Ok(meant) => Some(Refusal::Ambiguous(meant.moves)),
            Err(MoveError::NoSquare { square, .. }) => Some(Refusal::NoSquare(square)),
            Err(_) => Some(why(position, parsed)),
        }
    }
}

impl MoveError {
    /// The error with the reason why the text is not legal.
    pub(super) fn explained(self, position: &AnyPosition, parsed: &MoveText) -> MoveError {
        match self {
            MoveError::Illegal { text, legal, .. } => MoveError::Illegal {
                text,
                legal,
                why: Refusal::of_text(position, parsed).map(|why| why.to_string()),
            },
            error => error,
        }
    }
}

fn why(position: &AnyPosition, parsed: &MoveText) -> Refusal {
    let legal = position.legal_moves();
    if legal.is_empty() {
        return Refusal::Over;
    }
    let variant = position.variant();
    let full = short::in_full(position, &legal, parsed);
    let full = full.iter();
    let paths = full.filter_map(|text| path(variant, Numbers::PLAIN, text, &String::new).ok());
    let paths: Vec<Vec<Square>> = paths.collect();
    let (Some(&name), Some(first)) = (parsed.squares.first(), paths.first()) else {
        return match parsed.squares.first() {
            _ if position.can_capture() => Refusal::MustCapture,
            Some(&file) => Refusal::NoneOnFile(file),
            None => Refusal::NotAMove,
        };
    };
    let Some(&from) = first.first() else {
        return Refusal::NotAMove;
    };
    let kind = match position.at(from) {
        None => return Refusal::Empty(name),
        Some((color, _)) if color != position.turn() => {
            return Refusal::NotYours(name, position.turn());
        }
        Some((_, kind)) => kind,
    };
    if position.can_capture() {
        return of_capture(position, kind, &paths, &legal);
    }
    let own = legal.iter().filter(|m| m.start_square() == from).copied();
    let barrier = Barrier::of(position, first, parsed.kind);
    Refusal::CannotGo(name, barrier, own.collect())
}

/// Why a text is none of the captures that there are.
fn of_capture(
    position: &AnyPosition,
    kind: Kind,
    paths: &[Vec<Square>],
    legal: &[AnyMove],
) -> Refusal {
    let tried = paths.iter().flat_map(|path| position.attempts(path));
    let attempts: Vec<_> = tried.collect();
    let with = |end: AttemptEnd| attempts.iter().filter(move |attempt| attempt.end == end);
    let has = |end: AttemptEnd| with(end).next().is_some();
    if let Some(outranked) = Outranked::of(position, kind, with(AttemptEnd::Complete), legal) {
        return Refusal::Outranked(outranked);
    }
    if has(AttemptEnd::GoesOn) {
        let begins = |m: &&AnyMove| paths.iter().any(|path| begins(position, m, path));
        return Refusal::Unfinished(kind, legal.iter().filter(begins).copied().collect());
    }
    if has(AttemptEnd::GoesOnElsewhere) {
        return Refusal::GoesOnElsewhere;
    }
    if has(AttemptEnd::BeyondKing) {
        return Refusal::BeyondKing;
    }
    Refusal::MustCapture
}

/// Whether a legal capture passes the squares of `path` and goes on.
fn begins(position: &AnyPosition, m: &AnyMove, path: &[Square]) -> bool {
    let mut whole = path.to_vec();
    whole.push(m.end_square());
    m.is_capture() && position.passes(m, &whole)
}

impl fmt::Display for Refusal {
    /// Writes the reason, without the moves that are legal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NotAMove => f.write_str("that is no move"),
            Refusal::NoSquare(square) => write!(f, "no piece can stand on {square}"),
            Refusal::Over => f.write_str("the game is over"),
            Refusal::NoneOnFile(file) => write!(f, "no piece on file {file} can move"),
            Refusal::Empty(square) => write!(f, "there is no piece on {square}"),
            Refusal::NotYours(square, turn) => {
                write!(
                    f,
                    "the piece on {square} is {}, and {turn} is to move",
                    !*turn
                )
            }
            Refusal::Ambiguous(_) => f.write_str("it fits several moves"),
            Refusal::MustCapture => f.write_str("you must capture"),
            Refusal::Unfinished(kind, _) => {
                write!(f, "the {} has to go on capturing", named(*kind))
            }
            Refusal::GoesOnElsewhere => {
                f.write_str("the king has to land where it can go on capturing")
            }
            Refusal::BeyondKing => {
                f.write_str("the king has to stop right behind the king that it captures last")
            }
            Refusal::Outranked(outranked) => outranked.fmt(f),
            Refusal::CannotGo(_, barrier, _) => barrier.fmt(f),
        }
    }
}

/// A kind of piece in words.
fn named(kind: Kind) -> &'static str {
    match kind {
        Kind::Man => "man",
        Kind::King => "king",
    }
}

#[cfg(test)]
mod tests;

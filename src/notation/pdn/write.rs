//! A game of ours as PDN.

use super::variant::{game_type, of_number};
use super::write_move;
use crate::board::Color;
use crate::notation::fen::write_fen_with;
use crate::notation::{self, MoveError, PositionError};
use crate::rules::{Position, Rules, Variant};
use crate::with_rules;
use kamen_protocol::pdn::{
    Comment, Element, Game, GameEnd, GameResult, MoveNumber, PlayedMove, Tag,
};
use kamen_protocol::{MoveKind, MoveText};

/// The tags that stand in every game and come first, with their values where nothing is known
/// (PDN 3.0, "'Mandatory' tags").
const MANDATORY: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags that follow from the rest of a record.
const MADE: [&str; 6] = ["Result", "GameType", "Variant", "SetUp", "FEN", "PlyCount"];

/// A game that was played, as [`write_game`] takes it.
#[derive(Clone, Debug)]
pub struct Record {
    /// What was played.
    pub variant: Variant,
    /// The position in which it began; `None` for the start position.
    pub fen: Option<String>,
    /// Names and values of tags, such as `White` and `Event`. Those that follow from the rest of the
    /// record (`Result`, `GameType`, `Variant`, `SetUp`, `FEN`, `PlyCount`) are made.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// How it ended.
    pub outcome: Outcome,
}

/// A move of a [`Record`].
#[derive(Clone, Debug, Default)]
pub struct RecordedMove {
    /// The move in any form that [`notation::parse_move`] takes, such as that of Hub.
    pub text: String,
    /// What is written behind it in braces, such as a [`MoveReport`](super::MoveReport); nothing if empty.
    pub comment: String,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It did not, or nobody knows.
    #[default]
    Unknown,
    /// A side won.
    Win(Color),
    /// Nobody won.
    Draw,
}

impl Outcome {
    /// The result as PDN has it for the variant: the side that begins comes first, and a win gives
    /// two points in international and Canadian draughts. `None` while unknown.
    pub fn result(self, variant: Variant) -> Option<GameResult> {
        let result = match self {
            Outcome::Unknown => return None,
            Outcome::Draw => GameResult::Draw1,
            Outcome::Win(color) if color == variant.facts().first => GameResult::Win1,
            Outcome::Win(_) => GameResult::Loss1,
        };
        Some(if game_type(variant).gives_two_points() {
            result.with_two_points()
        } else {
            result
        })
    }
}

/// Why a record is no game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The position in which it began.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move.
    #[error("move {ply}: {error}")]
    Move {
        /// Which, from 1.
        ply: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

/// Makes a PDN game of a record, ready to be printed with `{}`; between the games of a file
/// belongs an empty line. Moves are checked, numbered, and written in the notation of the variant;
/// the body ends with `*`, as PDN 3.0 has it, and the result is in the tag.
///
/// ```
/// use kamen::board::Color;
/// use kamen::notation::pdn::{MoveReport, Outcome, Record, RecordedMove, write_game};
/// use kamen::rules::Variant;
/// use kamen::score::Score;
/// use std::time::Duration;
///
/// let report = MoveReport {
///     score: Some(Score(17)),
///     depth: Some(12),
///     time: Some(Duration::from_millis(1250)),
/// };
/// let played = |text: &str| RecordedMove { text: text.to_owned(), comment: report.to_string() };
/// let record = Record {
///     variant: Variant::Czech,
///     fen: None,
///     tags: vec![("White".to_owned(), "Kamen".to_owned())],
///     moves: vec![played("22-18"), played("10-14")],
///     outcome: Outcome::Win(Color::White),
/// };
/// let text = write_game(&record)?.to_string();
/// assert!(text.contains("[White \"Kamen\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[GameType \"29\"]"));
/// assert!(text.ends_with("\n1. c3-d4 {+0.17/12 1.250s} d6-c5 {+0.17/12 1.250s} *\n"));
/// # Ok::<(), kamen::notation::pdn::RecordError>(())
/// ```
///
/// # Errors
/// A position or a move that cannot be.
pub fn write_game(record: &Record) -> Result<Game, RecordError> {
    with_rules!(record.variant, R => write::<R>(record))
}

fn write<R: Rules>(record: &Record) -> Result<Game, RecordError> {
    let variant = record.variant;
    let standard = Position::<R>::start(variant);
    let start = match &record.fen {
        Some(fen) => notation::parse_fen(variant, fen)?,
        None => standard,
    };
    let mut position = start;
    let mut body = Vec::new();
    for (index, recorded) in record.moves.iter().enumerate() {
        let found = notation::parse_move(&position, &recorded.text);
        let m = found.map_err(|error| RecordError::Move {
            ply: index + 1,
            error,
        })?;
        let text = write_move(&position, &m, variant.facts().algebraic);
        body.push(Element::Move(PlayedMove {
            number: number(
                index + usize::from(start.turn != variant.facts().first),
                index == 0,
            ),
            text: Some(with_sign(text, variant)),
            ..PlayedMove::default()
        }));
        if !recorded.comment.is_empty() {
            body.push(Element::Comment(Comment::new(&recorded.comment)));
        }
        position = position.after(&m);
    }
    let known = of_number(game_type(variant).number).unwrap_or(variant);
    // Who does not know the variant must at least see where the pieces stand.
    let is_told = start == standard && start == Position::start(known);
    let fen = (!is_told).then(|| write_fen_with(&start, variant.facts().algebraic));
    Ok(Game {
        tags: tags(record, fen),
        body,
        end: Some(GameEnd::Asterisk),
    })
}

/// The number before a ply, counted from 0, if it has one: the moves of the side that begins have,
/// and the first of a game.
fn number(ply: usize, is_first: bool) -> Option<MoveNumber> {
    let second = ply % 2 == 1;
    (!second || is_first).then_some(MoveNumber {
        number: (ply / 2 + 1) as u32,
        second,
    })
}

/// A capture of Thai draughts is written with `-`, which is that of an unknown kind; one that looked
/// like a result keeps its `x`.
fn with_sign(mut text: MoveText, variant: Variant) -> MoveText {
    if text.kind == MoveKind::Capture && game_type(variant).capture_sign() == '-' {
        text.kind = match text.squares.as_slice() {
            [from, to] if from == to => MoveKind::Capture,
            [_, _] => MoveKind::Quiet,
            _ => MoveKind::Unknown,
        };
    }
    text
}

/// The tags of a record, in the order of PDN.
fn tags(record: &Record, fen: Option<String>) -> Vec<Tag> {
    let variant = record.variant;
    let given = |name: &str| {
        record
            .tags
            .iter()
            .find(|tag| tag.0.eq_ignore_ascii_case(name))
    };
    let result = record.outcome.result(variant);
    let mut tags: Vec<Tag> = MANDATORY
        .iter()
        .map(|&(name, unknown)| Tag::new(name, given(name).map_or(unknown, |tag| &tag.1)))
        .collect();
    tags.push(Tag::new("Result", result.map_or("*", GameResult::text)));
    tags.push(Tag::new("GameType", &game_type(variant).to_string()));
    if of_number(game_type(variant).number) != Some(variant) {
        tags.push(Tag::new("Variant", variant.name()));
    }
    if let Some(fen) = fen {
        tags.push(Tag::new("SetUp", "1"));
        tags.push(Tag::new("FEN", &fen));
    }
    tags.push(Tag::new("PlyCount", &record.moves.len().to_string()));
    let is_other = |name: &str| {
        let mandatory = MANDATORY.iter().map(|tag| tag.0);
        !mandatory
            .chain(MADE)
            .any(|made| made.eq_ignore_ascii_case(name))
    };
    let others = record.tags.iter().filter(|tag| is_other(&tag.0));
    tags.extend(others.map(|(name, value)| Tag::new(name, value)));
    tags
}

#[cfg(test)]
mod tests;

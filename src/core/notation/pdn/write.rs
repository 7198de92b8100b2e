//! Converts a played game to PDN. Begin with [`write_game`].

use super::variant::{game_type, of_number};
use crate::game::{AnyGame, AnyMove, AnyPosition};
use crate::notation::move_text::write_move;
use crate::notation::{MoveError, PositionError};
use crate::rules::{self, Variant};
use kamen_protocol::pdn::{
    Comment, Element, Game, GameEnd, GameResult, GameType, MoveNumber, PlayedMove, Tag,
};

/// The mandatory tags, which come first, with their default values (PDN 3.0, "'Mandatory' tags").
pub(super) const MANDATORY: [(&str, &str); 6] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
];

/// The tags derived from the rest of a record.
const MADE: [&str; 6] = ["Result", "GameType", "Variant", "SetUp", "FEN", "PlyCount"];

/// A played game, the input of [`write_game`].
#[derive(Clone, Debug)]
pub struct Record {
    /// The variant.
    pub variant: Variant,
    /// The initial position; `None` for the start position of the variant.
    pub fen: Option<String>,
    /// Names and values of tags, such as `White` and `Event`. `Result`, `GameType`, `Variant`,
    /// `SetUp`, `FEN` and `PlyCount` are derived from the rest of the record.
    pub tags: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<RecordedMove>,
    /// The result; `None` if unfinished or unknown.
    pub result: Option<rules::GameResult>,
}

impl From<&AnyGame> for Record {
    /// The moves of a game and its result, if the rules have ended it; without tags and comments.
    fn from(game: &AnyGame) -> Record {
        let initial = game.initial();
        let is_usual = *initial == AnyPosition::start(game.variant());
        let recorded = |m: &AnyMove| RecordedMove {
            text: m.to_string(),
            comment: String::new(),
        };
        Record {
            variant: game.variant(),
            fen: (!is_usual).then(|| initial.fen()),
            tags: Vec::new(),
            moves: game.moves().iter().map(recorded).collect(),
            result: game.over().map(|over| over.result()),
        }
    }
}

/// A move of a [`Record`].
#[derive(Clone, Debug, Default)]
pub struct RecordedMove {
    /// The move in any form that [`AnyPosition::parse_move`] accepts, such as Hub notation.
    pub text: String,
    /// The comment written after it in braces, such as a [`MoveReport`](super::MoveReport); none if
    /// empty.
    pub comment: String,
}

/// Converts a result to PDN: the side that begins comes first, and a win scores two points in
/// international and Canadian draughts.
pub fn pdn_result(result: rules::GameResult, variant: Variant) -> GameResult {
    let of_first = match result.winner() {
        None => GameResult::Draw1,
        Some(color) if color == variant.facts().first => GameResult::Win1,
        Some(_) => GameResult::Loss1,
    };
    let two_points = game_type(variant).is_some_and(GameType::gives_two_points);
    if two_points {
        of_first.with_two_points()
    } else {
        of_first
    }
}

/// Why a record cannot be converted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// The initial position is invalid.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move is illegal or ambiguous.
    #[error("move {ply}: {error}")]
    Move {
        /// The ply, from 1.
        ply: usize,
        /// The fault.
        error: MoveError,
    },
}

/// Converts a record to a PDN game, to be printed with `{}`; separate the games of a file by an
/// empty line. Moves are checked, numbered, and written in the notation of the variant; as PDN 3.0
/// requires, the body ends with `*` and the result is in the tag.
///
/// ```
/// use kamen_core::notation::pdn::{MoveReport, Record, RecordedMove, write_game};
/// use kamen_core::rules::{GameResult, Variant};
/// use kamen_core::score::Score;
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
///     result: Some(GameResult::White),
/// };
/// let text = write_game(&record)?.to_string();
/// assert!(text.contains("[White \"Kamen\"]\n[Black \"?\"]\n[Result \"1-0\"]\n[GameType \"29\"]"));
/// assert!(text.ends_with("\n1. c3-d4 {+0.17/12 1.250s} d6-c5 {+0.17/12 1.250s} *\n"));
/// # Ok::<(), kamen_core::notation::pdn::RecordError>(())
/// ```
///
/// # Errors
/// The position is invalid, or a move is illegal or ambiguous.
pub fn write_game(record: &Record) -> Result<Game, RecordError> {
    let variant = record.variant;
    let standard = AnyPosition::start(variant);
    let start = match &record.fen {
        Some(fen) => AnyPosition::parse_fen(variant, fen)?,
        None => standard,
    };
    let mut position = start;
    let mut body = Vec::new();
    for (index, recorded) in record.moves.iter().enumerate() {
        let found = position.parse_move(&recorded.text);
        let m = found.map_err(|error| RecordError::Move {
            ply: index + 1,
            error,
        })?;
        let ply = index + usize::from(start.turn() != variant.facts().first);
        let letters = variant.facts().algebraic;
        let played = played_move(&position, &m, ply, index == 0, letters);
        body.push(Element::Move(played));
        if !recorded.comment.is_empty() {
            body.push(Element::Comment(Comment::new(&recorded.comment)));
        }
        position = position.after_legal(&m);
    }
    // Programs that do not know the variant still need the initial position.
    let is_told = start == standard
        && named_by_type(variant).is_some_and(|known| {
            known == variant || start.hub() == AnyPosition::start(known).hub()
        });
    let fen = (!is_told).then(|| start.fen_with(variant.facts().algebraic));
    Ok(Game {
        tags: tags(record, fen),
        body,
        end: Some(GameEnd::Asterisk),
        ..Game::default()
    })
}

/// The variant named by the GameType of a variant: itself, or its nearest relative.
fn named_by_type(variant: Variant) -> Option<Variant> {
    of_number(game_type(variant)?.number)
}

/// A move as PDN writes it, `ply` plies after the start of a game in which the side that begins is the first of the variant;
/// with its number, where one is due or it is the first of a line.
pub fn played_move(
    position: &AnyPosition,
    m: &AnyMove,
    ply: usize,
    is_first: bool,
    letters: bool,
) -> PlayedMove {
    PlayedMove {
        number: number(ply, is_first),
        text: Some(write_move(position, m, letters)),
        ..PlayedMove::default()
    }
}

/// The move number before a ply, counted from 0: for moves of the side that begins, and for the
/// first of a game.
pub(super) fn number(ply: usize, is_first: bool) -> Option<MoveNumber> {
    let second = ply % 2 == 1;
    (!second || is_first).then_some(MoveNumber {
        number: (ply / 2 + 1) as u32,
        second,
    })
}

/// The tags of a record, in PDN order.
fn tags(record: &Record, fen: Option<String>) -> Vec<Tag> {
    let variant = record.variant;
    let given = |name: &str| {
        record
            .tags
            .iter()
            .find(|tag| tag.0.eq_ignore_ascii_case(name))
    };
    let result = record.result.map(|result| pdn_result(result, variant));
    let mut tags: Vec<Tag> = MANDATORY
        .iter()
        .map(|&(name, unknown)| Tag::new(name, given(name).map_or(unknown, |tag| &tag.1)))
        .collect();
    tags.push(Tag::new("Result", result.map_or("*", GameResult::text)));
    if let Some(game_type) = game_type(variant) {
        tags.push(Tag::new("GameType", &game_type.to_string()));
    }
    if named_by_type(variant) != Some(variant) {
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

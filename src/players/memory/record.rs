//! What a memory remembers, as text.

use super::journal::Damage;
use crate::game_words::{GameWordsError, read_game, read_position, write_game, write_position};
use kamen_core::board::Color;
use kamen_core::game::{AnyPosition, GameLine};
use kamen_core::notation::PositionError;
use kamen_core::rules::Variant;
use kamen_core::score::Score;
use std::fmt;
use std::str::FromStr;

/// What a line of the file says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    /// Something to remember.
    Record(Record),
    /// The record with this name counts no more, if it stands above.
    Forget(RecordName),
}

impl Entry {
    /// Reads a line without its checksum.
    pub(super) fn parse(variant: Variant, text: &str) -> Result<Entry, RecordError> {
        match text.strip_prefix(FORGET) {
            Some(name) => Ok(Entry::Forget(name.parse()?)),
            None => Ok(Entry::Record(Record::parse(variant, text)?)),
        }
    }
}

/// What a line begins with that names a record to forget.
pub(super) const FORGET: &str = "forget ";

/// The name of a record: the checksum that its line begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordName(u32);

impl RecordName {
    /// The name of the record with this text.
    pub(super) fn of(text: &str) -> RecordName {
        RecordName(crc32fast::hash(text.as_bytes()))
    }
}

impl fmt::Display for RecordName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:08x}", self.0)
    }
}

/// A name that is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("found '{0}', expected the eight hexadecimal digits that the line of a record begins with")]
pub struct NoRecordName(String);

impl FromStr for RecordName {
    type Err = NoRecordName;

    fn from_str(text: &str) -> Result<RecordName, NoRecordName> {
        let number = u32::from_str_radix(text, 16).ok();
        let is_digits = text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let number = number.filter(|_| is_digits);
        let shown = || text.chars().filter(|c| !c.is_control()).take(20).collect();
        number.map(RecordName).ok_or_else(|| NoRecordName(shown()))
    }
}

/// A record of a memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Record {
    /// A won game, turned so that White is the winner.
    Game(GameLine),
    /// A searched correction.
    Bound(Bound),
}

/// What a search found out about a position that led to a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The position, turned so that White is to move; the loser moved last.
    pub position: AnyPosition,
    /// The side to move scores at least this.
    pub score: Score,
    /// The depth that proves it, in plies.
    pub depth: u32,
}

/// Why a record is none.
#[derive(Debug, thiserror::Error)]
pub(super) enum RecordError {
    #[error(transparent)]
    Damage(#[from] Damage),
    #[error(transparent)]
    Name(#[from] NoRecordName),
    #[error("found '{found}', expected game, bound or forget")]
    Kind { found: String },
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error(transparent)]
    Game(#[from] GameWordsError),
    #[error("the game does not end with a win of White")]
    NotWon,
    #[error("found '{found}', expected a score and a depth")]
    Numbers { found: String },
}

impl Record {
    /// The record of a game that the rules have ended with a win, turned so that White is the winner.
    pub(super) fn of_won(game: &GameLine) -> Option<Record> {
        let winner = game.end()?.over()?.winner()?;
        let seen_by_winner = match winner {
            Color::White => game.clone(),
            Color::Black => game.half_turned(),
        };
        Some(Record::Game(seen_by_winner))
    }

    /// Reads the output of [`Record::text`]. A game must be legal to its end, and won by White.
    pub(super) fn parse(variant: Variant, text: &str) -> Result<Record, RecordError> {
        let mut words = text.split(' ');
        let kind = words.next().unwrap_or_default();
        let place = words.next().unwrap_or_default();
        match kind {
            "game" => {
                let game = read_game(variant, place, words)?;
                let winner = game.over().and_then(|over| over.winner());
                match winner {
                    Some(Color::White) => Ok(Record::Game(game.line())),
                    _ => Err(RecordError::NotWon),
                }
            }
            "bound" => bound(read_position(variant, place)?, words),
            _ => Err(RecordError::Kind {
                found: (kind.chars().filter(|c| !c.is_control()).take(20)).collect(),
            }),
        }
    }

    /// The record in a line.
    pub(super) fn text(&self) -> String {
        match self {
            Record::Game(game) => format!("game {}", write_game(game)),
            Record::Bound(bound) => {
                let (place, score) = (write_position(&bound.position), bound.score.0);
                format!("bound {place} {score} {}", bound.depth)
            }
        }
    }
}

fn bound<'a>(
    position: AnyPosition,
    numbers: impl Iterator<Item = &'a str>,
) -> Result<Record, RecordError> {
    let words: Vec<&str> = numbers.collect();
    let read = |words: &[&str]| {
        let &[score, depth] = words else { return None };
        let (score, depth) = (Score(score.parse().ok()?), depth.parse().ok()?);
        let is_score = (Score::loss_in(0)..=Score::win_in(0)).contains(&score);
        is_score.then_some((score, depth))
    };
    let (score, depth) = read(&words).ok_or_else(|| RecordError::Numbers {
        found: words.join(" ").chars().take(40).collect(),
    })?;
    Ok(Record::Bound(Bound {
        position,
        score,
        depth,
    }))
}

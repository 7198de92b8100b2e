//! A line of the games that were played with a file of rated positions: `NUMBER COLORS NAME START MOVES..`, without its checksum.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

use crate::game_words::{GameWordsError, read_game, write_game};
use kamen_core::game::FinishedGame;
use kamen_core::rules::Variant;
use kamen_files::LineDamage;

/// What the first line begins with.
pub(super) const MAGIC: &str = "kamen-rated-games 1";

/// A game that was played with a file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlayedGame {
    /// Its number among them, from 1.
    pub(super) number: u64,
    /// Who learns from it, by colour.
    pub(super) learners: [bool; 2],
    /// What it is called, if it may be told again.
    pub(super) name: Option<u32>,
    /// The game; the rules have ended it.
    pub(super) game: FinishedGame,
}

/// What is wrong with a line of played games.
#[derive(Debug, thiserror::Error)]
pub enum PlayedLineError {
    /// The line is not what was written.
    #[error(transparent)]
    Damage(#[from] LineDamage),
    /// The first line says something else.
    #[error("found '{found}', expected '{MAGIC} {expected}'")]
    Foreign {
        /// As written.
        found: String,
        /// The variant.
        expected: Variant,
    },
    /// It does not begin as a game does.
    #[error("expected the number of a game, w, b or wb, a name or -, a position and moves")]
    Words,
    /// It is not the next game.
    #[error("found game {found}, expected {expected}: these are games of another file")]
    Number {
        /// Its number.
        found: u64,
        /// The next one.
        expected: u64,
    },
    /// Its position or moves.
    #[error(transparent)]
    Game(#[from] GameWordsError),
    /// The game goes on.
    #[error("the rules have not ended the game")]
    Unfinished,
}

/// Checks the first line.
pub(super) fn check_head(line: &str, expected: Variant) -> Result<(), PlayedLineError> {
    if line == format!("{MAGIC} {expected}") {
        return Ok(());
    }
    let found = line.chars().filter(|c| !c.is_control()).take(40).collect();
    Err(PlayedLineError::Foreign { found, expected })
}

/// The number of the game of a line.
pub(super) fn number_of(line: &str) -> Option<u64> {
    line.split(' ').next()?.parse().ok()
}

/// Reads a line; the game must be legal, and ended by the rules.
pub(super) fn parse(variant: Variant, line: &str) -> Result<PlayedGame, PlayedLineError> {
    let mut words = line.split(' ');
    let mut word = || words.next().ok_or(PlayedLineError::Words);
    let number = word()?.parse().map_err(|_| PlayedLineError::Words)?;
    let learners = match word()? {
        "w" => [true, false],
        "b" => [false, true],
        "wb" => [true, true],
        _ => return Err(PlayedLineError::Words),
    };
    let name = match word()? {
        "-" => None,
        name => Some(u32::from_str_radix(name, 16).map_err(|_| PlayedLineError::Words)?),
    };
    let start = word()?;
    let game = read_game(variant, start, words)?;
    let over = game.over().ok_or(PlayedLineError::Unfinished)?;
    let (line, result) = (game.line(), over.result());
    Ok(PlayedGame {
        number,
        learners,
        name,
        game: FinishedGame { line, result },
    })
}

/// Writes a line.
pub(super) fn text_of(played: &PlayedGame) -> String {
    let learners = match played.learners {
        [true, true] => "wb",
        [true, false] => "w",
        [false, _] => "b",
    };
    let name = played
        .name
        .map_or_else(|| "-".to_owned(), |name| format!("{name:08x}"));
    let line = &played.game.line;
    format!("{} {learners} {name} {}", played.number, write_game(line))
}

//! Positions and games in words without blanks, for files with a game in each line.

use kamen_core::game::{AnyGame, AnyPosition, GameLine};
use kamen_core::notation::{MoveError, PositionError};
use kamen_core::rules::Variant;
use std::fmt::Write;

/// Why words are no game.
#[derive(Debug, thiserror::Error)]
pub enum GameWordsError {
    /// The first one is no position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// Another one is no legal move.
    #[error("move {number}: {error}")]
    Move {
        /// Which move, from 1.
        number: usize,
        /// What is wrong.
        error: MoveError,
    },
}

/// A game in words: where it began, and its moves in Hub notation.
pub(crate) fn write_game(game: &GameLine) -> String {
    let mut text = write_position(&game.start);
    for m in &game.moves {
        // Writing to a string does not fail.
        let _ = write!(text, " {m}");
    }
    text
}

/// Reads the words of a game; all moves must be legal.
pub(crate) fn read_game<'a>(
    variant: Variant,
    start: &str,
    moves: impl Iterator<Item = &'a str>,
) -> Result<AnyGame, GameWordsError> {
    let mut game = AnyGame::new(read_position(variant, start)?);
    for (place, text) in moves.enumerate() {
        let played = game.play_text(text);
        played.map_err(|error| GameWordsError::Move {
            number: place + 1,
            error,
        })?;
    }
    Ok(game)
}

/// A position without a space: as Hub writes it, and behind slashes the counts of king moves.
pub(crate) fn write_position(position: &AnyPosition) -> String {
    let mut text = position.hub().to_string();
    for count in position.wolf().split_whitespace() {
        text.push('/');
        text.push_str(count);
    }
    text
}

/// Reads the output of [`write_position`].
pub(crate) fn read_position(variant: Variant, text: &str) -> Result<AnyPosition, PositionError> {
    let (board, counts) = text.split_once('/').unwrap_or((text, ""));
    let mut position = AnyPosition::parse_hub(variant, board)?;
    position.set_wolf(&counts.replace('/', " "))?;
    Ok(position)
}

//! Rating a position by a search.

use kamen_core::game::{AnyGame, AnyPosition};
use kamen_core::score::Score;
use kamen_files::{JournalError, PartsError};
use kamen_search::{Engine, EngineError, Limits};

/// Why a book is not made.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// Positions cannot be searched.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The parts of several processes cannot be used.
    #[error(transparent)]
    Parts(#[from] PartsError),
}

impl BuildError {
    pub(super) fn journal(error: JournalError) -> BuildError {
        BuildError::Parts(error.into())
    }
}

/// The score of a position for the side to move.
pub(super) fn rate(
    engine: &Engine,
    position: &AnyPosition,
    limits: &Limits,
) -> Result<Score, EngineError> {
    if let Some(over) = position.won() {
        let is_won = over.winner() == Some(position.turn());
        return Ok(if is_won {
            Score::win_in(0)
        } else {
            Score::loss_in(0)
        });
    }
    engine.forget();
    Ok(engine.think(&AnyGame::new(*position), limits)?.score)
}

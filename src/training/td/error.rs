//! Why learning ends early.

use super::history::HistoryError;
use kamen_files::{LockError, PartsError};
use kamen_players::rated::RatedFileError;

/// Why learning ends early.
#[derive(Debug, thiserror::Error)]
pub enum TdError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] RatedFileError),
    /// Another process learns in a file.
    #[error(transparent)]
    Lock(#[from] LockError),
    /// The two files have learned from different numbers of games.
    #[error(
        "{white} games in the file of White and {black} in that of Black, expected the same number"
    )]
    Games {
        /// Games of White's file.
        white: u64,
        /// Games of Black's file.
        black: u64,
    },
    /// The files have learned otherwise.
    #[error(transparent)]
    History(#[from] HistoryError),
    /// The files of several learners cannot be put together.
    #[error(transparent)]
    Parts(#[from] PartsError),
    /// A thread of games has failed.
    #[error("a game of learning has failed")]
    Game,
}

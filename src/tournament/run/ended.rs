//! How a tournament ends.

use crate::game::Fault;
use crate::ledger::LedgerError;
use crate::opening::OpeningFault;
use crate::statistics::Verdict;
use std::io;

/// Why a tournament did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A program does not start.
    #[error("{name} cannot play: {}", fault.detail)]
    Start {
        /// Its name.
        name: String,
        /// What went wrong.
        fault: Fault,
    },
    /// A program does not start any more.
    #[error(
        "{name} failed {times} times in a row before its first move, the last time with {fault}; \
         put that right and give the same command again (with --journal it goes on)"
    )]
    KeepsFailing {
        /// Its name.
        name: String,
        /// How often.
        times: u32,
        /// What went wrong.
        fault: Fault,
    },
    /// Games cannot be written.
    #[error("{0}; free some space or put it right, and give the same command again")]
    Ledger(#[from] LedgerError),
    /// An opening is none of the variant.
    #[error(transparent)]
    Opening(OpeningFault),
    /// A thread for games cannot be started.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A game panicked.
    #[error("a game ended in an internal error, which is shown above")]
    Panic,
    /// All threads for games have ended too early.
    #[error("nobody plays any more")]
    Deserted,
}

/// How a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TournamentEnd {
    /// All games are played.
    Complete,
    /// The test has come to a verdict.
    Decided(Verdict),
    /// The file that was to end it is there.
    CalledOff,
    /// `stop` ended it.
    Stopped,
}

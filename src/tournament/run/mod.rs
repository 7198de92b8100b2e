//! The course of a tournament: threads that play, and one that keeps the books.

mod books;
mod hall;
mod tournament;
mod watcher;

pub use tournament::Tournament;
pub(crate) use watcher::GameCounter;
pub use watcher::Watcher;

use super::game::Fault;
use super::ledger::{Ledger, LedgerError};
use super::pool::Pool;
use super::schedule::Schedule;
use super::standings::Standings;
use super::statistics::Verdict;
use crate::search::STACK_BYTES;
use crate::util::Stop;
use books::Books;
use crossbeam_channel::unbounded;
use hall::Hall;
use std::thread;

/// Why a tournament did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A program does not start.
    #[error("{name} cannot play: {fault}")]
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
    /// Something that should not have happened.
    #[error("{0}")]
    Internal(String),
}

/// How a tournament ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All games are played.
    Complete,
    /// The test has come to a verdict.
    Decided(Verdict),
    /// Somebody asked to stop.
    Stopped,
}

/// Plays all games that the schedule has. `standings` and `schedule` may have games already.
///
/// # Errors
/// Why not all could be played; those that were are in the standings and in the ledger.
pub fn run(
    tournament: &Tournament,
    schedule: &mut Schedule,
    standings: &mut Standings,
    ledger: &mut Ledger,
    stop: &Stop,
    watcher: &mut impl Watcher,
) -> Result<Ending, RunError> {
    let pool = Pool::new(tournament);
    for contestant in 0..tournament.contestants.len() {
        pool.prove(contestant, stop)?;
    }
    let (jobs, to_play) = unbounded();
    let (results, played) = unbounded();
    // Ends the games under way, for whatever reason.
    let halt = Stop::default();
    let hall = Hall {
        tournament,
        pool: &pool,
        keeps_moves: ledger.keeps_moves(),
        halt: &halt,
    };
    thread::scope(|scope| {
        for _ in 0..tournament.concurrency {
            let (to_play, results) = (to_play.clone(), results.clone());
            let hall = &hall;
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || hall.play_all(&to_play, &results))
                .map_err(|error| RunError::Internal(format!("cannot start a thread: {error}")))?;
        }
        drop((to_play, results));
        let mut books = Books::new(tournament, schedule, standings, ledger, watcher);
        let ended = books.keep(&jobs, &played, stop);
        halt.now();
        drop(jobs);
        // What was finished meanwhile counts, unless it would change a verdict.
        let last = match ended {
            Ok(Ending::Decided(_)) => Ok(()),
            _ => played.iter().try_for_each(|result| books.game(result)),
        };
        let written = books.write_all();
        ended.and_then(|ending| last.and(written).map(|()| ending))
    })
}

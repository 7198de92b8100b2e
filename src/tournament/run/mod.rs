//! Running a tournament: worker threads that play, and a director who hands out games and records results.

mod director;
mod ended;
mod pool;
mod tournament;
mod watcher;
mod workers;

pub use ended::{RunError, TournamentEnd};
pub use tournament::{Settings, Tournament};
pub use watcher::GameCounter;
pub use watcher::Watcher;

use super::ledger::Ledger;
use super::schedule::Schedule;
use super::standings::Standings;
use super::statistics::Tally;
use crossbeam_channel::unbounded;
use director::Director;
use kamen_files::Stop;
use kamen_search::STACK_BYTES;
use pool::Pool;
use std::thread;
use workers::Workers;

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
) -> Result<TournamentEnd, RunError> {
    let pool = Pool::new(tournament);
    for contestant in 0..tournament.contestants.len() {
        pool.prove(contestant, stop)?;
    }
    watcher.begins();
    let (jobs, to_play) = unbounded();
    let (news, heard) = unbounded();
    // Ends the games under way, for whatever reason.
    let halt = Stop::default();
    let workers = Workers {
        tournament,
        pool: &pool,
        keeps_moves: ledger.keeps_moves(),
        halt: &halt,
    };
    thread::scope(|scope| {
        for _ in 0..tournament.concurrency {
            let (to_play, news) = (to_play.clone(), news.clone());
            let workers = &workers;
            thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, move || workers.play_all(&to_play, &news))
                .map_err(RunError::Thread)?;
        }
        drop((to_play, news));
        let mut director = Director::new(tournament, schedule, standings, ledger, watcher);
        let ended = director.run(&jobs, &heard, stop);
        halt.now();
        drop(jobs);
        // What was finished meanwhile counts, unless it would change a verdict.
        let last = match ended {
            Ok(TournamentEnd::Decided(_)) => Ok(()),
            _ => heard.iter().try_for_each(|news| director.hear(news)),
        };
        // Nobody waits any more for what is not written.
        drop(heard);
        let written = director.write_all();
        ended.and_then(|ending| last.and(written).map(|()| ending))
    })
}

/// Plays a match of two that is kept nowhere: what the first made of it; `None` if `stop` ended it. `played` is called after
/// each game.
///
/// # Errors
/// Why not all games could be played.
pub fn duel(
    tournament: &Tournament,
    stop: &Stop,
    played: &mut dyn FnMut(),
) -> Result<Option<Tally>, RunError> {
    let mut standings = Standings::new(2);
    let ended = run(
        tournament,
        &mut tournament.schedule(),
        &mut standings,
        &mut Ledger::default(),
        stop,
        &mut GameCounter(played),
    )?;
    let (tally, _) = standings.meeting(0, 1).unwrap_or_default();
    Ok((ended == TournamentEnd::Complete).then_some(tally))
}

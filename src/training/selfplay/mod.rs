//! Self-play, and searching again the positions of games that were played elsewhere.
//!
//! A game depends only on the settings of its file and its own number, not on the thread that plays it or the
//! games before it. So an interrupted run resumes with the missing games. Each thread plays one game at a time
//! and searches single-threaded.

mod adjudicator;
mod game;
mod knowledge;
#[cfg(test)]
mod tests;

pub use knowledge::Knowledge;

use super::record::{Record, RecordError, RecordFile, Records};
use crossbeam_channel::bounded;
use game::GamePlayer;
use hashbrown::HashSet;
use kamen_core::game::FinishedGame;
use kamen_core::rules::{Rules, Variant, VariantOf};
use kamen_core::with_rules;
use kamen_eval::Evaluation;
use kamen_files::{Shard, Stop};
use kamen_search::STACK_BYTES;
use kamen_search::Searched;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Why self-play stops early.
#[derive(Debug, thiserror::Error)]
pub enum SelfPlayError {
    /// The file cannot be used.
    #[error(transparent)]
    File(#[from] RecordError),
    /// No opening with this number of random plies is balanced.
    #[error(
        "game {number}: found no balanced opening in {tries} tries, expected one (fewer \
         --random-plies?)"
    )]
    NoOpening {
        /// Number of the game.
        number: u32,
        /// Openings tried.
        tries: u32,
    },
    /// There is no memory for the transposition tables.
    #[error("no memory for the transposition tables")]
    Memory,
    /// A thread cannot start.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// A thread failed.
    #[error("a thread failed in the middle of a game; what was finished is in the file")]
    Failed,
}

/// The default range of random plies at the start of a game: more on small boards, which have fewer openings.
pub fn usual_random_plies(variant: Variant) -> (u16, u16) {
    if variant.shape().width > 8 {
        (6, 10)
    } else {
        (8, 12)
    }
}

/// Which games of a run a process makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// The games of the whole run.
    pub games: u32,
    /// Which part of them, from 0.
    pub part: u32,
    /// Into how many parts they are dealt in turn.
    pub parts: u32,
}

impl Share {
    /// All games.
    pub fn whole(games: u32) -> Share {
        Share::of(games, Shard::WHOLE)
    }

    /// A part of the games.
    pub fn of(games: u32, Shard { part, parts }: Shard) -> Share {
        Share { games, part, parts }
    }

    /// Whether a file, which another process may be writing, holds all its games.
    pub fn is_complete(&self, path: &Path) -> bool {
        let Ok(records) = Records::open(path) else {
            return false;
        };
        let whole = records.map_while(Result::ok);
        let numbers: HashSet<u32> = whole.map(|record| record.number).collect();
        let mut own = (self.part..self.games).step_by(self.parts.max(1) as usize);
        own.all(|number| numbers.contains(&number))
    }

    /// The numbers of its games that a file does not hold, in ascending order.
    pub fn missing(&self, file: &RecordFile) -> Vec<u32> {
        let mut missing = file.missing(self.games);
        missing.retain(|number| number % self.parts.max(1) == self.part);
        missing
    }
}

/// Plays the games of a share that the file lacks and adds each as soon as it is finished; then `seen`
/// is called with it. On one thread games finish in the order of their numbers. `stop` abandons the games under
/// way.
///
/// # Errors
/// If a game cannot be played or written; finished games are in the file.
pub fn play(
    file: &mut RecordFile,
    share: Share,
    threads: usize,
    knowledge: Knowledge<'_, Evaluation>,
    stop: &Stop,
    seen: &mut dyn FnMut(&Record),
) -> Result<(), SelfPlayError> {
    make_any(file, Work::Play(share), threads, knowledge, stop, seen)
}

/// Searches every position of games that were played elsewhere, by legal moves from the start position of the variant: of those of
/// a share of them; otherwise as [`play`]. Where the rules have ended a game, they say who won.
///
/// # Errors
/// If a game cannot be written; finished games are in the file.
///
/// # Panics
/// If a move is not legal, or the share is one of more games.
pub fn search_again(
    file: &mut RecordFile,
    share: Share,
    games: &[FinishedGame],
    threads: usize,
    knowledge: Knowledge<'_, Evaluation>,
    stop: &Stop,
    seen: &mut dyn FnMut(&Record),
) -> Result<(), SelfPlayError> {
    make_any(
        file,
        Work::SearchAgain(share, games),
        threads,
        knowledge,
        stop,
        seen,
    )
}

/// Where games come from.
#[derive(Clone, Copy)]
enum Work<'a> {
    Play(Share),
    SearchAgain(Share, &'a [FinishedGame]),
}

impl Work<'_> {
    /// The numbers of the games that a file lacks.
    fn missing(self, file: &RecordFile) -> Vec<u32> {
        match self {
            Work::Play(share) | Work::SearchAgain(share, _) => share.missing(file),
        }
    }
}

/// Makes the games that a file lacks.
fn make_any(
    file: &mut RecordFile,
    work: Work<'_>,
    threads: usize,
    knowledge: Knowledge<'_, Evaluation>,
    stop: &Stop,
    seen: &mut dyn FnMut(&Record),
) -> Result<(), SelfPlayError> {
    with_rules!(file.settings().variant, of: R => {
        make::<R, _>(of, file, work, threads, knowledge, stop, seen)
    })
}

/// The same by rules known as a type.
fn make<R: Rules, E: Searched<R>>(
    variant: VariantOf<R>,
    file: &mut RecordFile,
    work: Work<'_>,
    threads: usize,
    knowledge: Knowledge<'_, E>,
    stop: &Stop,
    seen: &mut dyn FnMut(&Record),
) -> Result<(), SelfPlayError> {
    let settings = file.settings().clone();
    let missing = work.missing(file);
    let next = AtomicUsize::new(0);
    let halt = Stop::default();
    let serve = |give: &dyn Fn(Record) -> bool| -> Result<(), SelfPlayError> {
        let is_wanted = || stop.is_wanted() || halt.is_wanted();
        let mut table = GamePlayer::<R, E>::new(variant, &settings, knowledge, &is_wanted)?;
        while let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) {
            let made = match work {
                Work::Play(_) => table.play(number)?,
                Work::SearchAgain(_, games) => table.search_again(number, &games[number as usize]),
            };
            if !made.is_some_and(give) {
                break;
            }
        }
        Ok(())
    };
    let threads = threads.clamp(1, missing.len().max(1));
    on_threads(threads, &serve, file, &halt, seen)
}

/// Makes games, and gives away each until one is not taken.
type Serve<'a> = dyn Fn(&dyn Fn(Record) -> bool) -> Result<(), SelfPlayError> + Sync + 'a;

/// Lets `serve` make games on some threads and adds them to the file; `halt` is wanted at the end.
fn on_threads(
    threads: usize,
    serve: &Serve<'_>,
    file: &mut RecordFile,
    halt: &Stop,
    seen: &mut dyn FnMut(&Record),
) -> Result<(), SelfPlayError> {
    // A thread that waits for its game to be written does not play the next one.
    let (results, finished) = bounded::<Finished>(0);
    thread::scope(|scope| {
        let mut workers = Vec::new();
        let mut ended = Ok(());
        for _ in 0..threads {
            let results = results.clone();
            let worker = thread::Builder::new().stack_size(STACK_BYTES);
            let started = worker.spawn_scoped(scope, move || {
                if let Err(error) = serve(&|record| results.send(Ok(record)).is_ok()) {
                    // Nobody listens any more once there was another error.
                    let _ = results.send(Err(error));
                }
            });
            match started {
                Ok(worker) => workers.push(worker),
                Err(error) => ended = Err(SelfPlayError::Thread(error)),
            }
        }
        drop(results);
        while ended.is_ok() {
            let Ok(result) = finished.recv() else { break };
            ended = result.and_then(|record| {
                file.add(&record)?;
                seen(&record);
                Ok(())
            });
        }
        halt.now();
        drop(finished);
        let failed = workers.into_iter().filter_map(|w| w.join().err()).count();
        match ended {
            Ok(()) if failed > 0 => Err(SelfPlayError::Failed),
            _ => ended,
        }
    })
}

type Finished = Result<Record, SelfPlayError>;

//! The course of a tournament: threads that play, and one that keeps the books.

use super::Stop;
use super::contestant::{Contestant, Mind, Protocol};
use super::game::{
    Adjudication, Arbiter, DrawPolicy, Fault, GameId, GameRecord, Interrupted, Seat, Sitter,
};
use super::ledger::{Ledger, LedgerError};
use super::opening::{Opening, Openings};
use super::pool::Pool;
use super::schedule::{Format, Next, Schedule};
use super::standings::Standings;
use super::statistics::{Sprt, Verdict};
use crate::board::Color;
use crate::players::Player;
use crate::rules::{Rules, Variant};
use crate::with_rules;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, unbounded};
use serde_json::{Value, json};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::thread;
use std::time::{Duration, Instant};

/// All that makes a tournament.
#[derive(Clone, Debug)]
pub struct Tournament {
    /// What is played.
    pub variant: Variant,
    /// Who plays.
    pub contestants: Vec<Contestant>,
    /// Who meets whom.
    pub format: Format,
    /// Games of each pairing.
    pub games: u32,
    /// Where games begin; each pairing takes one after another for each pair of games.
    pub openings: Openings,
    /// Which draws the rules of the variant are asked for.
    pub draws: DrawPolicy,
    /// Plies after which a game is drawn.
    pub max_plies: Option<usize>,
    /// What ends games early.
    pub adjudication: Adjudication,
    /// What ends a match of two early.
    pub sprt: Option<Sprt>,
    /// Games at the same time.
    pub concurrency: usize,
    /// Where all random choices come from.
    pub seed: u64,
}

impl Tournament {
    /// What must be the same for a tournament to go on from its journal. How many games there are,
    /// when it ends and how fast it goes may change.
    pub fn settings(&self) -> Value {
        json!({
            "variant": self.variant.name(),
            "contestants": self.contestants,
            "format": self.format,
            "openings": self.openings.source,
            "draws": self.draws,
            "max-plies": self.max_plies,
            "adjudication": self.adjudication,
            "seed": self.seed,
        })
    }

    /// The schedule from the first game on.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.format, self.contestants.len(), self.games)
    }

    fn opening(&self, id: GameId) -> &Opening {
        let list = &self.openings.list;
        &list[id.pair() as usize % list.len()]
    }

    /// Where the random choices of a game come from.
    fn seed_of(&self, id: GameId) -> u64 {
        let parts = [id.first as u64, id.second as u64, u64::from(id.number)];
        parts
            .into_iter()
            .fold(mixed(self.seed), |seed, part| mixed(seed ^ part))
    }
}

/// The finalizer of SplitMix64 (Steele, Lea and Flood 2014) with its increment.
fn mixed(seed: u64) -> u64 {
    let x = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

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

/// Who watches a tournament.
pub trait Watcher {
    /// A game has ended.
    fn game(&mut self, game: &GameRecord, standings: &Standings);

    /// Something went wrong, and the tournament goes on.
    fn trouble(&mut self, message: &str);

    /// Time goes by.
    fn tick(&mut self, standings: &Standings);
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

/// Between two attempts to write what could not be written.
const RETRY: Duration = Duration::from_secs(1);
/// After that time without success the tournament ends.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two calls of [`Watcher::tick`].
const TICK: Duration = Duration::from_millis(100);
/// Failures in a row before the first move after which a program is not tried any more.
const MOST_FAILURES: u32 = 3;

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
            scope.spawn(move || hall.play_all(&to_play, &results));
        }
        drop((to_play, results));
        let mut books = Books {
            tournament,
            schedule,
            standings,
            ledger,
            watcher,
            running: 0,
            failures: vec![0; tournament.contestants.len()],
            unwritten_since: None,
            next_retry: Instant::now(),
        };
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

/// What those who play share.
struct Hall<'a> {
    tournament: &'a Tournament,
    pool: &'a Pool<'a>,
    keeps_moves: bool,
    halt: &'a Stop,
}

/// A finished game, or what kept it from being finished.
type Played = Result<GameRecord, String>;

impl Hall<'_> {
    /// Plays one game after another. A panic costs the tournament, but not what was finished.
    fn play_all(&self, jobs: &Receiver<GameId>, results: &Sender<Played>) {
        let variant = self.tournament.variant;
        let played = catch_unwind(AssertUnwindSafe(|| {
            with_rules!(variant, R => self.play_by::<R>(jobs, results));
        }));
        if played.is_err() {
            let _ = results.send(Err("a game ended in a panic (RUST_LOG=error)".to_owned()));
        }
    }

    fn play_by<R: Rules>(&self, jobs: &Receiver<GameId>, results: &Sender<Played>) {
        let mut players: Vec<Option<Box<dyn Player<R>>>> = Vec::new();
        players.resize_with(self.tournament.contestants.len(), || None);
        for id in jobs {
            if self.halt.is_wanted() {
                return;
            }
            let result = match self.game(id, &mut players) {
                Ok(record) => Ok(record),
                Err(Interrupted::Stopped) => return,
                Err(Interrupted::Opening(message)) => Err(message),
            };
            if results.send(result).is_err() {
                return;
            }
        }
    }

    fn game<R: Rules>(
        &self,
        id: GameId,
        players: &mut [Option<Box<dyn Player<R>>>],
    ) -> Result<GameRecord, Interrupted> {
        let tournament = self.tournament;
        let arbiter = Arbiter {
            variant: tournament.variant,
            draws: tournament.draws,
            max_plies: tournament.max_plies,
            adjudication: tournament.adjudication,
            keeps_moves: self.keeps_moves,
            stop: self.halt,
        };
        let both = [Color::White, Color::Black].map(|color| id.player(color));
        let [mut white, mut black] = both.map(|contestant| self.seat(contestant, players));
        let played = arbiter.play(
            id,
            tournament.opening(id),
            [&mut white, &mut black],
            tournament.seed_of(id),
        );
        let culprit = (played.as_ref().ok()).and_then(|game| Some(game.fault.as_ref()?.by));
        for (contestant, seat) in both.into_iter().zip([white, black]) {
            match seat.sitter {
                Sitter::Player(player) => players[contestant] = Some(player),
                Sitter::Program(engine) if culprit != Some(contestant) && played.is_ok() => {
                    self.pool.give_back(contestant, engine);
                }
                // Ended here, and started anew for the next game.
                Sitter::Program(_) => (),
            }
        }
        played
    }

    fn seat<R: Rules>(
        &self,
        contestant: usize,
        players: &mut [Option<Box<dyn Player<R>>>],
    ) -> Seat<R> {
        let who = &self.tournament.contestants[contestant];
        match &who.mind {
            Mind::Player(built_in) => {
                let make = || built_in.player(self.tournament.variant);
                Seat {
                    sitter: Sitter::Player(players[contestant].take().unwrap_or_else(make)),
                    limits: who.limits.clone(),
                    margin: 0.0,
                    max_moves: None,
                }
            }
            Mind::Program(program) => Seat {
                sitter: Sitter::Program(self.pool.take(contestant, program)),
                limits: who.limits.clone(),
                margin: program.margin,
                // With a clock for so many moves, a game by DXP has no more.
                max_moves: (who
                    .limits
                    .clock
                    .filter(|_| program.protocol == Protocol::Dxp))
                .and_then(|clock| clock.moves),
            },
        }
    }
}

/// The thread that gives out games and takes down results.
struct Books<'a, W> {
    tournament: &'a Tournament,
    schedule: &'a mut Schedule,
    standings: &'a mut Standings,
    ledger: &'a mut Ledger,
    watcher: &'a mut W,
    /// Games given out and not finished.
    running: usize,
    /// Failures in a row before the first move, by contestant.
    failures: Vec<u32>,
    /// Since when games wait to be written.
    unwritten_since: Option<Instant>,
    next_retry: Instant,
}

impl<W: Watcher> Books<'_, W> {
    fn keep(
        &mut self,
        jobs: &Sender<GameId>,
        played: &Receiver<Played>,
        stop: &Stop,
    ) -> Result<Ending, RunError> {
        let mut is_over = false;
        loop {
            if let Some(verdict) = self.verdict() {
                return Ok(Ending::Decided(verdict));
            }
            // A game in hand for everybody, so that nobody waits for us. While games cannot be
            // written no more are begun.
            let most = 2 * self.tournament.concurrency;
            while self.running < most && !is_over && self.unwritten_since.is_none() {
                match self.schedule.next() {
                    Next::Game(id) => {
                        self.running += 1;
                        let _ = jobs.send(id);
                    }
                    Next::Wait => break,
                    Next::Over => is_over = true,
                }
            }
            if is_over && self.running == 0 {
                return Ok(Ending::Complete);
            }
            match played.recv_timeout(TICK) {
                Ok(result) => {
                    self.running -= 1;
                    self.game(result)?;
                }
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(RunError::Internal("nobody plays any more".to_owned()));
                }
            }
            self.watcher.tick(self.standings);
            if stop.is_wanted() {
                return Ok(Ending::Stopped);
            }
            self.retry()?;
        }
    }

    /// What the test says of the match so far.
    fn verdict(&self) -> Option<Verdict> {
        let sprt = self.tournament.sprt.as_ref()?;
        let (_, pairs) = self.standings.meeting(0, 1)?;
        sprt.verdict(pairs)
    }

    /// Takes down a game.
    fn game(&mut self, result: Played) -> Result<(), RunError> {
        let game = result.map_err(RunError::Internal)?;
        self.schedule.finished(game.id, game.points_of_first());
        self.standings.add(&game);
        self.watcher.game(&game, self.standings);
        let failing = self.note_failure(&game);
        if let Err(error) = self.ledger.add(game)
            && self.unwritten_since.is_none()
        {
            let (retry, patience) = (RETRY.as_secs(), PATIENCE.as_secs());
            let message = format!(
                "{error}; no game is lost, another attempt follows every {retry} s for {patience} s"
            );
            self.watcher.trouble(&message);
            self.unwritten_since = Some(Instant::now());
        }
        failing
    }

    /// Counts what failed before its first move; too often is an error.
    fn note_failure(&mut self, game: &GameRecord) -> Result<(), RunError> {
        let Some(record) = &game.fault else {
            for color in [Color::White, Color::Black] {
                self.failures[game.id.player(color)] = 0;
            }
            return Ok(());
        };
        let color = if game.id.player(Color::White) == record.by {
            Color::White
        } else {
            Color::Black
        };
        let times = &mut self.failures[record.by];
        *times = if game.efforts[color as usize].moves == 0 {
            *times + 1
        } else {
            0
        };
        if *times < MOST_FAILURES {
            return Ok(());
        }
        Err(RunError::KeepsFailing {
            name: self.tournament.contestants[record.by].name.clone(),
            times: *times,
            fault: record.fault.clone(),
        })
    }

    /// Writes what could not be written before; an error when that has been so for too long.
    fn retry(&mut self) -> Result<(), RunError> {
        let Some(since) = self.unwritten_since else {
            return Ok(());
        };
        if Instant::now() < self.next_retry {
            return Ok(());
        }
        self.next_retry = Instant::now() + RETRY;
        match self.ledger.write_waiting() {
            Ok(()) => {
                self.watcher.trouble("all games are written again");
                self.unwritten_since = None;
                Ok(())
            }
            Err(error) if since.elapsed() > PATIENCE => Err(error.into()),
            Err(_) => Ok(()),
        }
    }

    /// Writes what is left, at the end.
    fn write_all(&mut self) -> Result<(), RunError> {
        Ok(self.ledger.write_waiting()?)
    }
}

//! The director: hands out games and records results.

use super::ended::{RunError, TournamentEnd};
use super::tournament::Tournament;
use super::watcher::Watcher;
use super::workers::{News, Played};
use crate::game::{GameId, GameRecord};
use crate::ledger::Ledger;
use crate::schedule::{Next, Schedule};
use crate::standings::Standings;
use crate::statistics::Verdict;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender};
use kamen_core::board::Color;
use kamen_files::Stop;
use std::time::{Duration, Instant};

/// Between two attempts to write what could not be written.
const RETRY: Duration = Duration::from_secs(1);
/// After that time without success the tournament ends.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two looks for the file that ends the tournament.
const LOOK: Duration = Duration::from_secs(1);
/// Between two calls of [`Watcher::tick`].
const TICK: Duration = Duration::from_millis(100);
/// Failures in a row before the first move after which a program is not tried any more.
const MOST_FAILURES: u32 = 3;

/// Hands out games and records results, on one thread.
pub(super) struct Director<'a, W> {
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
    /// When to look next whether the tournament is called off.
    next_look: Instant,
}

impl<'a, W: Watcher> Director<'a, W> {
    pub(super) fn new(
        tournament: &'a Tournament,
        schedule: &'a mut Schedule,
        standings: &'a mut Standings,
        ledger: &'a mut Ledger,
        watcher: &'a mut W,
    ) -> Self {
        Director {
            failures: vec![0; tournament.contestants.len()],
            tournament,
            schedule,
            standings,
            ledger,
            watcher,
            running: 0,
            unwritten_since: None,
            next_retry: Instant::now(),
            next_look: Instant::now(),
        }
    }

    /// Gives out games until there are no more, or something ends the tournament.
    pub(super) fn run(
        &mut self,
        jobs: &Sender<GameId>,
        heard: &Receiver<News>,
        stop: &Stop,
    ) -> Result<TournamentEnd, RunError> {
        let mut is_over = false;
        loop {
            if let Some(verdict) = self.verdict() {
                return Ok(TournamentEnd::Decided(verdict));
            }
            if self.is_called_off() {
                return Ok(TournamentEnd::CalledOff);
            }
            // A game in hand for everybody, so that nobody waits for us. While games cannot be
            // written no more are begun.
            let most = 2 * self.tournament.concurrency;
            while self.running < most && !is_over && self.unwritten_since.is_none() {
                match self.schedule.next_game() {
                    Next::Game(id) => {
                        self.running += 1;
                        let _ = jobs.send(id);
                    }
                    Next::Wait => break,
                    Next::Over => is_over = true,
                }
            }
            if is_over && self.running == 0 {
                return Ok(TournamentEnd::Complete);
            }
            match heard.recv_timeout(TICK) {
                Ok(news) => self.hear(news)?,
                Err(RecvTimeoutError::Timeout) => (),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err(RunError::Deserted);
                }
            }
            self.watcher.tick(self.standings);
            if stop.is_wanted() {
                return Ok(TournamentEnd::Stopped);
            }
            self.retry()?;
        }
    }

    /// Whether the file is there that ends the tournament. It may be on a disk far away, so it is not looked for all the time.
    fn is_called_off(&mut self) -> bool {
        let Some(file) = &self.tournament.until else {
            return false;
        };
        if Instant::now() < self.next_look {
            return false;
        }
        self.next_look = Instant::now() + LOOK;
        file.exists()
    }

    /// What the test says of the match so far.
    fn verdict(&self) -> Option<Verdict> {
        let sprt = self.tournament.sprt.as_ref()?;
        let (_, pairs) = self.standings.meeting(0, 1)?;
        sprt.verdict(pairs)
    }

    /// Passes on a move, or takes down a game.
    pub(super) fn hear(&mut self, news: News) -> Result<(), RunError> {
        match news {
            News::Move(shown) => {
                self.watcher.made(&shown);
                Ok(())
            }
            News::Game(result, is_written) => {
                let heard = self.game(result);
                drop(is_written);
                heard
            }
        }
    }

    /// Takes down a game.
    fn game(&mut self, result: Played) -> Result<(), RunError> {
        self.running = self.running.saturating_sub(1);
        let game = result?;
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
    pub(super) fn write_all(&mut self) -> Result<(), RunError> {
        Ok(self.ledger.write_waiting()?)
    }
}

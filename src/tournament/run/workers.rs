//! The threads that play one game after another.

use super::ended::RunError;
use super::pool::Pool;
use super::tournament::Tournament;
use crate::contestant::{Contestant, ContestantKind, Protocol};
use crate::game::{
    Arbiter, Audience, Finished, GameId, GameRecord, Interrupted, Seat, Shown, Sitter,
};
use crossbeam_channel::{Receiver, Sender, bounded};
use kamen_core::board::Color;
use kamen_files::Stop;
use kamen_players::Player;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What the worker threads share.
pub(super) struct Workers<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) pool: &'a Pool<'a>,
    /// Whether records are to have the moves.
    pub(super) keeps_moves: bool,
    /// Ends the games under way.
    pub(super) halt: &'a Stop,
}

/// What the director hears.
pub(super) enum News {
    /// A move of a game under way.
    Move(Shown),
    /// A finished game, or why the tournament cannot go on. The other end of the channel is closed when it is written.
    Game(Played, Sender<()>),
}

/// A finished game, or why the tournament cannot go on.
pub(super) type Played = Result<GameRecord, RunError>;

impl Workers<'_> {
    /// Plays one game after another. A panic costs the tournament, but not what was finished.
    pub(super) fn play_all(&self, jobs: &Receiver<GameId>, news: &Sender<News>) {
        let played = catch_unwind(AssertUnwindSafe(|| self.take_jobs(jobs, news)));
        if played.is_err() {
            let _ = news.send(News::Game(Err(RunError::Panic), bounded(0).0));
        }
    }

    fn take_jobs(&self, jobs: &Receiver<GameId>, news: &Sender<News>) {
        let mut players: Vec<Option<Box<dyn Player>>> = Vec::new();
        players.resize_with(self.tournament.contestants.len(), || None);
        for id in jobs {
            if self.halt.is_wanted() {
                return;
            }
            let (result, line) = match self.game(id, &mut players, news) {
                Ok(Finished { record, line }) => {
                    let result = record.outcome.result;
                    let name = self.tournament.name_of(&record);
                    (Ok(record), line.map(|line| (line, result, name)))
                }
                Err(Interrupted::Stopped) => return,
                Err(Interrupted::Opening(fault)) => (Err(RunError::Opening(fault)), None),
            };
            let (is_written, written) = bounded(0);
            if news.send(News::Game(result, is_written)).is_err() {
                return;
            }
            // A player that remembers a game must not meet it again, as it would after a kill if the game were not in the
            // journal.
            let _ = written.recv();
            let Some((line, result, name)) = line else {
                continue;
            };
            for contestant in [id.first, id.second] {
                if let Some(player) = &mut players[contestant] {
                    player.game_over(&line, result, Some(name));
                }
            }
        }
    }

    fn game(
        &self,
        id: GameId,
        players: &mut [Option<Box<dyn Player>>],
        news: &Sender<News>,
    ) -> Result<Finished, Interrupted> {
        let tournament = self.tournament;
        let tell = |shown| {
            // Nobody listens any more at the end.
            let _ = news.send(News::Move(shown));
        };
        let audience = tournament
            .pause
            .map(|pause| Audience { tell: &tell, pause });
        let arbiter = Arbiter {
            variant: tournament.variant,
            draws: tournament.draws,
            max_plies: tournament.max_plies,
            adjudication: tournament.adjudication,
            keeps_moves: self.keeps_moves,
            audience: audience.as_ref(),
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
        let culprit = (played.as_ref().ok()).and_then(|game| Some(game.record.fault.as_ref()?.by));
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

    fn seat(&self, contestant: usize, players: &mut [Option<Box<dyn Player>>]) -> Seat {
        let who = &self.tournament.contestants[contestant];
        match &who.kind {
            ContestantKind::Player(built_in) => {
                let make = || built_in.player(self.tournament.variant);
                player_at(who, players[contestant].take().unwrap_or_else(make))
            }
            ContestantKind::Searcher(searcher) => {
                let make = || searcher.player();
                player_at(who, players[contestant].take().unwrap_or_else(make))
            }
            ContestantKind::Program(program) => Seat {
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

fn player_at(who: &Contestant, player: Box<dyn Player>) -> Seat {
    Seat {
        sitter: Sitter::Player(player),
        limits: who.limits.clone(),
        margin: 0.0,
        max_moves: None,
    }
}

//! Those who play: threads that take one game after another.

use super::Tournament;
use crate::board::Color;
use crate::players::Player;
use crate::rules::Rules;
use crate::tournament::contestant::{Contestant, Mind, Protocol};
use crate::tournament::game::{Arbiter, GameId, GameRecord, Interrupted, Seat, Sitter};
use crate::tournament::pool::Pool;
use crate::util::Stop;
use crate::with_rules;
use crossbeam_channel::{Receiver, Sender};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What those who play share.
pub(super) struct Hall<'a> {
    pub(super) tournament: &'a Tournament,
    pub(super) pool: &'a Pool<'a>,
    /// Whether records are to have the moves.
    pub(super) keeps_moves: bool,
    /// Ends the games under way.
    pub(super) halt: &'a Stop,
}

/// A finished game, or what kept it from being finished.
pub(super) type Played = Result<GameRecord, String>;

impl Hall<'_> {
    /// Plays one game after another. A panic costs the tournament, but not what was finished.
    pub(super) fn play_all(&self, jobs: &Receiver<GameId>, results: &Sender<Played>) {
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
                player_at(who, players[contestant].take().unwrap_or_else(make))
            }
            Mind::Searcher(searcher) => {
                let make = || searcher.player();
                player_at(who, players[contestant].take().unwrap_or_else(make))
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

fn player_at<R: Rules>(who: &Contestant, player: Box<dyn Player<R>>) -> Seat<R> {
    Seat {
        sitter: Sitter::Player(player),
        limits: who.limits.clone(),
        margin: 0.0,
        max_moves: None,
    }
}

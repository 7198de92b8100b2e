//! Inside a game.

use super::super::game::Game;
use super::super::report::OwnResult;
use super::{Session, State};
use crate::player::Heard;
use kamen_core::board::Color;
use kamen_core::game::GameOver;
use kamen_engine::Reply;
use kamen_protocol::dxp::{BackAnswer, EndReason, GameEnd, Message, MoveMade};
use std::time::Instant;

impl Session<'_> {
    /// A game begins.
    pub(super) fn play(&mut self, game: Game) {
        let (us, them) = (self.settings.name.clone(), self.partner_name());
        let (white, black) = match game.ours() {
            Color::White => (us, them),
            Color::Black => (them, us),
        };
        let number = self.report.games() + 1;
        self.report.line(format_args!(
            "game {number}: {white} - {black}, {}",
            game.terms()
        ));
        self.report.line(game.fen());
        self.player.new_game();
        self.enter(State::Playing(Box::new(game)));
        self.turn();
    }

    /// It is somebody's turn: ours to move or to end the game, or the partner's.
    pub(super) fn turn(&mut self) {
        self.since = Instant::now();
        let State::Playing(game) = &self.state else {
            return;
        };
        if !game.is_ours() || self.back.is_some() {
            return;
        }
        if let Some(over) = game.over() {
            let (reason, outcome) = match over.winner() {
                None => (EndReason::Draw, OwnResult::Draw),
                Some(color) if color == game.ours() => (EndReason::Won, OwnResult::Win),
                Some(_) => (EndReason::Lost, OwnResult::Loss),
            };
            self.end(reason, Some(outcome), by_rules(over));
        } else if game.moves_are_up() {
            let outcome = match game.claim() {
                EndReason::Won => OwnResult::Win,
                EndReason::Lost => OwnResult::Loss,
                EndReason::Draw | EndReason::None => OwnResult::Open,
            };
            self.end(game.claim(), Some(outcome), "all moves are made");
        } else {
            let level = game.level(&self.settings.level);
            self.player.think(game.setup(), game.moves(), level);
        }
    }

    /// The engine has said something.
    pub(super) fn replied(&mut self, reply: Reply) {
        let heard = self.player.heard(reply);
        let State::Playing(game) = &mut self.state else {
            return;
        };
        match heard {
            None => {}
            Some(Heard::Info(report)) => game.thought = Some(report),
            Some(Heard::Error(message)) => log::error!("the engine complains: {message}"),
            Some(Heard::Move { best, ponder }) => self.found(best.as_deref(), ponder.as_deref()),
        }
    }

    /// The engine has found its move.
    fn found(&mut self, best: Option<&str>, ponder: Option<&str>) {
        let State::Playing(game) = &mut self.state else {
            return;
        };
        let time = self.since.elapsed();
        let made = best.and_then(|text| {
            let made = self.dialect.write_move(text, time)?;
            game.play(text, time).ok().map(|_| made)
        });
        let Some(made) = made else {
            log::error!("the engine plays {best:?} in {}", game.fen());
            return self.fault("the engine has failed");
        };
        let line = game.last_move(time, true);
        self.report.line(line);
        if !self.send(&Message::Move(made)) {
            return;
        }
        self.turn();
        if let State::Playing(game) = &self.state
            && self.settings.ponder
            && game.over().is_none()
            && let Some(expected) = ponder
        {
            let level = game.level(&self.settings.level);
            self.player
                .ponder(game.setup(), game.moves(), expected, level);
        }
    }

    /// The partner has made a move.
    pub(super) fn moved(&mut self, made: &MoveMade) {
        let time = self.since.elapsed();
        let State::Playing(game) = &mut self.state else {
            return self.tell("a move outside of a game");
        };
        let text = self.dialect.move_text(made);
        if game.is_ours() {
            return self.fault(&format!("move {text} out of turn"));
        }
        match game.play(&text, time) {
            Ok(text) => {
                let line = game.last_move(time, false);
                self.report.line(line);
                let goes_on = game.over().is_none() && !game.moves_are_up();
                if goes_on && self.player.ponder_hit(&text) {
                    log::debug!("{text} was expected");
                    self.since = Instant::now();
                } else {
                    self.turn();
                }
            }
            Err(error) => self.fault(&error.to_string()),
        }
    }

    /// The partner has done what it must not: the game is over, without a result.
    pub(super) fn fault(&mut self, what: &str) {
        self.end(EndReason::None, None, what);
    }

    /// Ends the game. Without an outcome it is what the rules say.
    pub(super) fn end(&mut self, reason: EndReason, outcome: Option<OwnResult>, why: &str) {
        let stop = self.is_last();
        let State::Playing(game) = std::mem::replace(&mut self.state, State::Ending) else {
            return;
        };
        self.finish(&game, outcome, why);
        self.enter(State::Ending);
        self.send(&Message::GameEnd(GameEnd { reason, stop }));
    }

    /// A game is over: says how. What the rules say counts more than what anybody else does.
    pub(super) fn finish(&mut self, game: &Game, outcome: Option<OwnResult>, why: &str) {
        self.player.cancel();
        let Some(over) = game.over() else {
            return self.report.ended(outcome.unwrap_or(OwnResult::Open), why);
        };
        self.player.ended(game.setup(), game.moves());
        let outcome = match over.winner() {
            None => OwnResult::Draw,
            Some(color) if color == game.ours() => OwnResult::Win,
            Some(_) => OwnResult::Loss,
        };
        self.report.ended(outcome, by_rules(over));
    }

    /// Only the first `plies` moves were made.
    pub(super) fn go_back(&mut self, plies: usize) {
        self.player.cancel();
        self.back = None;
        if let State::Playing(game) = &mut self.state {
            game.go_back(plies);
            let fen = game.fen();
            self.report.line(fen);
        }
        self.turn();
    }

    /// Asks the partner to take back moves. Until the answer comes no move of ours is made.
    pub(super) fn ask_back(&mut self, move_number: u16, turn: Color) {
        let State::Playing(game) = &self.state else {
            return self.report.line("no game is on");
        };
        let Some(plies) = game.plies_before(move_number, turn) else {
            return self.report.line("no such move was made in this game");
        };
        self.player.cancel();
        let turn = self.dialect.write_color(turn);
        if self.send(&Message::BackRequest { move_number, turn }) {
            self.back = Some(plies);
            self.since = Instant::now();
        }
    }

    /// The answer to that.
    pub(super) fn back_answered(&mut self, answer: BackAnswer) {
        let Some(plies) = self.back.take() else {
            return self.tell("an answer to a request to take back that was not made");
        };
        let name = self.partner_name();
        match answer {
            BackAnswer::Done => {
                self.report.line(format_args!("{name} agrees to go back"));
                self.go_back(plies);
            }
            BackAnswer::Cannot | BackAnswer::GoOn => {
                self.report.line(format_args!("{name} does not go back"));
                self.turn();
            }
        }
    }
}

fn by_rules(over: GameOver) -> &'static str {
    match over.winner() {
        None => "a draw by the rules",
        Some(Color::White) => "White has won by the rules",
        Some(Color::Black) => "Black has won by the rules",
    }
}

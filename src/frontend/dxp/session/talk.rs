//! Around the games: requests, their answers, ends and what people say.

use super::super::DxpError;
use super::super::console::Command;
use super::super::game::Game;
use super::super::report::{OwnResult, shown};
use super::super::schedule::Terms;
use super::{Session, State};
use kamen_core::notation::{to_color, to_side};
use kamen_protocol::dxp::{
    Acceptance, BackAnswer, EndReason, FrameError, GameAccept, GameEnd, GameRequest, Message,
    VERSION,
};
use kamen_tournament::transport::ReceiveError;
use std::fmt::Display;

impl Session<'_> {
    /// Something came from the partner, or nothing will any more.
    pub(super) fn heard(&mut self, message: Result<Message, ReceiveError>) -> Result<(), DxpError> {
        let message = match message {
            Ok(message) => message,
            Err(ReceiveError::Frame(error)) => {
                self.garbled(&error);
                return Ok(());
            }
            Err(error) => {
                let was_idle = matches!(self.state, State::Idle);
                self.lose(&error.to_string());
                // Who was called and hangs up between two games wants no more.
                let asks = self.schedule.is_some();
                self.done |= was_idle && !asks && self.calls();
                return Ok(());
            }
        };
        if let Some(partner) = &mut self.partner {
            partner.heard(&message);
        }
        match message {
            Message::GameRequest(request) => self.requested(request),
            Message::GameAccept(accept) => return self.accepted(accept),
            Message::Move(made) => self.moved(&made),
            Message::GameEnd(end) => self.ended(end),
            Message::Chat(text) => {
                let name = self.partner_name();
                self.report
                    .line(format_args!("{name} says: {}", shown(&text)));
            }
            Message::BackRequest { move_number, turn } => self.back_requested(move_number, turn),
            Message::BackAccept(answer) => self.back_answered(answer),
        }
        Ok(())
    }

    pub(super) fn partner_name(&self) -> String {
        let partner = self.partner.as_ref();
        partner.map_or_else(|| "the partner".to_owned(), |partner| partner.name.clone())
    }

    /// What came cannot be read: in a game that is as good as a bad move.
    fn garbled(&mut self, error: &FrameError) {
        match self.state {
            State::Playing(_) => return self.fault(&error.to_string()),
            State::Requested(_) => return self.lose(&error.to_string()),
            State::Idle | State::Ending | State::Leaving => {}
        }
        self.tell(error);
        // Who asks for a game waits for the answer.
        if matches!((error, &self.state), (FrameError::Request(_), State::Idle)) {
            let name = self.settings.name.clone();
            let answer = Acceptance::NotThis;
            self.send(&Message::GameAccept(GameAccept { name, answer }));
        }
    }

    /// Tells the user what the partner does wrong, outside of a game.
    pub(super) fn tell(&mut self, what: impl Display) {
        let name = self.partner_name();
        self.report.line(format_args!("{name}: {what}"));
    }

    /// Asks for the next game, if that is our part.
    pub(super) fn ask(&mut self) {
        let Some(terms) = self.schedule.as_mut().and_then(Iterator::next) else {
            return;
        };
        let follower = to_side(!terms.ours);
        let name = self.settings.name.clone();
        let request = GameRequest {
            start: self.dialect.write_start(terms.start.as_ref()),
            ..GameRequest::new(name, follower, terms.minutes, terms.moves)
        };
        self.enter(State::Requested(terms));
        self.send(&Message::GameRequest(request));
    }

    /// The partner has answered our request.
    fn accepted(&mut self, accept: GameAccept) -> Result<(), DxpError> {
        let State::Requested(terms) = &self.state else {
            log::warn!("an answer to a request that was not made");
            return Ok(());
        };
        let terms = terms.clone();
        if let Some(partner) = &mut self.partner {
            partner.is_called(&accept.name);
        }
        let name = self.partner_name();
        match accept.answer {
            Acceptance::Yes => self.begin(terms),
            Acceptance::NotThis => {
                let why = format!("{name} does not want this game");
                self.report.miss(&why);
                self.next(false);
            }
            Acceptance::Version | Acceptance::NoGames => {
                let why = if accept.answer == Acceptance::Version {
                    "does not know version 1 of DXP"
                } else {
                    "wants no games"
                };
                let (asked, games) = (self.schedule.as_ref())
                    .map_or((0, 0), |schedule| (schedule.asked(), schedule.games()));
                return Err(DxpError::Refused {
                    partner: name,
                    why,
                    played: asked.saturating_sub(1),
                    games,
                });
            }
        }
        Ok(())
    }

    /// The partner asks for a game.
    fn requested(&mut self, request: GameRequest) {
        self.drop_game();
        if let Some(partner) = &mut self.partner {
            partner.is_called(&request.name);
        }
        let (answer, game) = match self.consider(&request) {
            Ok(game) => (Acceptance::Yes, Some(game)),
            Err((answer, why)) => {
                let name = self.partner_name();
                self.report
                    .line(format_args!("refused a game with {name}: {why}"));
                (answer, None)
            }
        };
        let name = self.settings.name.clone();
        let sent = self.send(&Message::GameAccept(GameAccept { name, answer }));
        match game {
            Some(game) if sent => self.play(game),
            _ if sent && self.done => self.next(true),
            _ => {}
        }
    }

    /// Who asks for a game has left the one that is on, and confirmed the end of the last.
    fn drop_game(&mut self) {
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Playing(game) => {
                let name = self.partner_name();
                self.finish(&game, None, &format!("{name} asks for another game"));
            }
            State::Idle | State::Ending => {}
            state @ (State::Requested(_) | State::Leaving) => self.state = state,
        }
        self.check_done();
    }

    /// The game that is asked for, or what is wrong with it.
    fn consider(&self, request: &GameRequest) -> Result<Game, (Acceptance, String)> {
        if self.schedule.is_some() {
            let why = "both programs want to ask for games, expected one to be the follower";
            return Err((Acceptance::NoGames, why.to_owned()));
        }
        if request.version != VERSION {
            let found = request.version;
            let why = format!("version {found} of DXP, expected {VERSION}");
            return Err((Acceptance::Version, why));
        }
        if self.done {
            return Err((Acceptance::NoGames, "all games are played".to_owned()));
        }
        let terms = Terms {
            start: self.dialect.start(&request.start),
            ours: to_color(request.follower),
            minutes: request.minutes,
            moves: request.moves,
        };
        let game = Game::new(self.settings.variant, terms);
        game.map_err(|error| (Acceptance::NotThis, error.to_string()))
    }

    fn begin(&mut self, terms: Terms) {
        match Game::new(self.settings.variant, terms) {
            Ok(game) => self.play(game),
            // The positions of the plan are checked before.
            Err(error) => self.lose(&error.to_string()),
        }
    }

    /// The partner ends the game, or confirms that we did.
    fn ended(&mut self, end: GameEnd) {
        match self.state {
            State::Playing(_) => {
                let (reason, stop) = (EndReason::None, end.stop || self.is_last());
                if !self.send(&Message::GameEnd(GameEnd { reason, stop })) {
                    return;
                }
                if let State::Playing(game) = std::mem::replace(&mut self.state, State::Idle) {
                    let name = self.partner_name();
                    self.finish(&game, outcome(end.reason), &format!("{name} ends the game"));
                }
            }
            // Confirmed, or the word of who leaves.
            State::Ending | State::Idle => {}
            State::Requested(_) => self.report.ended(OwnResult::Open, "ended before it began"),
            State::Leaving => return,
        }
        self.next(end.stop);
    }

    /// Whether the game that is played is the last one.
    pub(super) fn is_last(&self) -> bool {
        self.done
            || match &self.schedule {
                Some(schedule) => !schedule.has_next(),
                None => {
                    let played = self.report.games().saturating_add(1);
                    self.settings.games.is_some_and(|games| played >= games)
                }
            }
    }

    /// After a game.
    pub(super) fn next(&mut self, stop: bool) {
        self.check_done();
        if !stop && !self.done {
            self.enter(State::Idle);
            return self.ask();
        }
        // A partner who was called and wants no more will not want more when called again.
        self.done |= stop && self.calls();
        if let Some(partner) = &self.partner {
            partner.say_farewell();
        }
        self.enter(State::Leaving);
    }

    fn calls(&self) -> bool {
        matches!(self.settings.endpoint, super::Endpoint::Call(_))
    }

    /// What the user says.
    pub(super) fn command(&mut self, command: Command) {
        match command {
            Command::Chat(text) if self.partner.is_some() => {
                self.send(&Message::Chat(text));
            }
            Command::Chat(_) => self.report.line("nobody is there to chat with"),
            Command::Back(number, turn) => self.ask_back(number, turn),
            Command::Quit => {
                (self.done, self.quit) = (true, true);
                match self.state {
                    State::Playing(_) => self.end(EndReason::None, None, "ended by the user"),
                    _ => self.next(true),
                }
            }
        }
    }

    /// Whether the partner may take back moves, and how many remain then.
    fn back_requested(&mut self, move_number: u16, turn: kamen_protocol::Side) {
        let name = self.partner_name();
        let turn = self.dialect.color(turn);
        let State::Playing(game) = &mut self.state else {
            self.tell("a request to take back moves outside of a game");
            self.send(&Message::BackAccept(BackAnswer::Cannot));
            return;
        };
        let plies = game.plies_before(move_number, turn);
        let answer = match plies {
            _ if !self.settings.take_back => BackAnswer::GoOn,
            None => BackAnswer::Cannot,
            Some(_) => BackAnswer::Done,
        };
        let said = match answer {
            BackAnswer::Done => "goes",
            BackAnswer::Cannot | BackAnswer::GoOn => "may not go",
        };
        self.report
            .line(format_args!("{name} {said} back to move {move_number}"));
        if self.send(&Message::BackAccept(answer))
            && answer == BackAnswer::Done
            && let Some(plies) = plies
        {
            self.go_back(plies);
        }
    }
}

/// What the partner's reason means for us.
fn outcome(reason: EndReason) -> Option<OwnResult> {
    match reason {
        EndReason::None => None,
        EndReason::Lost => Some(OwnResult::Win),
        EndReason::Draw => Some(OwnResult::Draw),
        EndReason::Won => Some(OwnResult::Loss),
    }
}

//! Consecutive games, with whichever partner calls.
//!
//! One thread does everything here and never waits but for the next that it hears: a message of the
//! partner, a reply of the engine, a caller, a command of the user. Each state has a time after
//! which something is done about it, so that no partner can hold up the games for ever.
//!
//! The engine is heard first, and while it has not taken up what it was asked nothing else is heard:
//! a partner who sends more has to wait.

mod partner;
mod play;
mod talk;

pub(super) use partner::Partner;

use super::DxpError;
use super::console::{Command, CommandError};
use super::dialect::Dialect;
use super::game::Game;
use super::report::MatchLog;
use super::schedule::{Schedule, Terms};
use super::settings::{DxpSettings, Endpoint, Role};
use crate::StartError;
use crate::player::Player;
use crossbeam_channel::{Receiver, RecvTimeoutError, Sender, at, never, select_biased};
use kamen_engine::Reply;
use kamen_protocol::dxp::Message;
use kamen_tournament::transport::{Connection, ReceiveError};
use std::collections::VecDeque;
use std::io;
use std::time::{Duration, Instant};

/// How long a partner may take to confirm the end of a game.
const CONFIRMATION: Duration = Duration::from_secs(10);
/// How long it may take to hang up when there are no more games.
const FAREWELL: Duration = Duration::from_secs(2);
/// How long a partner that is called may take to be there.
const CALLING: Duration = Duration::from_secs(10);
/// How long a partner may stay without asking for a game while another one waits.
const DAWDLING: Duration = Duration::from_secs(5);
/// How many callers may wait while a game is played.
const WAITING: usize = 8;

/// Between two looks whether the engine has caught up.
const BREATH: Duration = Duration::from_millis(1);

/// An event of a session.
#[derive(Debug)]
pub(super) enum Event {
    /// From the partner with this number.
    Message(u64, Result<Message, ReceiveError>),
    /// A program calls.
    Caller(Connection),
    /// From the user.
    Command(Result<Command, CommandError>),
}

/// What a session hears next.
enum Heard {
    Event(Event),
    Reply(Reply),
    /// Nothing, and the time is up.
    Late,
    /// Nothing yet.
    Nothing,
    /// The engine has ended.
    Nobody,
}

/// What is going on.
enum State {
    /// Nothing: no partner, or none that has asked for a game.
    Idle,
    /// A game was asked for.
    Requested(Terms),
    /// A game is played.
    Playing(Box<Game>),
    /// We ended the game; the confirmation is missing.
    Ending,
    /// There will be no more games with this partner, who is to hang up.
    Leaving,
}

/// A session of consecutive games.
pub(super) struct Session<'a> {
    settings: &'a DxpSettings,
    dialect: Dialect,
    schedule: Option<Schedule>,
    /// Dropped before the engine is, which may wait for its reply to be taken.
    replies: Receiver<Reply>,
    player: Player,
    report: MatchLog<'a>,
    inbox: Receiver<Event>,
    events: Sender<Event>,
    partner: Option<Partner>,
    partners: u64,
    waiting: VecDeque<Connection>,
    state: State,
    /// When the state, or in a game the turn, began.
    since: Instant,
    /// The plies that remain if the partner agrees to take moves back.
    back: Option<usize>,
    /// No game will follow.
    done: bool,
    /// The user wants it so.
    quit: bool,
}

impl<'a> Session<'a> {
    pub(super) fn new(
        settings: &'a DxpSettings,
        (player, replies): (Player, Receiver<Reply>),
        report: MatchLog<'a>,
        (events, inbox): (Sender<Event>, Receiver<Event>),
    ) -> Self {
        let schedule = match &settings.role {
            Role::Follower => None,
            Role::Initiator(plan) => Some(Schedule::new(plan.clone(), settings.games)),
        };
        Session {
            settings,
            dialect: Dialect {
                variant: settings.variant,
                frame: settings.frame,
            },
            done: settings.games == Some(0),
            schedule,
            replies,
            player,
            report,
            inbox,
            events,
            partner: None,
            partners: 0,
            waiting: VecDeque::new(),
            state: State::Idle,
            since: Instant::now(),
            back: None,
            quit: false,
        }
    }

    /// Plays until all games are played.
    ///
    /// # Errors
    /// Why some were not.
    pub(super) fn run(mut self) -> Result<(), DxpError> {
        while !(self.done && self.partner.is_none()) {
            if self.partner.is_none() {
                self.find_partner()?;
            }
            match self.hear() {
                Heard::Event(event) => self.take(event)?,
                Heard::Reply(reply) => self.replied(reply),
                Heard::Late => self.time_is_up(),
                Heard::Nothing => {}
                Heard::Nobody => return Err(StartError::Ended.into()),
            }
        }
        match &self.schedule {
            Some(schedule) if schedule.has_next() && !self.quit => Err(DxpError::Stopped {
                played: schedule.asked(),
                games: schedule.games(),
            }),
            _ if self.report.missed() > 0 && !self.quit => Err(DxpError::Missed {
                missed: self.report.missed(),
                games: self.report.games(),
            }),
            _ => Ok(()),
        }
    }

    /// Waits for what there is to hear, at most until something is to be done about the state.
    fn hear(&self) -> Heard {
        if self.player.is_behind() {
            return match self.replies.recv_timeout(BREATH) {
                Ok(reply) => Heard::Reply(reply),
                Err(RecvTimeoutError::Timeout) => Heard::Nothing,
                Err(RecvTimeoutError::Disconnected) => Heard::Nobody,
            };
        }
        let late = self.deadline().map_or_else(never, at);
        select_biased! {
            recv(self.replies) -> reply => reply.map_or(Heard::Nobody, Heard::Reply),
            // Before a partner who never stops talking.
            recv(late) -> _ => Heard::Late,
            // The session holds a sender itself.
            recv(self.inbox) -> event => event.map_or(Heard::Nothing, Heard::Event),
        }
    }

    /// Does what an event asks for.
    fn take(&mut self, event: Event) -> Result<(), DxpError> {
        match event {
            Event::Message(from, message) => {
                let partner = self.partner.as_ref();
                if partner.is_some_and(|partner| partner.id == from) {
                    self.heard(message)?;
                }
            }
            Event::Caller(connection) => self.called(connection),
            Event::Command(Ok(command)) => self.command(command),
            Event::Command(Err(message)) => self.report.line(message),
        }
        Ok(())
    }

    /// Calls the partner, or takes one who waits.
    fn find_partner(&mut self) -> Result<(), DxpError> {
        let address = match &self.settings.endpoint {
            Endpoint::Call(address) => address,
            Endpoint::Listen(_) => {
                if let Some(connection) = self.waiting.pop_front() {
                    self.called(connection);
                }
                return Ok(());
            }
        };
        let patience = CALLING.min(self.settings.patience);
        let seconds = patience.as_secs();
        self.report
            .line(format_args!("calling {address}, for up to {seconds} s"));
        let called = Connection::call(address, patience);
        let met = called.and_then(|connection| self.meet(connection));
        met.map_err(|source| DxpError::Call {
            address: address.clone(),
            played: self.report.games(),
            source,
        })
    }

    /// A program calls.
    fn called(&mut self, connection: Connection) {
        if self.partner.is_none() {
            if let Err(error) = self.meet(connection) {
                log::warn!("a caller was lost: {error}");
            }
        } else if self.waiting.len() < WAITING {
            log::info!("another program calls; it has to wait");
            self.waiting.push_back(connection);
        } else {
            log::warn!("another program calls, and too many wait already");
        }
    }

    /// A partner is there.
    fn meet(&mut self, connection: Connection) -> io::Result<()> {
        self.partners += 1;
        let partner = Partner::new(self.partners, connection, self.events.clone())?;
        self.report
            .line(format_args!("connected to {}", partner.address));
        self.partner = Some(partner);
        self.enter(State::Idle);
        self.ask();
        Ok(())
    }

    /// The partner is gone, or is given up.
    fn lose(&mut self, why: &str) {
        log::warn!("{why}");
        let Some(partner) = self.partner.take() else {
            return;
        };
        partner.hang_up();
        match std::mem::replace(&mut self.state, State::Idle) {
            State::Playing(game) if game.over().is_some() => self.finish(&game, None, why),
            State::Playing(_) | State::Requested(_) => {
                self.player.cancel();
                self.report.miss(why);
            }
            State::Idle | State::Ending | State::Leaving => {
                self.report.line(format_args!("disconnected: {why}"));
            }
        }
        self.since = Instant::now();
        self.back = None;
        self.check_done();
    }

    /// Whether there is anything left to play.
    fn check_done(&mut self) {
        self.done |= match &self.schedule {
            Some(schedule) => !schedule.has_next(),
            None => self
                .settings
                .games
                .is_some_and(|games| self.report.games() >= games),
        };
    }

    fn enter(&mut self, state: State) {
        self.state = state;
        self.since = Instant::now();
        self.back = None;
    }

    /// When something is to be done about the state.
    fn deadline(&self) -> Option<Instant> {
        let patience = self.settings.patience;
        let wait = match &self.state {
            State::Idle if self.partner.is_some() && !self.waiting.is_empty() => DAWDLING,
            State::Idle => return None,
            State::Requested(_) => patience,
            State::Playing(_) if self.back.is_some() => patience,
            State::Playing(game) if game.is_ours() => return None,
            State::Playing(game) => {
                patience.saturating_add(game.left(!game.ours()).unwrap_or_default())
            }
            State::Ending => CONFIRMATION.min(patience),
            State::Leaving => FAREWELL,
        };
        self.since.checked_add(wait)
    }

    /// The partner has taken too long.
    fn time_is_up(&mut self) {
        match self.state {
            State::Idle => self.lose("no request for a game, and another program waits"),
            State::Requested(_) => self.lose("no answer to the request for a game"),
            State::Playing(_) if self.back.is_some() => {
                self.report
                    .line("no answer to the request to take back moves");
                self.back = None;
                self.turn();
            }
            State::Playing(_) => self.fault("no move in time"),
            State::Ending => self.lose("the end of the game was not confirmed"),
            State::Leaving => self.lose("no more games"),
        }
    }

    /// Sends a message; a partner who cannot be reached is gone.
    fn send(&mut self, message: &Message) -> bool {
        let Some(partner) = &mut self.partner else {
            return false;
        };
        let sent = partner.send(message);
        if let Err(error) = &sent {
            self.lose(&format!("cannot send: {error}"));
        }
        sent.is_ok()
    }
}

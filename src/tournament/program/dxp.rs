//! Programs that speak DamExchange: they listen, and we ask for the games.

use super::process::{Process, after};
use super::{Answer, ClockTime, Engine, Failure, Question, Start, duration};
use crate::contestant::{Limits, Program};
use crate::game::{FaultKind, Outcome, Reason};
use crate::transport::{Address, Connection, ReceiveError};
use kamen_core::board::Color;
use kamen_core::rules::Variant;
use kamen_files::Stop;
use kamen_protocol::dxp::{
    Acceptance, BackAnswer, EndReason, GameEnd, GameRequest, Message, MoveMade, Start as From,
};
use kamen_protocol::{HubPosition, MoveText, Side, SquareName};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

/// A program that speaks DXP.
pub(super) struct Dxp {
    variant: Variant,
    program: Program,
    limits: Limits,
    process: Option<Process>,
    connection: Option<Connection>,
    color: Color,
    /// Moves of the game that the program knows.
    known: usize,
    stage: Stage,
    /// Whether it has played since it was called.
    has_played: bool,
}

/// Where a program is in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It has none.
    Idle,
    /// A game is under way.
    Playing,
    /// It was told the end, and has not confirmed it.
    Ending {
        /// Whether its message is the one to be confirmed.
        wants_confirmation: bool,
    },
}

/// How long a stop may go unnoticed, and between two attempts to connect.
const SLICE: Duration = Duration::from_millis(50);
/// Seconds that the confirmation of an end is waited for, before the next game is prepared.
const FAREWELL: f64 = 2.0;
/// Who asks for the games.
const NAME: &str = "Kamen match";

impl Dxp {
    pub(super) fn new(variant: Variant, program: Program, limits: Limits) -> Dxp {
        Dxp {
            variant,
            program,
            limits,
            process: None,
            connection: None,
            color: Color::White,
            known: 0,
            stage: Stage::Idle,
            has_played: false,
        }
    }

    /// Starts the program, if it is to be started, and calls it.
    fn call(&mut self, stop: &Stop) -> Result<(), Failure> {
        let (words, address) = self.place()?;
        if !words.is_empty() {
            self.process = Some(Process::start(&words, &self.program)?);
        }
        let until = after(self.program.timeout);
        loop {
            let error = match Connection::call(&address, Duration::ZERO) {
                Ok(connection) => {
                    self.connection = Some(connection);
                    return Ok(());
                }
                Err(error) => error,
            };
            if stop.is_wanted() {
                return Err(Failure::Stopped);
            }
            let has_ended = self
                .process
                .as_mut()
                .is_some_and(|process| !process.is_running());
            if has_ended || Instant::now() >= until {
                let words = self
                    .process
                    .as_ref()
                    .map_or(String::new(), Process::last_words);
                let ended = if has_ended { ", it has ended" } else { "" };
                let detail = format!("nobody listens on {address}: {error}{ended}{words}");
                return Err(Failure::new(FaultKind::Crash, detail));
            }
            thread::sleep(SLICE);
        }
    }

    /// The command and where it will listen.
    fn place(&self) -> Result<(Vec<String>, Address), Failure> {
        let wants_port = self
            .program
            .command
            .iter()
            .any(|word| word.contains("{port}"));
        if !wants_port {
            let address = self.program.address.clone();
            let usual = || Address::loopback().to_string();
            return Ok((
                self.program.command.clone(),
                parse(&address.unwrap_or_else(usual))?,
            ));
        }
        let free = TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr());
        let free = free.map_err(|error| Failure::new(FaultKind::Crash, error))?;
        let port = free.port().to_string();
        let words = self.program.command.iter();
        let words = words.map(|word| word.replace("{port}", &port)).collect();
        Ok((words, parse(&free.to_string())?))
    }

    fn send(&mut self, message: &Message) -> Result<(), Failure> {
        let connection = self.connection.as_mut().ok_or_else(gone)?;
        let sent = connection.send(message);
        sent.map_err(|error| Failure::new(FaultKind::Crash, format!("cannot send: {error}")))
    }

    /// The next message that is neither chat nor a wish to take moves back.
    fn receive(&mut self, until: Instant, stop: &Stop) -> Result<Message, Failure> {
        loop {
            if stop.is_wanted() {
                return Err(Failure::Stopped);
            }
            let left = until.saturating_duration_since(Instant::now());
            let connection = self.connection.as_mut().ok_or_else(gone)?;
            match connection.receive(Some(left.min(SLICE))) {
                Ok(Message::Chat(text)) => log::debug!("chat: {text}"),
                Ok(Message::BackRequest { .. }) => {
                    self.send(&Message::BackAccept(BackAnswer::GoOn))?;
                }
                Ok(message) => return Ok(message),
                Err(ReceiveError::Timeout) if left.is_zero() => {
                    return Err(Failure::new(FaultKind::Hang, "no answer"));
                }
                Err(ReceiveError::Timeout) => (),
                Err(ReceiveError::Frame(error)) => {
                    return Err(Failure::new(FaultKind::Protocol, error));
                }
                Err(error) => {
                    let words = self
                        .process
                        .as_ref()
                        .map_or(String::new(), Process::last_words);
                    let detail = format!("{error}{words}");
                    return Err(Failure::new(FaultKind::Crash, detail));
                }
            }
        }
    }

    /// Tells the moves that the program does not know yet.
    fn tell(&mut self, moves: &[String]) -> Result<(), Failure> {
        for text in moves.iter().skip(self.known) {
            let made = move_made(text).ok_or_else(|| {
                let detail = format!("DXP cannot say {text}, expected squares up to 99");
                Failure::new(FaultKind::Protocol, detail)
            })?;
            self.send(&Message::Move(made))?;
        }
        self.known = moves.len();
        Ok(())
    }

    /// Waits for a move, which must come in time or a while later.
    fn answer(&mut self, clock: Option<ClockTime>, stop: &Stop) -> Result<Answer, Failure> {
        let asked = Instant::now();
        let patience = self.program.timeout;
        let allowed = clock.map_or(0.0, |clock| {
            clock.left + clock.increment + self.program.margin
        });
        let message = self.receive(asked + duration(allowed + patience), stop)?;
        let seconds = asked.elapsed().as_secs_f64();
        let chosen = match message {
            Message::Move(made) => {
                self.known += 1;
                Some(text(&made))
            }
            Message::GameEnd(end) => {
                self.stage = Stage::Idle;
                self.confirm()?;
                if end.reason != EndReason::Lost {
                    let detail = format!(
                        "it ended the game (reason {}) in a position that the rules do not end, \
                         expected a move",
                        end.reason
                    );
                    return Err(Failure::new(FaultKind::Protocol, detail));
                }
                None
            }
            other => {
                let detail = format!("found `{other}`, expected a move");
                return Err(Failure::new(FaultKind::Protocol, detail));
            }
        };
        Ok(Answer {
            chosen,
            thought: None,
            seconds,
        })
    }

    fn confirm(&mut self) -> Result<(), Failure> {
        self.send(&Message::GameEnd(GameEnd {
            reason: EndReason::None,
            stop: false,
        }))
    }

    /// Tells the end of the game to a program that does not know of it yet.
    fn tell_end(&mut self, moves: &[String], outcome: Outcome) -> Result<(), Failure> {
        let points = outcome.result.points(self.color);
        let is_untold = self.known < moves.len();
        let cannot_move = matches!(outcome.reason, Reason::NoMove | Reason::FirstKing);
        let knows_itself = is_untold && cannot_move;
        if knows_itself {
            // It is its turn, and it has to say so.
            self.tell(moves)?;
        } else {
            let reason = match points {
                0 => EndReason::Won,
                1 => EndReason::Draw,
                _ => EndReason::Lost,
            };
            let stop = false;
            self.send(&Message::GameEnd(GameEnd { reason, stop }))?;
        }
        self.stage = Stage::Ending {
            wants_confirmation: knows_itself,
        };
        Ok(())
    }

    /// Waits for the message of the program that ends the game, if it has not come yet.
    fn await_end(&mut self, until: Instant, stop: &Stop) -> Result<(), Failure> {
        if let Stage::Ending { wants_confirmation } = self.stage {
            while !matches!(self.receive(until, stop)?, Message::GameEnd(_)) {}
            if wants_confirmation {
                self.confirm()?;
            }
            self.stage = Stage::Idle;
        }
        Ok(())
    }

    /// Whether the program, which was called already, can play another game.
    fn is_free(&mut self, stop: &Stop) -> Result<bool, Failure> {
        if self.connection.is_none() || (self.program.restart && self.has_played) {
            return Ok(false);
        }
        match self.await_end(after(self.program.timeout), stop) {
            Err(Failure::Stopped) => Err(Failure::Stopped),
            Err(Failure::Fault(fault)) => {
                log::info!("the end of a game was not confirmed: {}", fault.detail);
                Ok(false)
            }
            Ok(()) => Ok(self.stage == Stage::Idle),
        }
    }
}

impl Engine for Dxp {
    fn prepare(&mut self, stop: &Stop) -> Result<(), Failure> {
        if self.is_free(stop)? {
            return Ok(());
        }
        self.connection = None;
        self.process = None;
        self.stage = Stage::Idle;
        self.has_played = false;
        self.call(stop)
    }

    fn begin(&mut self, start: &Start<'_>, stop: &Stop) -> Result<(), Failure> {
        let side = match start.color {
            Color::White => Side::White,
            Color::Black => Side::Black,
        };
        let clock = self.limits.clock;
        let minutes = clock.map_or(0.0, |clock| clock.seconds / 60.0);
        let moves = clock.and_then(|clock| clock.moves).unwrap_or(0);
        let (minutes, moves) = (minutes.min(999.0) as u16, moves.min(999) as u16);
        let mut request = GameRequest::new(NAME, side, minutes, moves);
        if !start.is_normal {
            let position = HubPosition::parse(start.position);
            let position = position.map_err(|error| Failure::new(FaultKind::Protocol, error))?;
            request.start = From::Position(position);
        }
        self.color = start.color;
        self.known = 0;
        self.stage = Stage::Playing;
        self.has_played = true;
        self.send(&Message::GameRequest(request))?;
        match self.receive(after(self.program.timeout), stop)? {
            Message::GameAccept(accept) if accept.answer == Acceptance::Yes => Ok(()),
            Message::GameAccept(accept) => {
                let variant = self.variant;
                let code = accept.answer;
                let detail = format!("it refused a game of {variant} (code {code})");
                Err(Failure::new(FaultKind::Protocol, detail))
            }
            other => {
                let detail = format!("found `{other}`, expected the answer to a request");
                Err(Failure::new(FaultKind::Protocol, detail))
            }
        }
    }

    fn think(&mut self, question: &Question<'_>, stop: &Stop) -> Result<Answer, Failure> {
        self.tell(question.all)?;
        self.answer(question.clock, stop)
    }

    fn end(&mut self, moves: &[String], outcome: Outcome) {
        if self.stage != Stage::Playing {
            return;
        }
        let ended = self.tell_end(moves, outcome);
        let ended = ended.and_then(|()| self.await_end(after(FAREWELL), &Stop::default()));
        if let Err(failure) = ended {
            log::debug!("the end of a game is not confirmed yet: {failure:?}");
        }
    }
}

fn gone() -> Failure {
    Failure::new(FaultKind::Crash, "no connection")
}

fn parse(address: &str) -> Result<Address, Failure> {
    let parsed = address.parse();
    parsed.map_err(|error: crate::transport::AddressError| Failure::new(FaultKind::Protocol, error))
}

/// A move in Hub notation as DXP has it.
fn move_made(text: &str) -> Option<MoveMade> {
    let parsed = MoveText::parse(text).ok()?;
    let number = |name: &SquareName| match name {
        SquareName::Number(number) => u8::try_from(*number).ok().filter(|&n| n <= 99),
        SquareName::Letters { .. } => None,
    };
    let squares: Vec<u8> = parsed.squares.iter().map(number).collect::<Option<_>>()?;
    let [from, to, captured @ ..] = squares.as_slice() else {
        return None;
    };
    Some(MoveMade {
        seconds: 0,
        from: *from,
        to: *to,
        captured: captured.to_vec(),
    })
}

/// A move of DXP in Hub notation.
fn text(made: &MoveMade) -> String {
    let sign = if made.captured.is_empty() { "-" } else { "x" };
    let squares = [made.from, made.to]
        .into_iter()
        .chain(made.captured.iter().copied());
    let squares: Vec<String> = squares.map(|square| square.to_string()).collect();
    squares.join(sign)
}

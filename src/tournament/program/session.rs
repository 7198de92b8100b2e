//! What both versions of Hub have in common: a program that is asked in lines and answers in lines.

use super::process::{Process, after};
use super::{Answer, ClockTime, Failure, duration};
use crate::contestant::{Limits, Program};
use crate::game::FaultKind;
use kamen_files::Stop;
use kamen_players::Thought;
use std::time::Instant;

/// A program and its dialogue so far.
pub(super) struct Session {
    pub(super) program: Program,
    pub(super) limits: Limits,
    process: Option<Process>,
    /// Whether it has played since it was started.
    has_played: bool,
    /// The last error that it sent.
    complaint: Option<String>,
}

/// What a line of a program means.
pub(super) enum Heard {
    /// Progress of the search.
    Thought(Thought),
    /// The answer to the question for a move.
    Move(Option<String>),
    /// An error.
    Complaint(String),
    /// The expected answer.
    Wanted,
    /// The answer to a ping.
    Alive,
    /// A known message that is ignored here.
    Other,
    /// Not part of the protocol.
    Noise,
}

/// What a program answers once it has read all that was sent before, in both versions of Hub.
const PING: &str = "ping";
/// Lines of noise that a failed handshake shows.
const SHOWN_NOISE: usize = 3;
/// Bytes that a program may say before its answer, all of them kept if they are parameters.
const LONGEST_ANSWER: usize = 1 << 20;

impl Session {
    pub(super) fn new(program: Program, limits: Limits) -> Session {
        Session {
            program,
            limits,
            process: None,
            has_played: false,
            complaint: None,
        }
    }

    /// Starts the program unless it runs already; true if it was started.
    pub(super) fn start(&mut self) -> Result<bool, Failure> {
        let runs = self.process.as_mut().is_some_and(Process::is_running);
        if runs && !(self.program.restart && self.has_played) {
            return Ok(false);
        }
        self.process = None;
        self.has_played = false;
        self.complaint = None;
        self.process = Some(Process::start(&self.program.command, &self.program)?);
        Ok(true)
    }

    fn process(&mut self) -> Result<&mut Process, Failure> {
        let gone = || Failure::new(FaultKind::Crash, "it does not run");
        self.process.as_mut().ok_or_else(gone)
    }

    /// Sends a line to the program.
    pub(super) fn send(&self, line: impl ToString) {
        if let Some(process) = &self.process {
            process.send(&line);
        }
    }

    /// Announces a new game.
    pub(super) fn begin(&mut self, line: impl ToString) {
        self.has_played = true;
        self.send(line);
    }

    /// Discards earlier output before a new question.
    pub(super) fn forget(&mut self) {
        if let Some(process) = &mut self.process {
            process.forget_output();
        }
        self.complaint = None;
    }

    /// Sends `question` and waits until `hear` recognizes the answer, which messages call `wanted`.
    pub(super) fn ask(
        &mut self,
        question: &str,
        wanted: &str,
        stop: &Stop,
        mut hear: impl FnMut(&str) -> Heard,
    ) -> Result<(), Failure> {
        self.send(question);
        let until = after(self.program.timeout);
        let mut noise: Vec<String> = Vec::new();
        let mut is_pinged = question == PING;
        let mut length = 0;
        loop {
            let line = match self.process()?.receive(until, stop) {
                Err(Failure::Fault(fault)) => {
                    let said = match noise[..] {
                        [] => "nothing".to_owned(),
                        _ => format!("`{}`", noise.join("`, `")),
                    };
                    let detail = format!(
                        "answered `{question}` with {said}, expected `{wanted}`{}; {} (see proto= \
                         and timeout=)",
                        self.complaint(),
                        fault.detail
                    );
                    return Err(Failure::new(fault.kind, detail));
                }
                line => line?.text,
            };
            length += line.len() + 1;
            if length > LONGEST_ANSWER {
                let detail = format!(
                    "answered `{question}` with more than {LONGEST_ANSWER} bytes, expected `{wanted}`"
                );
                return Err(Failure::new(FaultKind::Protocol, detail));
            }
            match hear(&line) {
                Heard::Wanted => return Ok(()),
                Heard::Complaint(message) => {
                    self.complaint = Some(message);
                    if !is_pinged {
                        self.send(PING);
                    }
                    is_pinged = true;
                }
                Heard::Alive if is_pinged => {
                    let message = self.complaint.as_deref().unwrap_or_default();
                    let detail = format!(
                        "answered `{question}` with the error `{message}`, expected `{wanted}`"
                    );
                    return Err(Failure::new(FaultKind::Protocol, detail));
                }
                Heard::Noise if noise.len() < SHOWN_NOISE => {
                    noise.push(line.chars().take(100).collect());
                }
                _ => (),
            }
        }
    }

    /// Sends `go` and waits for the move, which must come in time or, when the time is over, after
    /// `stop`. The time begins when the program has read all that was sent before.
    pub(super) fn think(
        &mut self,
        go: &str,
        clock: Option<ClockTime>,
        stop: &Stop,
        hear: impl Fn(&str) -> Heard,
    ) -> Result<Answer, Failure> {
        self.ask(PING, "pong", stop, |line| match hear(line) {
            Heard::Alive => Heard::Wanted,
            other => other,
        })?;
        let patience = self.program.timeout;
        let asked = Instant::now();
        self.send(go);
        let mut until = asked + duration(self.allowed(clock).unwrap_or(patience));
        let mut thought = None;
        let mut is_late = false;
        loop {
            let line = match self.process()?.receive(until, stop) {
                Err(Failure::Fault(fault)) if fault.kind == FaultKind::Hang && !is_late => {
                    is_late = true;
                    self.send("stop");
                    until = after(patience);
                    continue;
                }
                Err(Failure::Fault(fault)) if fault.kind == FaultKind::Hang => {
                    let seconds = asked.elapsed().as_secs_f64();
                    let complaint = self.complaint();
                    let detail = format!(
                        "no move within {seconds:.1} s, not even after `stop`{complaint} (see \
                         timeout=)"
                    );
                    return Err(Failure::new(FaultKind::Hang, detail));
                }
                line => line?,
            };
            match hear(&line.text) {
                Heard::Thought(heard) => thought = Some(heard),
                Heard::Complaint(message) => self.complaint = Some(message),
                Heard::Move(Some(chosen)) => {
                    return Ok(Answer {
                        chosen: Some(chosen),
                        thought,
                        seconds: line.at.saturating_duration_since(asked).as_secs_f64(),
                    });
                }
                Heard::Move(None) => {
                    let detail = format!("`{}` without a move{}", line.text, self.complaint());
                    return Err(Failure::new(FaultKind::IllegalMove, detail));
                }
                Heard::Noise => log::debug!("passed over: {}", line.text),
                Heard::Wanted | Heard::Alive | Heard::Other => (),
            }
        }
    }

    /// Seconds that the next move may take, with the tolerance.
    fn allowed(&self, clock: Option<ClockTime>) -> Option<f64> {
        let by_clock = clock.map(|clock| clock.left + clock.increment);
        let times = [by_clock, self.limits.move_time].into_iter().flatten();
        let seconds = times.reduce(f64::min)?;
        Some(seconds + self.program.margin)
    }

    /// The last error that the program sent, for messages.
    pub(super) fn complaint(&self) -> String {
        let shown = |text: &String| format!("; its last error: {text}");
        self.complaint.as_ref().map_or_else(String::new, shown)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        self.send("quit");
    }
}

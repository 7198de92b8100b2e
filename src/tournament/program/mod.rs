//! Other programs as contestants.
//!
//! A program cannot block us, whatever it does: separate threads read its output and write its input, and every wait
//! has a time limit. After a fault the program is killed and restarted for the next game.

#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod dxp;
mod hub;
mod hub1;
mod process;
mod session;

use super::contestant::{Limits, Program, Protocol};
use super::game::{Fault, FaultKind, Outcome};
use kamen_core::board::Color;
use kamen_core::rules::Variant;
use kamen_files::Stop;
use kamen_players::Thought;
use std::fmt;
use std::time::Duration;

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum Failure {
    /// The program is to blame.
    Fault(Fault),
    /// The tournament was stopped.
    Stopped,
}

/// Characters of a fault's description, which may quote the program and is kept as long as the tournament lasts.
const LONGEST_DETAIL: usize = 2000;

impl Failure {
    pub(super) fn new(kind: FaultKind, detail: impl fmt::Display) -> Failure {
        let mut detail = detail.to_string();
        if let Some((end, _)) = detail.char_indices().nth(LONGEST_DETAIL) {
            detail.truncate(end);
            detail.push_str(" ..");
        }
        Failure::Fault(Fault { kind, detail })
    }
}

/// What a program is told at the start of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<'a> {
    /// The position, as Hub writes it.
    pub(super) position: &'a str,
    /// Whether it is the start position of the variant.
    pub(super) is_normal: bool,
    /// The colour that the program plays.
    pub(super) color: Color,
}

/// What a program is asked.
#[derive(Clone, Copy, Debug)]
pub(super) struct Question<'a> {
    /// The position after the last irreversible move, as Hub writes it.
    pub(super) base: &'a str,
    /// Counts of consecutive king moves there, as Hub writes them; often empty.
    pub(super) wolf: &'a str,
    /// The moves since `base`, in Hub notation.
    pub(super) since: &'a [String],
    /// All moves since the start of the game.
    pub(super) all: &'a [String],
    /// What the clock says.
    pub(super) clock: Option<ClockTime>,
}

/// What a clock says before a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct ClockTime {
    /// Seconds left, without the increment of this move.
    pub(super) left: f64,
    /// Seconds added for this move.
    pub(super) increment: f64,
    /// Moves left in this period.
    pub(super) moves: Option<u32>,
}

/// What a program answers.
#[derive(Debug)]
pub(super) struct Answer {
    /// The move as the program wrote it; `None` if it resigns.
    pub(super) chosen: Option<String>,
    /// What it reports about its search.
    pub(super) thought: Option<Thought>,
    /// Seconds from the question to the answer.
    pub(super) seconds: f64,
}

/// A program, started when it is first needed. Dropping it ends it.
pub(super) trait Engine: Send {
    /// Makes sure that the program runs and supports the variant.
    fn prepare(&mut self, stop: &Stop) -> Result<(), Failure>;

    /// Begins a game; [`Engine::prepare`] has been called.
    fn begin(&mut self, start: &Start<'_>, stop: &Stop) -> Result<(), Failure>;

    /// Asks for a move.
    fn think(&mut self, question: &Question<'_>, stop: &Stop) -> Result<Answer, Failure>;

    /// The game is over; these are all its moves.
    fn end(&mut self, moves: &[String], outcome: Outcome);
}

/// Creates the wrapper of a program, without starting it.
pub(super) fn new_engine(variant: Variant, program: &Program, limits: &Limits) -> Box<dyn Engine> {
    let (program, limits) = (program.clone(), limits.clone());
    match program.protocol {
        Protocol::Hub => Box::new(hub::Hub::new(variant, program, limits)),
        Protocol::Hub1 => Box::new(hub1::Hub1::new(variant, program, limits)),
        Protocol::Dxp => Box::new(dxp::Dxp::new(variant, program, limits)),
    }
}

/// Seconds as a duration of at most a month.
fn duration(seconds: f64) -> Duration {
    Duration::from_secs_f64(seconds.clamp(0.0, 2_678_400.0))
}

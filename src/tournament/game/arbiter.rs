//! What a game is played by: the rules of the tournament, and who sits at the board.

use super::adjudication::Adjudication;
use super::outcome::DrawPolicy;
use crate::contestant::Limits;
use crate::opening::OpeningFault;
use crate::program::Engine;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::rules::Variant;
use kamen_files::Stop;
use kamen_players::Player;
use std::fmt;
use std::thread;
use std::time::{Duration, Instant};

/// Who sits at one side of the board.
pub(crate) struct Seat {
    /// Who decides on the moves.
    pub(crate) sitter: Sitter,
    /// How long it may think.
    pub(crate) limits: Limits,
    /// Seconds beyond that which are not held against it.
    pub(crate) margin: f64,
    /// Own moves after which its protocol ends the game.
    pub(crate) max_moves: Option<u32>,
}

/// Who decides on the moves.
pub(crate) enum Sitter {
    /// A built-in player.
    Player(Box<dyn Player>),
    /// A program.
    Program(Box<dyn Engine>),
}

/// What holds for all games of a tournament.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arbiter<'a> {
    pub(crate) variant: Variant,
    pub(crate) draws: DrawPolicy,
    /// Plies after which a game is drawn.
    pub(crate) max_plies: Option<usize>,
    pub(crate) adjudication: Adjudication,
    /// Whether records are to have the moves.
    pub(crate) keeps_moves: bool,
    /// Who hears of every move, if anybody does.
    pub(crate) audience: Option<&'a Audience<'a>>,
    pub(crate) stop: &'a Stop,
}

/// Who hears of every move as it is made.
pub(crate) struct Audience<'a> {
    /// What is done with it.
    pub(crate) tell: &'a (dyn Fn(Shown) + Sync),
    /// How long a move is left to look at.
    pub(crate) pause: Duration,
}

impl fmt::Debug for Audience<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Audience").finish_non_exhaustive()
    }
}

/// A move of a game under way.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// How many moves of the game come before it, those of the opening included.
    pub ply: usize,
    /// The position before it.
    pub position: AnyPosition,
    /// The move.
    pub m: AnyMove,
}

impl Arbiter<'_> {
    /// Tells of a move that is about to be made, and leaves it to be looked at.
    pub(super) fn show(&self, ply: usize, position: AnyPosition, m: AnyMove) {
        let Some(audience) = self.audience else {
            return;
        };
        (audience.tell)(Shown { ply, position, m });
        let until = Instant::now() + audience.pause;
        while !self.stop.is_wanted() && Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            thread::sleep(left.min(PAUSE_STEP));
        }
    }
}

/// How long a pause goes on before it is looked whether the tournament is to end.
const PAUSE_STEP: Duration = Duration::from_millis(100);

/// Why a game was not finished.
#[derive(Debug)]
pub(crate) enum Interrupted {
    /// The tournament is to end at once.
    Stopped,
    /// It could not begin.
    Opening(OpeningFault),
}

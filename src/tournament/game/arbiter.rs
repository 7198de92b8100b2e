//! What a game is played by: the rules of the tournament, and who sits at the board.

use super::adjudication::Adjudication;
use super::outcome::DrawPolicy;
use crate::players::Player;
use crate::rules::Variant;
use crate::tournament::contestant::Limits;
use crate::tournament::opening::OpeningFault;
use crate::tournament::program::Engine;
use crate::util::Stop;

/// Who sits at one side of the board.
pub(in crate::tournament) struct Seat {
    /// Who decides on the moves.
    pub(in crate::tournament) sitter: Sitter,
    /// How long it may think.
    pub(in crate::tournament) limits: Limits,
    /// Seconds beyond that which are not held against it.
    pub(in crate::tournament) margin: f64,
    /// Own moves after which its protocol ends the game.
    pub(in crate::tournament) max_moves: Option<u32>,
}

/// Who decides on the moves.
pub(in crate::tournament) enum Sitter {
    /// A built-in player.
    Player(Box<dyn Player>),
    /// A program.
    Program(Box<dyn Engine>),
}

/// What holds for all games of a tournament.
#[derive(Clone, Copy, Debug)]
pub(in crate::tournament) struct Arbiter<'a> {
    pub(in crate::tournament) variant: Variant,
    pub(in crate::tournament) draws: DrawPolicy,
    /// Plies after which a game is drawn.
    pub(in crate::tournament) max_plies: Option<usize>,
    pub(in crate::tournament) adjudication: Adjudication,
    /// Whether records are to have the moves.
    pub(in crate::tournament) keeps_moves: bool,
    pub(in crate::tournament) stop: &'a Stop,
}

/// Why a game was not finished.
#[derive(Debug)]
pub(in crate::tournament) enum Interrupted {
    /// The tournament is to end at once.
    Stopped,
    /// It could not begin.
    Opening(OpeningFault),
}

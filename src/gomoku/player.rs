//! Who plays.

use crate::board::{Board, Side, Square};
use std::fmt;
use std::time::{Duration, Instant};

/// What a player sees coming, from its own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forecast {
    /// Nothing decided; a value in the units of [`rate`](crate::rating::rate).
    Open(i32),
    /// A win in so many own moves, the next one included.
    Win(usize),
    /// A loss in so many moves of the opponent.
    Loss(usize),
}

impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forecast::Open(value) => write!(f, "value {value}"),
            Forecast::Win(moves) => write!(f, "win in {moves}"),
            Forecast::Loss(moves) => write!(f, "loss in {moves}"),
        }
    }
}

/// A move, and how it was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Where the stone goes.
    pub square: Square,
    /// What is seen.
    pub forecast: Forecast,
    /// Stones that were put on the board to find out.
    pub nodes: u64,
}

/// When a player must come to an end. It always has a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// So long from now.
    pub fn after(time: Duration) -> Deadline {
        Deadline(Instant::now().checked_add(time))
    }

    /// Whether it is over.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

/// A player.
pub trait Player {
    /// A move of a side, on a board with a free square.
    fn think(&mut self, board: &mut Board, side: Side, deadline: Deadline) -> Thought;

    /// Hears of the end of a game, won or not.
    fn game_over(&mut self, _: &Board) {}

    /// Won games that it remembers, if it can.
    fn remembered(&self) -> Option<usize> {
        None
    }
}

//! Who plays.

use crate::board::{Board, Side, Square};
use std::cmp::Reverse;
use std::fmt;
use std::time::{Duration, Instant};

/// What a player sees coming, from its own view; the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Forecast {
    /// A loss in a number of moves of the opponent: the more the better.
    Loss(usize),
    /// Nothing decided; a value in the units of [`rate`](crate::rating::rate).
    Open(i32),
    /// A win in a number of own moves, the next one included: the fewer the better.
    Win(Reverse<usize>),
}

impl fmt::Display for Forecast {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Forecast::Loss(moves) => write!(f, "loss in {moves}"),
            Forecast::Open(value) => write!(f, "value {value}"),
            Forecast::Win(Reverse(moves)) => write!(f, "win in {moves}"),
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
    /// Stones that were put on a board to find out.
    pub nodes: u64,
}

impl From<Square> for Thought {
    /// A move without a search.
    fn from(square: Square) -> Thought {
        Thought {
            square,
            forecast: Forecast::Open(0),
            nodes: 0,
        }
    }
}

/// When a player must come to an end. It always has a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// So long from now, or never.
    pub fn after(time: Option<Duration>) -> Deadline {
        Deadline(time.and_then(|time| Instant::now().checked_add(time)))
    }

    /// Whether it is over.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }
}

/// A player.
pub trait Player {
    /// A move of a side; none on a full board.
    fn think(&mut self, board: &Board, side: Side, deadline: Deadline) -> Option<Thought>;

    /// Hears of the end of a game, won or not.
    fn game_over(&mut self, _: &Board) {}

    /// Won games that it remembers, if it can.
    fn remembered(&self) -> Option<usize> {
        None
    }
}

//! The search: iterative deepening of a principal-variation alpha-beta.
//!
//! It never prints and reads no options: [`search`] takes a game, [`Limits`] and a [`Control`], and
//! reports every completed iteration through a [`Handler`]. The engine, the bench and the tests drive
//! it alike.

mod alphabeta;
mod busy;
mod clock;
mod control;
mod deepen;
mod handicap;
mod history;
mod limits;
mod node;
mod params;
mod picker;
mod quiescence;
mod selective;
mod team;
mod tt;
mod worker;

pub use clock::Budget;
pub use control::Control;
pub use handicap::{Handicap, Leaves, SKILLS};
pub use limits::{Level, Limits};
pub(crate) use team::STACK_BYTES;
pub use team::{Resources, search};
pub use tt::TranspositionTable;

use crate::rules::{MoveOf, Rules};
use crate::score::Score;
use std::time::Duration;

/// The deepest line that is searched, in plies.
pub const MAX_PLY: usize = 128;

/// What a completed iteration found.
#[derive(Clone, Debug, PartialEq)]
pub struct Info<R: Rules> {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// Mean distance of the leaves from the root, in plies.
    pub mean_depth: f64,
    /// Score for the side to move at the root.
    pub score: Score,
    /// Nodes searched since the start.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// The best line.
    pub pv: Vec<MoveOf<R>>,
}

/// Hears what the search finds.
pub trait Handler<R: Rules> {
    /// An iteration is complete.
    fn iteration(&mut self, info: &Info<R>);
}

/// A handler that hears nothing.
impl<R: Rules> Handler<R> for () {
    fn iteration(&mut self, _: &Info<R>) {}
}

/// The outcome of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome<R: Rules> {
    /// The move to play; `None` if there is no legal move.
    pub best: Option<MoveOf<R>>,
    /// The expected answer.
    pub ponder: Option<MoveOf<R>>,
    /// Score for the side to move.
    pub score: Score,
    /// The last completed depth, in plies.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

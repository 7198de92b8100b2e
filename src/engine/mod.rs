//! The engine that protocols drive. It knows neither Hub nor DXP.
//!
//! A frontend sends [`Request`]s as [`Event`]s and gets [`Reply`]s. The [`Controller`] owns the
//! options, the game and the running search, and never waits: the search lives on a thread of its
//! own and reports through the same channel as the input, so that `ping` and `stop` are heard at
//! any time.

mod controller;
mod machine;
mod options;
mod typed;

pub use controller::Controller;
pub use options::{Domain, OptionFacts, Options};

use crate::score::Score;
pub use crate::search::Level;
use std::time::Duration;

/// Where the moves of [`Request::Position`] begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The start position of the variant.
    Start,
    /// A Hub position string.
    Hub(String),
}

/// How to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// For a move to play.
    Think,
    /// In the opponent's time, until [`Request::PonderHit`] or [`Request::Stop`].
    Ponder,
    /// For the lines found.
    Analyze,
}

/// What the other side wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Tell the options.
    Describe,
    /// Set an option; unknown names are ignored.
    SetOption {
        /// Its name.
        name: String,
        /// Its new value.
        value: String,
    },
    /// Apply the options and get ready.
    Prepare,
    /// Set the position; the levels given before are void.
    Position {
        /// Where to begin.
        setup: Setup,
        /// What was played from there.
        moves: Vec<String>,
        /// Counts of consecutive king moves, where the variant limits them: `W28=1 B5=2`.
        wolf: Option<String>,
    },
    /// Limit the next search; several add up.
    Level(Level),
    /// Search.
    Go(Mode),
    /// End the search; its answer is still wanted.
    Stop,
    /// The move pondered on was played: the clock runs.
    PonderHit,
    /// The next search has nothing to do with the last one.
    NewGame,
    /// Are you there?
    Ping,
    /// End.
    Quit,
}

/// Progress of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Completed depth, in plies.
    pub depth: u32,
    /// Mean distance of the leaves, in plies.
    pub mean_depth: f64,
    /// Score for the side to move.
    pub score: Score,
    /// Nodes since the start.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// The best line, in Hub notation.
    pub pv: Vec<String>,
}

/// What the engine answers.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The options with their present values.
    Description(Vec<OptionFacts>),
    /// The options are applied.
    Ready,
    /// Progress of the search.
    Info(Report),
    /// The search is over; exactly one for each [`Request::Go`].
    Done {
        /// The move, in Hub notation; `None` without a legal move.
        best: Option<String>,
        /// The expected answer.
        ponder: Option<String>,
    },
    /// Here.
    Pong,
    /// What was wrong with a request, which changed nothing.
    Error(String),
}

/// What the controller hears.
#[derive(Debug)]
pub enum Event {
    /// A request, or what was wrong with the text of one.
    Input(Result<Request, String>),
    /// There will be no more requests.
    Eof,
    /// From the search with this number.
    Search(u64, Found),
}

/// What a running search reports.
#[derive(Debug)]
pub enum Found {
    /// An iteration is complete.
    Info(Report),
    /// The search is over.
    Done {
        /// The move, in Hub notation; `None` without a legal move.
        best: Option<String>,
        /// The expected answer.
        ponder: Option<String>,
    },
}

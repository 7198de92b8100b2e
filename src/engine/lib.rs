//! The engine behind the protocols; it depends on neither Hub nor DXP. Begin with [`Controller`].
//!
//! A frontend sends [`Request`]s as [`Event`]s and gets [`Reply`]s. The [`Controller`] owns the
//! options, the game and the running search. It waits for nothing but the next event, and for whoever takes its replies: the
//! search lives on a thread of its own and reports through a channel, so that `ping` and `stop` are heard at any time. All
//! that waits somewhere is bounded: a sender that is faster than the engine has to wait for it.

// They would panic where nobody reads the output any more.
#![deny(clippy::print_stdout, clippy::print_stderr)]
#![cfg_attr(
    not(test),
    deny(
        clippy::unwrap_used,
        clippy::expect_used,
        clippy::panic,
        clippy::indexing_slicing
    )
)]

mod answers;
mod client_game;
mod controller;
mod engine_or_player;
mod experience;
mod lag;
mod options;
mod resources;
mod session;
mod shared;
mod turns;

pub use controller::Controller;
pub use options::{Clamped, Domain, OptionError, OptionFacts, Options};
pub use session::{SetupError, Work};
pub use shared::{Shared, TooMuch};

use kamen_core::score::Score;
pub use kamen_search::Level;
use kamen_search::Statistics;
use std::time::Duration;

/// The position from which the moves of [`Request::Position`] are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Setup {
    /// The start position of the variant.
    Start,
    /// A Hub position string.
    Hub(String),
}

/// The purpose of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Find a move to play.
    Think,
    /// Think on the opponent's time, until [`Request::PonderHit`] or [`Request::Stop`].
    Ponder,
    /// Report the best lines.
    Analyze,
}

/// What to search for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Go {
    /// Why.
    pub mode: Mode,
    /// How many lines to report; `None`: as the option `multi-pv` says.
    pub lines: Option<u32>,
    /// The moves to which the search is limited, in Hub notation; none for all.
    pub moves: Vec<String>,
    /// A win within so many plies is wanted, and no move if there is none.
    pub win_within: Option<u32>,
}

impl From<Mode> for Go {
    fn from(mode: Mode) -> Go {
        Go {
            mode,
            lines: None,
            moves: Vec::new(),
            win_within: None,
        }
    }
}

/// A request of the client.
#[derive(Clone, Debug, PartialEq)]
pub enum Request {
    /// Describe the options.
    Describe,
    /// Set an option; unknown names are ignored.
    SetOption {
        /// The option's name.
        name: String,
        /// Its new value.
        value: String,
    },
    /// Apply the options and reply [`Reply::Ready`].
    Prepare,
    /// Set the position; discards earlier levels. If it is refused, there is none.
    Position {
        /// The initial position.
        setup: Setup,
        /// The moves played from it.
        moves: Vec<String>,
        /// Counts of consecutive king moves, where the variant limits them: `W28=1 B5=2`.
        wolf: Option<String>,
    },
    /// A [`Request::Position`] that cannot be read, and why: there is no position.
    BadPosition(String),
    /// Limit the next search; several limits combine.
    Level(Level),
    /// Search.
    Go(Go),
    /// A [`Request::Go`] that cannot be read, and why: [`Reply::Error`] and [`Reply::Done`].
    BadGo(String),
    /// Stop the search; it still replies [`Reply::Done`].
    Stop,
    /// The ponder move was played: the clock starts.
    PonderHit,
    /// A new game begins: forget what earlier searches learned.
    NewGame,
    /// Reply [`Reply::Pong`].
    Ping,
    /// Reply [`Reply::Text`], for a person.
    Ask(Question),
    /// Turn the board and exchange the colours: the same game from the other side.
    Flip,
    /// End.
    Quit,
}

/// What a person asks who tries an engine by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// What stands on the board.
    Board,
    /// What the evaluation says of it.
    Evaluation,
    /// What the program was built for.
    Build,
    /// How fast it searches a fixed list of positions, and how many nodes that takes. Nothing else is heard meanwhile, for some seconds.
    Bench,
}

/// Progress of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// Completed depth, in plies.
    pub depth: u32,
    /// Mean distance of the leaves, in plies.
    pub mean_depth: f64,
    /// Score for the side to move.
    pub score: Score,
    /// Nodes since the start of the search.
    pub nodes: u64,
    /// Time since the start of the search.
    pub time: Duration,
    /// The principal variation, in Hub notation.
    pub pv: Vec<String>,
    /// The place of the line among those of its depth, from 1; `None` where one alone is asked for.
    pub line: Option<u32>,
    /// Whether it is told to somebody who analyses.
    pub is_analysis: bool,
    /// What the search has gone through; a reply has it only if the option `statistics` asks for it.
    pub statistics: Option<Statistics>,
    /// The chances to win, draw and lose, in thousandths; a reply has them only if the option `wdl` asks for them.
    pub wdl: Option<[u32; 3]>,
}

/// A reply of the engine.
#[derive(Clone, Debug, PartialEq)]
pub enum Reply {
    /// The options with their current values.
    Description(Vec<OptionFacts>),
    /// The options are applied.
    Ready,
    /// Progress of the search.
    Info(SearchInfo),
    /// The search has ended; exactly one per [`Request::Go`].
    Done {
        /// The move, in Hub notation; `None` without a legal move.
        best: Option<String>,
        /// The expected reply of the opponent.
        ponder: Option<String>,
    },
    /// The reply to [`Request::Ping`].
    Pong,
    /// Lines for a person, each with its line feed.
    Text(String),
    /// What was done in place of a request, which was carried out in part.
    Note(String),
    /// What the machine refuses, memory or a thread: an error through no fault of the request.
    Refused(String),
    /// Why a request failed; it changed nothing, except that a position that is refused leaves none. Or an internal error of a
    /// search, which is answered nevertheless.
    Error(String),
}

/// An event for the controller.
#[derive(Debug)]
pub enum Event {
    /// A request.
    Input(Request),
    /// Why a text is no request; it is answered by [`Reply::Error`].
    BadInput(String),
    /// The input has ended.
    Eof,
}

/// What a running search reports.
#[derive(Debug)]
enum Found {
    /// An iteration is complete.
    Info(SearchInfo),
    /// A thread of the search has failed; `Done` still comes.
    Failed(String),
    /// The search has ended.
    Done {
        /// The move, in Hub notation; `None` without a legal move.
        best: Option<String>,
        /// The expected reply of the opponent.
        ponder: Option<String>,
    },
}

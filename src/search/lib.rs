//! The search: principal variation search with iterative deepening.
//!
//! Begin with [`Engine`], which has all that a search takes and thinks about an
//! [`AnyGame`](kamen_core::game::AnyGame) within [`Limits`]. A [`Control`] stops it from another thread.
//!
//! Below it, [`search()`] is the same for rules known as a type, for those who play thousands of games: it takes
//! [`Resources`] and tells a [`Handler`] of every completed iteration. The search never prints and reads no
//! options by name; the engine, self-play, the bench and the tests drive it alike.
//!
//! `alphabeta` is the recursion and its loop over the moves, `pruning` cuts off and reduces, `picker` orders
//! the moves, `quiescence` settles the leaves, `deepen` runs the iterations, `threads` starts the helpers,
//! `shared_nodes` leaves what another of them has finished.
//!
//! `tests/experiments` has what was tried, and what it gained or lost.

mod abdada;
mod alphabeta;
mod any;
pub mod bench;
mod clock;
mod control;
mod correction;
mod deepen;
mod elo;
mod endings;
mod engine;
mod exchanges;
mod handicap;
mod history;
mod host;
mod limits;
mod move_stack;
mod node;
mod odd_limits;
mod orders;
#[cfg(test)]
mod orders_model;
mod params;
mod picker;
mod pruning;
mod quiescence;
mod result;
mod root;
mod searched;
mod share;
mod shared_nodes;
mod team;
mod threads;
mod tt;
mod worker;

/// What `orders` is made of; its model has the same of `loom`.
mod sync {
    pub(super) use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
    pub(super) use std::sync::{Condvar, Mutex};
}

pub use any::{Answer, Progress, search_any};
pub use clock::Budget;
pub use control::Control;
pub use correction::Correction;
pub use elo::{elos, skill_of_elo};
pub use engine::{Engine, EngineError};
pub use handicap::{Handicap, Leaves, SKILLS};
pub use host::{Host, HostThreads, Scope};
pub use limits::{Level, Limits, Overhead, Style};
pub use node::MAX_PLY;
pub use odd_limits::OddLimit;
pub use params::{NUMBERS, Number, ParamError, Params};
pub use result::{Handler, Info, SearchResult, Statistics};
pub use searched::{Searched, search};
pub use share::share;
pub use threads::STACK_BYTES;
pub use threads::search_by;
pub use tt::TranspositionTable;
pub use worker::Resources;

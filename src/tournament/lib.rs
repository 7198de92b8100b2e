//! Matches and tournaments between engines: a runner for any two that speak Hub or DXP, and for the
//! built-in players, in every variant.
//!
//! A [`Tournament`] says who plays what; [`run`] plays it, tells a [`Watcher`] and keeps every
//! finished game in a [`Ledger`]. Every move is checked by the rules here, whoever made it.

mod contestant;
mod game;
mod ledger;
mod opening;
mod program;
mod run;
mod schedule;
mod standings;
pub mod statistics;
pub mod transport;

pub use contestant::{
    Clock, Contestant, ContestantError, ContestantKind, Limits, Program, Protocol, Searcher,
    TimeControl, TimeControlError,
};
pub use game::{
    Adjudication, DrawPolicy, DrawRule, Effort, Fault, FaultKind, FaultRecord, GameId, GameRecord,
    MoveRecord, Outcome, Reason, ResignRule, RuleError, Shown,
};
pub use ledger::{Ledger, LedgerError, MergeError, Merged, MergedPart, PdnNames, WholeFile, merge};
pub use opening::{Opening, OpeningError, OpeningFault, Openings};
pub use run::{GameCounter, duel};
pub use run::{RunError, Tournament, TournamentEnd, Watcher, run};
pub use schedule::{Format, Next, Part, PartError, Schedule};
pub use standings::{Meeting, Row, Standings};

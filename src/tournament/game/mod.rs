//! One game: who moves, the clock, and who has won.

mod adjudication;
mod outcome;
mod play;
mod record;
mod table;

pub use adjudication::{Adjudication, DrawRule, ResignRule, RuleError};
pub use outcome::{DrawPolicy, Fault, FaultKind, Outcome, Reason};
pub(super) use play::{Arbiter, Interrupted, Seat, Sitter};
pub use record::{Effort, FaultRecord, GameId, GameRecord, MoveRecord};

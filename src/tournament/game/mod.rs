//! One game: who moves, the clock, and who has won.

mod adjudication;
mod arbiter;
mod live_game;
mod outcome;
mod play;
mod record;

pub use adjudication::{Adjudication, DrawRule, ResignRule, RuleError};
pub use arbiter::Shown;
pub(super) use arbiter::{Arbiter, Audience, Interrupted, Seat, Sitter};
pub use outcome::{DrawPolicy, Fault, FaultKind, Outcome, Reason};
pub(super) use play::Finished;
pub use record::{Effort, FaultRecord, GameId, GameRecord, MoveRecord};

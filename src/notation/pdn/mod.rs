//! Games as PDN 3.0: [`kamen_protocol::pdn`] reads and writes the text, here it meets the rules.
//!
//! [`write_game`] makes a PDN game of ours; the runner of matches writes its games with it.
//! [`replay`] plays a game of a file, of the variant that [`variant_of`] finds in its tags or
//! [`guess`] in its moves.

mod frame;
mod guess;
mod moves;
mod replay;
mod report;
mod variant;
mod write;

pub use guess::{Guess, guess};
pub use moves::{parse_move, write_move};
pub use replay::{Replay, ReplayError, ReplayFault, check, replay};
pub use report::MoveReport;
pub use variant::{TypeError, variant_of};
pub use write::{Outcome, Record, RecordError, RecordedMove, write_game};

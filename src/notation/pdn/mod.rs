//! Games as PDN 3.0: [`kamen_protocol::pdn`] reads and writes the text, here it meets the rules.
//!
//! [`write_game`] makes a PDN game of ours; the runner of matches writes its games with it.

mod moves;
mod variant;
mod write;

pub use moves::{parse_move, write_move};
pub use write::{MoveReport, Outcome, Record, RecordError, RecordedMove, write_game};

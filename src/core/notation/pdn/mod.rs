//! Games as PDN 3.0: [`kamen_protocol::pdn`] parses and prints the text; this module applies the
//! rules.
//!
//! Begin with [`write_game`], which converts a played game to PDN, and with [`replay`], which
//! replays a game of a file, or [`finished`] for those with a result. [`rewrite`] renames its squares. [`variant_of`] finds its
//! variant in the tags, [`guess`] from the moves.

mod finished;
mod guess;
mod moves;
mod replay;
mod report;
mod rewrite;
mod square_converter;
mod variant;
mod write;

pub use super::move_text::write_move;
pub use finished::{finished, outcome};
pub use guess::{Guess, guess};
pub use moves::parse_move;
pub use replay::{Replay, ReplayError, ReplayFault, ReplayWarning, replay};
pub use report::MoveReport;
pub use rewrite::{GameStyle, rewrite};
pub(super) use variant::game_type;
pub use variant::{TypeError, variant_of};
pub use write::{Record, RecordError, RecordedMove, pdn_result, played_move, write_game};

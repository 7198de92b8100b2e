//! Games as PDN 3.0: a [`Reader`] reads the text of files, and a [`Game`] prints as it; the rules are applied by [`replay`],
//! which replays a game of a file, and [`write_game`], which converts a played game to PDN.
//!
//! [`skim`] looks at the positions of a game alone. [`finished`] reads games with a result. [`rewrite`] renames squares, [`repair`]
//! makes a clean game, [`beginning`] keeps what can be played. [`variant_of`] finds the variant of a game in its tags, [`guess`]
//! from the moves.
//!
//! ```
//! use kamen_core::{Variant, pdn};
//!
//! let file = "[White \"Ada\"] [GameType \"29\"] 1. c3-d4 {quiet} d6-c5 2. b2-c3 1-0";
//! for game in pdn::Reader::new(file.as_bytes()) {
//!     let game = game?;
//!     let variant = pdn::variant_of(&game)?.unwrap_or(Variant::International);
//!     let played = pdn::replay(variant, &game).game().ok_or("no legal position")?;
//!     println!("{} in {variant}: {}", game.tag("White").unwrap_or("?"), played.position());
//!     # assert_eq!((variant, played.plies()), (Variant::Czech, 3));
//!     // And back to a file.
//!     let text = pdn::write_game(&pdn::Record::from(&played))?.to_string();
//!     # assert!(text.ends_with("\n1. c3-d4 d6-c5 2. b2-c3 *\n"), "{text}");
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod beginning;
mod finished;
mod fit;
mod frames;
mod guess;
mod hops;
mod moves;
mod remarks;
mod repair;
mod replay;
mod report;
mod rewrite;
mod skim;
mod square_converter;
mod variant;
mod variant_names;
mod warning;
mod write;

pub use super::move_text::write_move;
pub use beginning::beginning;
#[cfg(feature = "serde")]
pub(super) use beginning::written;
pub use finished::{finished, finished_beginning, outcome};
pub use fit::Fit;
pub use frames::replay;
pub use guess::{Guess, guess};
pub use kamen_protocol::pdn::{
    AnnotatedScore, BoardType, Command, Comment, Corner, Element, Encoding, Fault, FaultyGame,
    Game, GameEnd, GameResult, GameType, LineComment, MoveNumber, Notation, Place, PlayedMove,
    ReadError, Reader, Setup, Slip, SlipKind, Slips, Strength, Tag, UnknownEncoding,
};
pub(super) use moves::meant;
pub use moves::parse_move;
#[cfg(feature = "serde")]
pub(super) use remarks::remark;
pub use repair::{Repaired, repair};
pub use replay::{Replay, ReplayError, ReplayFault};
pub use report::MoveReport;
pub use rewrite::{GameStyle, rewrite};
pub use skim::skim;
pub(super) use variant::game_type;
pub use variant::{TypeError, variant_of};
pub use warning::{ReplaySlip, ReplayWarning};
pub use write::{Record, RecordError, RecordedMove, pdn_result, played_move, write_game};

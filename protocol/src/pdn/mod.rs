//! Games as PDN 3.0 (Portable Draughts Notation, <https://wiegerw.github.io/pdn>).
//!
//! A [`Game`] is what one game of a file says: tags, and a body of moves, comments, variations and
//! so on in the order of the text. [`Display`](std::fmt::Display) writes it, [`Reader`] reads any
//! number of them from a stream, one at a time, so that the size of a file does not matter.
//!
//! Files in the wild are older and looser than the standard. The reader takes what it can and
//! says what it could not: a game with faults comes as a [`FaultyGame`], which holds both.
//!
//! ```
//! use kamen_protocol::pdn::Reader;
//!
//! let file = b"[White \"A\"] 1. 32-28 19-23 2. 28x19! {short} 14x23 (13x24) 1-1  31-27 *";
//! let games = Reader::new(&file[..]).collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(games.len(), 2);
//! assert_eq!(games[0].tag("White"), Some("A"));
//! assert_eq!(games[0].main_line().count(), 4);
//! # Ok::<(), kamen_protocol::pdn::ReadError>(())
//! ```

mod brackets;
mod comment;
mod cursor;
mod doubt;
mod draft;
mod encoding;
mod end;
mod fault;
mod game;
mod game_type;
mod input;
mod lexer;
mod marks;
mod number;
mod place;
mod prose;
mod reader;
mod sgf;
mod slip;
mod source;
mod spelling;
mod tag;
mod token;
mod word;
mod writer;

pub use comment::{AnnotatedScore, Command, Comment, LineComment};
pub use encoding::{Encoding, UnknownEncoding};
pub use end::{GameEnd, GameResult};
pub use fault::{Fault, FaultyGame, ReadError};
pub use game::{Element, Game, MoveNumber, PlayedMove, Setup, Strength, Tag};
pub use game_type::{BoardType, Corner, GameType, Notation};
pub use place::Place;
pub use reader::Reader;
pub use slip::{Slip, SlipKind, Slips};

//! Games as PDN 3.0 (Portable Draughts Notation, <https://wiegerw.github.io/pdn>).
//!
//! A [`Game`] is what one game of a file says: tags, and a body of moves, comments, variations and
//! so on in the order of the text. [`Display`](std::fmt::Display) writes it.

mod comment;
mod end;
mod game;
mod game_type;
mod place;
mod writer;

pub use comment::{Command, Comment, Evaluation};
pub use end::{GameEnd, GameResult};
pub use game::{Element, Game, MoveNumber, PlayedMove, Setup, Strength, Tag};
pub use game_type::{BoardType, Corner, GameType, Notation};
pub use place::Place;

//! Rated positions: what a player has learned about single positions. Begin with [`RatedPositions`].
//!
//! They are the database of the 2011 thesis on games with learning, in which `kamen td learn` collects ratings and
//! which the player `td:N:FILE` searches with. The crate `kamen-training` has the learning.

mod file;
mod packed;
mod positions;
mod rating;
mod text;

pub use file::RatedFileError;
pub use kamen_core::game::{KeyError, Pieces};
pub use positions::RatedPositions;
pub use rating::{Kind, MOST_VISITS, Rating};
pub use text::RatedLineError;

//! Rated positions: what a player has learned about single positions. Begin with [`RatedPositions`].
//!
//! They are the database of the 2011 thesis on games with learning, in which `kamen td learn` collects ratings and
//! which the player `td:N:FILE` searches with, and learns in: a [`Database`] grows with every game. A [`TdRule`] says how ratings
//! change, an [`Episode`] what a game teaches; the crate `kamen-training` has learning in many games.

mod database;
mod episode;
mod file;
mod packed;
mod played;
mod played_line;
mod player;
mod positions;
mod rating;
mod rule;
mod text;

pub use database::{Database, take_over_played};
pub use episode::Episode;
pub use file::RatedFileError;
pub use kamen_core::game::{KeyError, Pieces};
pub use played_line::PlayedLineError;
pub(crate) use player::RatedPlayer;
pub use positions::{Played, RatedPositions};
pub use rating::{Kind, MOST_VISITS, Rating};
pub use rule::{EndRewards, Rate, RateError, TdRule, Won};
pub use text::RatedLineError;

#[cfg(test)]
mod tests;

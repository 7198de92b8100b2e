//! Learning with rated positions by temporal differences, as in the 2011 thesis. Begin with [`Learner`].
//!
//! A learner rates the positions in which it was to move. After a game it goes through its own turns in order:
//! the value of each moves towards the value of the next ([`TdRule`]), and the end of the game gets its reward. Values
//! so travel back from the ends of games, one turn a game.

mod error;
mod game;
mod history;
mod learner;
mod maze;
mod merge;
mod sides;

pub use error::TdError;
pub use game::{Learners, Style};
pub use history::{HistoryError, Lessons, Part};
pub use kamen_players::rated::{EndRewards, Episode, Rate, RateError, TdRule, Won};
pub use learner::{Block, Learner};
pub use maze::maze_values;
pub use merge::{Merged, merge};
pub use sides::Sides;

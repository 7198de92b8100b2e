//! Built-in players: simple ones, as opponents in matches and as weaker levels for people.
//!
//! They are those of the university work that this program grew out of: `random` plays any legal
//! move, `minimax:N:basic` and `minimax:N:progressive` look N plies ahead and count pieces. The
//! measured strength of each stands in `EXPERIMENTS.md`.

mod minimax;
mod random;

pub use minimax::{Evaluation, MAX_DEPTH, Minimax};
pub use random::RandomMover;

use crate::rules::{Game, MoveOf, Rules, Variant};
use crate::score::Score;
use std::fmt;
use std::str::FromStr;

/// A player that chooses moves by itself.
pub trait Player<R: Rules>: Send {
    /// A new game begins; every random choice in it follows from `seed`.
    fn new_game(&mut self, seed: u64);

    /// Chooses a move of a position that has one.
    fn choose(&mut self, game: &Game<R>) -> Choice<R>;
}

/// A move, and what the player thinks of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice<R: Rules> {
    /// The move.
    pub chosen: MoveOf<R>,
    /// What it was found to be worth; `None` where nothing was looked at.
    pub thought: Option<Thought>,
}

/// What a search came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thought {
    /// Score for the side to move.
    pub score: Score,
    /// Depth, in plies.
    pub depth: u32,
    /// Positions looked at.
    pub nodes: u64,
}

/// The name of a built-in player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuiltIn {
    /// Any legal move, each as likely as the others.
    Random,
    /// The best move as far as a look `depth` plies ahead can tell.
    Minimax {
        /// Plies, from 1 to [`MAX_DEPTH`].
        depth: u32,
        /// How positions are judged.
        evaluation: Evaluation,
    },
}

impl BuiltIn {
    /// The levels for people: their names and players.
    pub const LEVELS: [(&'static str, BuiltIn); 3] =
        [("easy", level(3)), ("medium", level(6)), ("hard", level(9))];

    /// Makes the player.
    pub fn player<R: Rules>(self, variant: Variant) -> Box<dyn Player<R>> {
        match self {
            BuiltIn::Random => Box::new(RandomMover::<R>::new()),
            BuiltIn::Minimax { depth, evaluation } => {
                Box::new(Minimax::<R>::new(variant, depth, evaluation))
            }
        }
    }
}

/// The level that looks so many plies ahead.
const fn level(depth: u32) -> BuiltIn {
    BuiltIn::Minimax {
        depth,
        evaluation: Evaluation::Progressive,
    }
}

impl fmt::Display for BuiltIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuiltIn::Random => f.write_str("random"),
            BuiltIn::Minimax { depth, evaluation } => write!(f, "minimax:{depth}:{evaluation}"),
        }
    }
}

/// A name that no built-in player has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "unknown player '{found}', expected random, minimax:N:basic, minimax:N:progressive \
     (N from 1 to {MAX_DEPTH}), easy, medium or hard"
)]
pub struct UnknownPlayer {
    /// The name, as it was written.
    pub found: String,
}

impl FromStr for BuiltIn {
    type Err = UnknownPlayer;

    /// Reads what [`Display`](fmt::Display) writes, and the names of the levels, in upper or lower
    /// case.
    fn from_str(text: &str) -> Result<BuiltIn, UnknownPlayer> {
        let wanted = text.to_ascii_lowercase();
        let levels = BuiltIn::LEVELS.into_iter();
        let known = levels.chain([("random", BuiltIn::Random)]);
        let named = known.filter(|(name, _)| *name == wanted);
        let minimax = || {
            let (depth, evaluation) = wanted.strip_prefix("minimax:")?.split_once(':')?;
            let depth = depth.parse().ok()?;
            let evaluation = evaluation.parse().ok()?;
            let fits = (1..=MAX_DEPTH).contains(&depth);
            fits.then_some(BuiltIn::Minimax { depth, evaluation })
        };
        let found = named.map(|(_, player)| player).next().or_else(minimax);
        found.ok_or_else(|| UnknownPlayer {
            found: text.chars().filter(|c| !c.is_control()).take(40).collect(),
        })
    }
}

#[cfg(test)]
mod tests;

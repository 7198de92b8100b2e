//! Built-in players: simple ones, as opponents in matches and as weaker levels for people.
//!
//! They are those of the university work that this program grew out of: `random` plays any legal
//! move, `minimax:N:basic` and `minimax:N:progressive` look N plies ahead and count pieces, and
//! `minimax:N:network:FILE` asks a small network instead, which [`evolve`](crate::training::evolve) has
//! made, and `minimax:N:weights:FILE` the weights that [`fit`](crate::training) has learned. The measured strength of each stands in `EXPERIMENTS.md`.

mod minimax;
mod random;

pub use minimax::{Evaluation, MAX_DEPTH, Minimax, Network, Neuron, Origin, UnusableFile};
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
#[derive(Clone, Debug, PartialEq)]
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

    /// The name of the level that is written so, in upper or lower case.
    pub fn level_name(text: &str) -> Option<&'static str> {
        let mut names = BuiltIn::LEVELS.into_iter().map(|(name, _)| name);
        names.find(|name| text.eq_ignore_ascii_case(name))
    }

    /// Whether it can play the variant.
    ///
    /// # Errors
    /// Its file is for another variant.
    pub fn check(&self, variant: Variant) -> Result<(), UnusableFile> {
        match self {
            BuiltIn::Random => Ok(()),
            BuiltIn::Minimax { evaluation, .. } => evaluation.check(variant),
        }
    }

    /// Makes the player. One that cannot play the variant plays anything.
    pub fn player<R: Rules>(&self, variant: Variant) -> Box<dyn Player<R>> {
        match self {
            BuiltIn::Random => Box::new(RandomMover::<R>::new()),
            BuiltIn::Minimax { depth, evaluation } => {
                Box::new(Minimax::<R>::new(variant, *depth, evaluation))
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

/// Why a name is that of no built-in player.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayerError {
    /// No built-in player has it.
    #[error(
        "unknown player '{found}', expected random, minimax:N:basic, minimax:N:progressive, \
         minimax:N:network:FILE, minimax:N:weights:FILE (N from 1 to {MAX_DEPTH}), easy, medium or hard"
    )]
    Unknown {
        /// The name, as it was written.
        found: String,
    },
    /// Its file is of no use.
    #[error(transparent)]
    File(#[from] UnusableFile),
}

impl FromStr for BuiltIn {
    type Err = PlayerError;

    /// Reads what [`Display`](fmt::Display) writes, and the names of the levels, in upper or lower
    /// case; the file of a network or of weights is read with it.
    fn from_str(text: &str) -> Result<BuiltIn, PlayerError> {
        let named = |(name, _): &(&str, BuiltIn)| text.eq_ignore_ascii_case(name);
        let known = [("random", BuiltIn::Random)];
        if let Some((_, player)) = known.into_iter().chain(BuiltIn::LEVELS).find(named) {
            return Ok(player);
        }
        match minimax(text) {
            Some((depth, evaluation)) => Ok(BuiltIn::Minimax {
                depth,
                evaluation: evaluation?,
            }),
            None => Err(PlayerError::Unknown {
                found: text.chars().filter(|c| !c.is_control()).take(40).collect(),
            }),
        }
    }
}

/// Reads `minimax:N:EVALUATION`.
fn minimax(text: &str) -> Option<(u32, Result<Evaluation, UnusableFile>)> {
    let (minimax, rest) = text.split_once(':')?;
    let (depth, evaluation) = rest.split_once(':')?;
    let depth = depth.parse().ok()?;
    let fits = minimax.eq_ignore_ascii_case("minimax") && (1..=MAX_DEPTH).contains(&depth);
    Some((depth, Evaluation::read(evaluation).filter(|_| fits)?))
}

#[cfg(test)]
mod tests;

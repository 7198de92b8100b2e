//! Rated positions in memory.

use super::Pieces;
use super::packed::Ratings;
use super::rating::Rating;
use kamen_core::rules::Variant;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The games that were played with a file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Played {
    /// How many.
    pub games: u64,
    /// What those of them are called that may be told again: the last [`Played::MOST_NAMES`], in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<u32>,
}

impl Played {
    /// The most names that are kept. A match tells of that many games again, after it was killed.
    pub const MOST_NAMES: usize = 256;

    /// Whether none were.
    pub fn is_none(&self) -> bool {
        self.games == 0
    }

    /// Whether a game with that name is among the last.
    pub fn has(&self, name: u32) -> bool {
        self.names.contains(&name)
    }

    /// Counts a game with its number.
    pub(super) fn add(&mut self, number: u64, name: Option<u32>) {
        self.games = number;
        self.names.extend(name);
        let surplus = self.names.len().saturating_sub(Played::MOST_NAMES);
        self.names.drain(..surplus);
    }
}

/// Rated positions of one variant.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedPositions {
    variant: Variant,
    /// The games that a learner has learned from.
    pub games: u64,
    /// Those that players have played with them, and learned from.
    pub played: Played,
    /// What they were learned with, as the learner wrote it; `None` if it is not known, as of merged ones.
    pub history: Option<Value>,
    ratings: Ratings,
}

impl RatedPositions {
    /// No positions.
    pub fn new(variant: Variant) -> RatedPositions {
        RatedPositions {
            variant,
            games: 0,
            played: Played::default(),
            history: None,
            ratings: Ratings::new(variant),
        }
    }

    /// The variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ratings.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The rating of a position.
    #[inline]
    pub fn get(&self, pieces: &Pieces) -> Option<Rating> {
        self.ratings.get(pieces)
    }

    /// Sets the rating of a position.
    pub fn put(&mut self, pieces: Pieces, rating: Rating) {
        self.ratings.put(&pieces, rating);
    }

    /// Makes room for so many more; false if there is no memory.
    pub(super) fn reserve(&mut self, more: usize) -> bool {
        self.ratings.reserve(more)
    }

    /// All ratings, in no order.
    pub fn ratings(&self) -> impl Iterator<Item = Rating> + '_ {
        self.ratings.iter()
    }

    /// All positions, in the order of their keys.
    pub fn sorted(&self) -> impl Iterator<Item = (Pieces, Rating)> + '_ {
        self.ratings.sorted()
    }

    /// Positions of each kind, in the order of [`Kind::ALL`](super::Kind::ALL).
    pub fn count_kinds(&self) -> [usize; 3] {
        let mut counts = [0; 3];
        for rating in self.ratings() {
            counts[rating.kind as usize] += 1;
        }
        counts
    }

    /// Adds those of another file of the same variant ([`Rating::merged`]).
    pub fn merge(&mut self, other: &RatedPositions) {
        self.games += other.games;
        self.played = Played {
            games: self.played.games + other.played.games,
            names: Vec::new(),
        };
        if self.history != other.history {
            self.history = None;
        }
        for (pieces, rating) in other.sorted() {
            let merged = self.get(&pieces).map_or(rating, |ours| ours.merged(rating));
            self.put(pieces, merged);
        }
    }
}

//! What a position is worth without regard to its history.

use super::index::Index;
use kamen_core::geometry::Geometry;
use kamen_core::movegen::winner;
use kamen_core::rules::{Objective, Position, Rules};

/// The result of a position for the side to move, if both sides play as well as possible and no draw is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The other side wins.
    Loss,
    /// Nobody can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// The value of a move that leads to a position of this value.
    #[must_use]
    pub fn reversed(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

/// A value and how far away it is. The better for the side to move is the greater: a short win, a draw, a long loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The value.
    pub value: Value,
    /// Plies until the game is won or lost, if the winner makes haste and the loser none; 0 for a draw, and where no
    /// distances are kept.
    pub distance: u16,
}

impl Outcome {
    /// The outcome of a move that leads to a position of this one; with or without distances.
    #[must_use]
    pub fn before(self, distances: bool) -> Outcome {
        let goes_on = distances && self.value != Value::Draw;
        Outcome {
            value: self.value.reversed(),
            distance: self.distance + u16::from(goes_on),
        }
    }
}

impl Outcome {
    /// The outcome of a position that has ended the game; `None` if it goes on.
    #[inline]
    pub(super) fn of_end<R: Rules>(
        position: &Position<R>,
        objective: Objective,
    ) -> Option<Outcome> {
        let winner = winner(position, objective)?;
        let value = if winner == position.turn {
            Value::Win
        } else {
            Value::Loss
        };
        Some(Outcome { value, distance: 0 })
    }

    /// How files hold the distance. In nearly all variants losses are even and wins odd, and this is even for both.
    #[cfg(feature = "make")]
    pub(super) fn stored_distance(self) -> u16 {
        self.distance + u16::from(self.value == Value::Win)
    }

    /// The outcome of a value and a distance as files hold them; `None` for no distance.
    pub(super) fn of_stored(value: Value, stored: Option<u16>) -> Outcome {
        let distance = match value {
            Value::Draw => 0,
            _ => stored.unwrap_or(0),
        };
        let one = u16::from(value == Value::Win);
        Outcome {
            value,
            distance: distance.saturating_sub(one),
        }
    }
}

impl Ord for Outcome {
    fn cmp(&self, other: &Outcome) -> std::cmp::Ordering {
        let by_distance = match self.value {
            Value::Win => other.distance.cmp(&self.distance),
            _ => self.distance.cmp(&other.distance),
        };
        self.value.cmp(&other.value).then(by_distance)
    }
}

impl PartialOrd for Outcome {
    fn partial_cmp(&self, other: &Outcome) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The outcomes of the positions of a slice with White to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table<G> {
    index: Index<G>,
    /// Four values a byte, the first lowest; numbers without a position are [`NONE`].
    packed: Vec<u8>,
    /// By number; empty if they are not kept.
    distances: Vec<u16>,
}

const CODES: [Option<Value>; 4] = [Some(Value::Draw), Some(Value::Win), Some(Value::Loss), None];

/// How a number without a position is packed.
const NONE: u8 = 3;

/// How a value is packed.
fn code(value: Option<Value>) -> u8 {
    match value {
        Some(Value::Draw) => 0,
        Some(Value::Win) => 1,
        Some(Value::Loss) => 2,
        None => NONE,
    }
}

impl<G: Geometry> Table<G> {
    /// Packs the outcomes of all numbers in their order; further ones are not looked at.
    pub fn new(
        index: Index<G>,
        outcomes: impl Iterator<Item = Option<Outcome>>,
        with_distances: bool,
    ) -> Table<G> {
        let size = index.size() as usize;
        let mut packed = vec![0; size.div_ceil(4)];
        let mut distances = vec![0; if with_distances { size } else { 0 }];
        for (number, outcome) in outcomes.take(size).enumerate() {
            packed[number / 4] |= code(outcome.map(|outcome| outcome.value)) << (2 * (number % 4));
            if let (Some(distance), Some(outcome)) = (distances.get_mut(number), outcome) {
                *distance = outcome.distance;
            }
        }
        Table {
            index,
            packed,
            distances,
        }
    }

    /// The values of all numbers, four a byte, and the distances, which may be none; `None` if their numbers are not those of
    /// the index.
    #[cfg(feature = "make")]
    pub(super) fn of_packed(
        index: Index<G>,
        packed: Vec<u8>,
        distances: Vec<u16>,
    ) -> Option<Table<G>> {
        let size = index.size() as usize;
        let fits = packed.len() == size.div_ceil(4);
        let fits = fits && (distances.is_empty() || distances.len() == size);
        fits.then_some(Table {
            index,
            packed,
            distances,
        })
    }

    /// The values of all numbers, four a byte, and the distances, if there are any.
    #[cfg(feature = "make")]
    pub(super) fn packed(&self) -> (&[u8], &[u16]) {
        (&self.packed, &self.distances)
    }

    /// The numbers of its positions.
    pub fn index(&self) -> &Index<G> {
        &self.index
    }

    /// The outcome of a number; `None` if it has no position.
    #[inline]
    pub fn get(&self, number: u64) -> Option<Outcome> {
        let byte = self.packed[(number / 4) as usize];
        let value = CODES[usize::from(byte >> (2 * (number % 4)) & 3)]?;
        let distance = self.distances.get(number as usize).copied().unwrap_or(0);
        Some(Outcome { value, distance })
    }

    /// Whether it holds distances.
    pub fn has_distances(&self) -> bool {
        !self.distances.is_empty()
    }

    /// Bytes of memory.
    pub fn bytes(&self) -> usize {
        self.packed.len() + 2 * self.distances.len()
    }

    /// The longest win or loss, in plies.
    pub fn longest(&self) -> u16 {
        self.distances.iter().copied().max().unwrap_or(0)
    }

    /// How many wins, draws and losses it has.
    pub fn counts(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for outcome in (0..self.index.size()).filter_map(|number| self.get(number)) {
            counts[2 - outcome.value as usize] += 1;
        }
        counts
    }
}

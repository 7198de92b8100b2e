//! What a position is worth without regard to its history.

use super::index::Index;
use crate::board::Board;
use crate::geometry::Geometry;

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

/// The values of the positions of a material with White to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice<G> {
    index: Index<G>,
    /// Four values a byte, the first lowest; numbers without a position are [`NONE`].
    packed: Vec<u8>,
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

impl<G: Geometry> Slice<G> {
    /// Packs the values of all numbers in their order; further ones are not looked at.
    pub fn new(index: Index<G>, values: impl Iterator<Item = Option<Value>>) -> Slice<G> {
        let mut packed = vec![0; index.size().div_ceil(4) as usize];
        for (number, value) in values.take(index.size() as usize).enumerate() {
            packed[number / 4] |= code(value) << (2 * (number % 4));
        }
        Slice { index, packed }
    }

    /// The numbers of its positions.
    pub fn index(&self) -> &Index<G> {
        &self.index
    }

    /// The value of a number; `None` if it has no position.
    #[inline]
    pub fn get(&self, number: u64) -> Option<Value> {
        let byte = self.packed[(number / 4) as usize];
        CODES[usize::from(byte >> (2 * (number % 4)) & 3)]
    }

    /// The value of a position with White to move.
    #[inline]
    pub fn value(&self, board: &Board<G::Bits>) -> Option<Value> {
        self.get(self.index.of(board))
    }

    /// How many wins, draws and losses it has.
    pub fn counts(&self) -> [u64; 3] {
        let mut counts = [0; 3];
        for value in (0..self.index.size()).filter_map(|number| self.get(number)) {
            counts[2 - value as usize] += 1;
        }
        counts
    }
}

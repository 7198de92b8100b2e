//! The limit of consecutive king moves (official rules for Frisian draughts, 2011): a side that has
//! a man may not make more than three consecutive moves with the same king without capturing. A
//! capture or a move of another piece resets the count; the loss of the last man lifts the limit.

use crate::board::{Board, Color, Move};
use crate::geometry::{Bits, Square};
use std::fmt::Debug;

/// The counts of consecutive king moves that a position carries.
pub trait KingMoves: Copy + Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// Whether the variant has the limit.
    const LIMITED: bool;

    /// The counts after `m`, a move of `side` that led to `board`.
    #[must_use]
    fn after<B: Bits>(self, side: Color, m: &Move<B>, board: &Board<B>) -> Self;

    /// Kings of `side` that may only capture.
    fn frozen<B: Bits>(self, side: Color, board: &Board<B>) -> B;

    /// The contribution to the hash key; 0 without counts.
    fn key(self) -> u64;

    /// The counted king of a side and its count; `None` without a count.
    fn count(self, side: Color) -> Option<(Square, u8)>;

    /// Sets the counted king of a side; has no effect without the limit.
    #[must_use]
    fn with_count(self, side: Color, king: Square, count: u8) -> Self;
}

/// No limit.
impl KingMoves for () {
    const LIMITED: bool = false;

    #[inline(always)]
    fn after<B: Bits>(self, _: Color, _: &Move<B>, _: &Board<B>) {}

    #[inline(always)]
    fn frozen<B: Bits>(self, _: Color, _: &Board<B>) -> B {
        B::EMPTY
    }

    #[inline(always)]
    fn key(self) -> u64 {
        0
    }

    fn count(self, _: Color) -> Option<(Square, u8)> {
        None
    }

    fn with_count(self, _: Color, _: Square, _: u8) {}
}

/// The most consecutive moves.
const LIMIT: u8 = 3;

/// For each side the king that moved last and its number of consecutive moves; a count of 0 has
/// square 0, so that equal positions compare equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KingMoveCounts {
    kings: [Square; 2],
    counts: [u8; 2],
}

impl KingMoveCounts {
    #[inline(always)]
    fn set(&mut self, side: Color, king: Square, count: u8) {
        self.kings[side as usize] = if count == 0 { Square(0) } else { king };
        self.counts[side as usize] = count;
    }
}

impl KingMoves for KingMoveCounts {
    const LIMITED: bool = true;

    #[inline(always)]
    fn after<B: Bits>(mut self, side: Color, m: &Move<B>, board: &Board<B>) -> Self {
        let counts = !m.is_irreversible() && board.men(side).any();
        let same = self.counts[side as usize] > 0 && self.kings[side as usize] == m.from;
        let before = if same { self.counts[side as usize] } else { 0 };
        let count = if counts { (before + 1).min(LIMIT) } else { 0 };
        self.set(side, m.to, count);
        let victim = self.kings[!side as usize];
        let gone = m.is_capture() && (!board.of(!side).has(victim) || board.men(!side).is_empty());
        if gone {
            self.set(!side, Square(0), 0);
        }
        self
    }

    #[inline(always)]
    fn frozen<B: Bits>(self, side: Color, _: &Board<B>) -> B {
        if self.counts[side as usize] >= LIMIT {
            B::of(self.kings[side as usize])
        } else {
            B::EMPTY
        }
    }

    #[inline(always)]
    fn key(self) -> u64 {
        let half = |side: usize| u64::from(self.kings[side].0) << 8 | u64::from(self.counts[side]);
        half(0) << 16 | half(1)
    }

    fn count(self, side: Color) -> Option<(Square, u8)> {
        let count = self.counts[side as usize];
        (count > 0).then_some((self.kings[side as usize], count))
    }

    fn with_count(mut self, side: Color, king: Square, count: u8) -> Self {
        self.set(side, king, count.min(LIMIT));
        self
    }
}

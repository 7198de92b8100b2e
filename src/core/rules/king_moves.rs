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

#[cfg(test)]
mod tests {
    use crate::board::Color::{Black, White};
    use crate::game::{AnyGame, AnyPosition};
    use crate::rules::Variant;

    /// The counts of White and Black after moves in Frisian draughts.
    fn counts(fen: &str, moves: &str) -> [u8; 2] {
        let position = AnyPosition::parse_fen(Variant::Frisian, fen).unwrap();
        let mut game = AnyGame::new(position);
        for text in moves.split_whitespace() {
            game.play_text(text).expect(text);
        }
        [White, Black].map(|side| {
            let counted = game.position().king_moves(side);
            counted.map_or(0, |(_, count)| count)
        })
    }

    #[test]
    fn moves_of_one_king_are_counted() {
        // (position, moves, counts of White and Black)
        const CASES: &[(&str, &str, [u8; 2])] = &[
            ("W:W16,K42:B15,K4", "42-47", [1, 0]),
            ("W:W16,K42:B15,K4", "42-47 4-10 47-42", [2, 1]),
            ("W:W16,K42:B15,K4", "42-47 4-10 47-42 10-4 42-47", [3, 2]),
            // Another king begins at 1, a man or a capture ends it.
            ("W:W16,K42,K49:B15,K4", "42-47 4-10 49-44", [1, 1]),
            ("W:W16,K42:B15,K4", "42-47 4-10 16-11", [0, 1]),
            // Kings without men are free.
            ("W:W16,K42:BK4", "42-47 4-10", [1, 0]),
            // A captured king has no count, and one whose last man is captured neither.
            ("W:W30,K46:B11,K5", "30-24 5-10 46x5", [0, 0]),
            ("W:W30,K46:B11,K5", "30-24 5-10", [0, 1]),
            ("W:W30,K46:B28,K23", "30-25 23-1", [0, 1]),
            ("W:W30,K46:B28,K23", "30-25 23-1 46x23", [0, 0]),
        ];
        for &(fen, moves, expected) in CASES {
            assert_eq!(counts(fen, moves), expected, "{fen} {moves}");
        }
    }

    #[test]
    fn a_king_that_moved_three_times_may_only_capture() {
        let from = |fen: &str| {
            let position = AnyPosition::parse_fen(Variant::Frisian, fen).unwrap();
            let mut game = AnyGame::new(position);
            for text in ["42-47", "4-10", "47-42", "10-4", "42-47", "4-10"] {
                game.play_text(text).unwrap();
            }
            let moves = game.legal_moves();
            moves.iter().any(|m| m.to_string().starts_with("47"))
        };
        assert!(!from("W:W16,K42:B15,K4"));
        assert!(from("W:WK16,K42:B15,K4"), "without a man");
    }
}

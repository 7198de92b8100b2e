//! A position with its target, and its encoding.

use kamen_core::board::{Board, Color};
use kamen_core::geometry::{Bits, Geometry};

/// A position with its target.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample<G: Geometry> {
    /// The pieces.
    pub board: Board<G::Bits>,
    /// The side to move.
    pub turn: Color,
    /// The target: White's expected score, from 0 to 1.
    pub target: f32,
    /// White's result: 0, 0.5 or 1; `None` if a random move came after the position.
    pub result: Option<f32>,
}

/// Bytes of the target, and of turn and result together.
const TARGET: usize = 2;
const FLAGS: usize = 1;
/// Stands for no result; the results are 0 to 2.
const NO_RESULT: u8 = 3;

impl<G: Geometry> Sample<G> {
    /// Bytes of a sample: the pieces of White and Black, the kings, the target, turn and result.
    pub(super) const BYTES: usize = 3 * Self::WORD + TARGET + FLAGS;
    /// Bytes of a set of squares.
    const WORD: usize = size_of::<G::Bits>();

    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let board = &self.board;
        for set in [board.pieces[0], board.pieces[1], board.kings] {
            let words = set.words().map(u64::to_le_bytes);
            bytes.extend(&words.as_flattened()[..Self::WORD]);
        }
        let target = (self.target * f32::from(u16::MAX)).round() as u16;
        bytes.extend(target.to_le_bytes());
        let result = self.result.map_or(NO_RESULT, |result| (2.0 * result) as u8);
        bytes.push(self.turn as u8 | result << 1);
    }

    /// Reads what [`Sample::write`] wrote.
    pub(super) fn read(bytes: &[u8]) -> Sample<G> {
        let (sets, rest) = bytes.split_at(3 * Self::WORD);
        let set = |i: usize| -> G::Bits {
            let bytes = &sets[i * Self::WORD..(i + 1) * Self::WORD];
            bytes.iter().rev().fold(Bits::EMPTY, |set, byte| {
                set << 8 | num_traits::NumCast::from(*byte).unwrap_or(Bits::EMPTY)
            })
        };
        let board = Board {
            pieces: [set(0), set(1)],
            kings: set(2),
        };
        let turn = match rest[TARGET] & 1 {
            0 => Color::White,
            _ => Color::Black,
        };
        Sample {
            board,
            turn,
            target: f32::from(u16::from_le_bytes([rest[0], rest[1]])) / f32::from(u16::MAX),
            result: Some(rest[TARGET] >> 1)
                .filter(|result| *result != NO_RESULT)
                .map(|result| f32::from(result) / 2.0),
        }
    }
}

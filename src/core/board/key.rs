//! Hash keys of positions.
//!
//! A board is three words, so its key is computed from them directly by folded multiplication (the
//! mixing step of wyhash, Wang Yi 2019): two or three multiplications, no tables, and no
//! incremental update. Zobrist keys would need both.

use super::{Board, Color};
use crate::geometry::Bits;

/// A 64-bit hash of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Key(pub u64);

/// Odd constants with balanced bits: the fractional parts of square roots of small primes.
const SALT: [u64; 4] = [
    0x6a09_e667_f3bc_c909,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
];

/// The two halves of a 128-bit product, combined by XOR.
#[inline(always)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

impl Key {
    /// The key of a board with `turn` to move.
    #[inline(always)]
    pub fn new<B: Bits>(board: &Board<B>, turn: Color) -> Key {
        let [white, white_high] = board.pieces[0].words();
        let [black, black_high] = board.pieces[1].words();
        let [kings, kings_high] = board.kings.words();
        let side = SALT[turn as usize];
        let mut key = fold(white ^ SALT[2], black ^ SALT[3]);
        if size_of::<B>() > 8 {
            key ^=
                fold(white_high ^ SALT[0], black_high ^ SALT[1]) ^ kings_high.wrapping_mul(SALT[3]);
        }
        Key(fold(
            key ^ side,
            kings.rotate_left(29) ^ SALT[3] ^ key.rotate_left(32),
        ))
    }
}

impl Key {
    /// Mixes further state into the key; 0 changes nothing.
    #[inline(always)]
    pub fn with(self, more: u64) -> Key {
        Key(self.0 ^ fold(more, SALT[1]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn neighbouring_boards_have_different_keys() {
        let mut keys = HashSet::new();
        let mut boards = 0;
        for white in 0..64u64 {
            for black in 0..64u64 {
                for kings in [0, white, black, white | black] {
                    let (white, black, kings) = (white << 7, black << 20, kings << 13);
                    let board = Board {
                        pieces: [white, black],
                        kings,
                    };
                    for turn in [Color::White, Color::Black] {
                        if keys.insert((white, black, kings, turn)) {
                            boards += 1;
                        }
                        let _ = Key::new(&board, turn);
                    }
                }
            }
        }
        let distinct: HashSet<Key> = keys
            .iter()
            .map(|&(white, black, kings, turn)| {
                let pieces = [white, black];
                Key::new(&Board { pieces, kings }, turn)
            })
            .collect();
        assert_eq!(distinct.len(), boards);
    }
}

//! The games of a segment. See [`Indexed`].

use crate::Facts;
use kamen_core::rules::{GameResult, Variant};

/// A game of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Indexed {
    /// Its number in its file, from 1.
    pub number: u32,
    /// The byte of the file at which its first line begins.
    pub offset: u64,
    /// The character of that line at which the game begins, from 1; 0 if it is not known, as behind the 65,535th.
    pub column: u16,
    /// What its tags say.
    pub facts: Facts,
}

/// Bytes of a game: number (4), offset (8), column (2), place of the variant in the list of the segment (1), result (1: 0 none, 1 White,
/// 2 a draw, 3 Black), the ratings of White and Black (2 each), year (2).
pub(super) const BYTES: usize = 22;
/// Games of a chunk, behind which its checksum stands.
pub(super) const CHUNK: usize = 1024;

impl Indexed {
    pub(super) fn write(&self, variant: u8, bytes: &mut Vec<u8>) {
        let Facts {
            result,
            ratings,
            year,
            ..
        } = self.facts;
        bytes.extend(self.number.to_le_bytes());
        bytes.extend(self.offset.to_le_bytes());
        bytes.extend(self.column.to_le_bytes());
        let result = match result {
            None => 0,
            Some(GameResult::White) => 1,
            Some(GameResult::Draw) => 2,
            Some(GameResult::Black) => 3,
        };
        bytes.extend([variant, result]);
        for number in [ratings[0], ratings[1], year] {
            bytes.extend(number.to_le_bytes());
        }
    }

    /// Reads a game; `None` if it has a variant or a result that there is not.
    pub(super) fn read(bytes: &[u8; BYTES], variants: &[Variant]) -> Option<Indexed> {
        let [
            n0,
            n1,
            n2,
            n3,
            o0,
            o1,
            o2,
            o3,
            o4,
            o5,
            o6,
            o7,
            c0,
            c1,
            variant,
            result,
            w0,
            w1,
            b0,
            b1,
            y0,
            y1,
        ] = *bytes;
        let result = match result {
            0 => None,
            1 => Some(GameResult::White),
            2 => Some(GameResult::Draw),
            3 => Some(GameResult::Black),
            _ => return None,
        };
        Some(Indexed {
            number: u32::from_le_bytes([n0, n1, n2, n3]),
            offset: u64::from_le_bytes([o0, o1, o2, o3, o4, o5, o6, o7]),
            column: u16::from_le_bytes([c0, c1]),
            facts: Facts {
                variant: *variants.get(usize::from(variant))?,
                result,
                ratings: [u16::from_le_bytes([w0, w1]), u16::from_le_bytes([b0, b1])],
                year: u16::from_le_bytes([y0, y1]),
            },
        })
    }
}

//! The key of a position in a book. See [`key`].

use kamen_core::game::AnyPosition;
use kamen_core::game::Pieces;

/// The offset basis and the prime of the hash function FNV-1a with 64 bits (Fowler, Noll, Vo).
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0100_0000_01b3;

/// The key of a position: FNV-1a with 64 bits over [its digits](Pieces::digits), a character for each playing square, row
/// after row, with the side to move below: `0` for its men, `1` for its kings, `2` and `3` for those of the other side, `5`
/// for an empty square.
///
/// So a position and its half turn with colours exchanged have one key.
///
/// ```
/// use kamen_book::key;
/// use kamen_core::{AnyPosition, Variant};
///
/// assert_eq!(key(&AnyPosition::start(Variant::Czech)), 0x1b75_246f_53f7_a09d);
/// ```
pub fn key(position: &AnyPosition) -> u64 {
    let digits = Pieces::of_any(position).digits(position.variant());
    digits.bytes().fold(BASIS, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(PRIME)
    })
}

//! Sets of squares in one machine word. Begin with [`Bits`].

use super::Square;
use num_traits::{PrimInt, WrappingSub};
use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAndAssign, BitOrAssign, BitXorAssign};

/// A set of squares: `u64` for boards of up to 50 squares, `u128` above.
pub trait Bits:
    PrimInt
    + WrappingSub
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
    + Debug
    + Default
    + Hash
    + Send
    + Sync
    + 'static
{
    /// The empty set.
    const EMPTY: Self;

    /// The set of one square.
    fn of(square: Square) -> Self;

    /// The set as two 64-bit words, low word first, for hashing.
    fn words(self) -> [u64; 2];

    /// The set widened to 128 bits.
    fn wide(self) -> u128;

    /// The set narrowed from 128 bits; higher bits are lost.
    fn narrow(wide: u128) -> Self;

    /// Number of squares.
    #[inline(always)]
    fn count(self) -> usize {
        self.count_ones() as usize
    }

    /// Whether the set is empty.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set is not empty.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// Whether the set has more than one square.
    #[inline(always)]
    fn several(self) -> bool {
        (self & self.wrapping_sub(&Self::one())).any()
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        (self & Self::of(square)).any()
    }

    /// The lowest square; the set must not be empty.
    #[inline(always)]
    fn lowest(self) -> Square {
        Square(self.trailing_zeros() as u8)
    }

    /// The squares of the set, lowest bit first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }

    /// All bits up to and including the lowest of the set; all bits for the empty set.
    #[inline(always)]
    fn up_to_lowest(self) -> Self {
        self ^ self.wrapping_sub(&Self::one())
    }

    /// All bits down to and including the highest of the set; all bits for the empty set.
    #[inline(always)]
    fn down_to_highest(self) -> Self {
        let zeros = (self | Self::one()).leading_zeros() as usize;
        !Self::EMPTY << (Self::zero().count_zeros() as usize - 1 - zeros)
    }
}

impl Bits for u64 {
    const EMPTY: u64 = 0;

    #[inline(always)]
    fn of(square: Square) -> u64 {
        1 << square.0
    }

    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [self, 0]
    }

    #[inline(always)]
    fn wide(self) -> u128 {
        self.into()
    }

    #[inline(always)]
    fn narrow(wide: u128) -> u64 {
        wide as u64
    }
}

impl Bits for u128 {
    const EMPTY: u128 = 0;

    #[inline(always)]
    fn of(square: Square) -> u128 {
        1 << square.0
    }

    #[inline(always)]
    fn words(self) -> [u64; 2] {
        [self as u64, (self >> 64) as u64]
    }

    #[inline(always)]
    fn wide(self) -> u128 {
        self
    }

    #[inline(always)]
    fn narrow(wide: u128) -> u128 {
        wide
    }
}

/// The squares of a set, lowest bit first.
#[derive(Clone, Copy, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 &= self.0.wrapping_sub(&B::one());
        Some(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_reach_the_first_bit_from_either_end() {
        assert_eq!(0b0110_0000u64.up_to_lowest(), 0b0011_1111);
        assert_eq!(0b0110_0000u64.down_to_highest(), !0b0011_1111);
        assert_eq!(0u64.up_to_lowest(), !0);
        assert_eq!(0u64.down_to_highest(), !0);
        assert_eq!(1u64.down_to_highest(), !0);
        assert!(!0b100u64.several() && 0b101u64.several() && !0u64.several());
    }
}

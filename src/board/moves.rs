//! Moves, packed small.

use crate::geometry::{Bits, Square};

/// A move: from, to and the set of captured squares, with what becomes of the mover.
///
/// Two routes with the same three are one move (rule 8 of the common ground of all variants).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<B> {
    /// The squares of the captured pieces.
    pub captured: B,
    /// Where the piece starts.
    pub from: Square,
    /// Where it ends; may be where it started.
    pub to: Square,
    mover: Mover,
}

/// What moves, and what it is afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mover {
    /// A man that stays one.
    Man,
    /// A man that is crowned.
    Crowned,
    /// A king.
    King,
}

impl<B: Bits> Move<B> {
    /// A move of a man; `crowned` says whether it is a king afterwards.
    #[inline(always)]
    pub fn man(from: Square, to: Square, captured: B, crowned: bool) -> Self {
        let mover = if crowned { Mover::Crowned } else { Mover::Man };
        Move {
            captured,
            from,
            to,
            mover,
        }
    }

    /// A move of a king.
    #[inline(always)]
    pub fn king(from: Square, to: Square, captured: B) -> Self {
        Move {
            captured,
            from,
            to,
            mover: Mover::King,
        }
    }

    /// Whether both are one move: same start, same end, same captured pieces.
    #[inline(always)]
    pub fn is_same_as(&self, other: &Self) -> bool {
        (self.from, self.to, self.captured) == (other.from, other.to, other.captured)
    }

    /// Whether the move takes something.
    #[inline(always)]
    pub fn is_capture(&self) -> bool {
        self.captured.any()
    }

    /// Whether the piece is a king when the move is complete.
    #[inline(always)]
    pub fn is_king_after(&self) -> bool {
        self.mover != Mover::Man
    }

    /// Whether a man becomes a king.
    #[inline(always)]
    pub fn is_crowning(&self) -> bool {
        self.mover == Mover::Crowned
    }

    /// Whether no later move can bring the position before it back: a capture or a man's move.
    #[inline(always)]
    pub fn is_irreversible(&self) -> bool {
        self.is_capture() || self.mover != Mover::King
    }

    /// A short name of the move that is never 0, for tables that cannot hold the move itself.
    /// Different moves of one position may share it, so it only ever orders moves.
    #[inline(always)]
    pub fn tag(&self) -> u16 {
        let [low, high] = self.captured.words();
        let squares = u64::from(self.from.0) << 8 | u64::from(self.to.0);
        let mixed = (low ^ high.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        ((mixed ^ squares.wrapping_mul(0x9f4b)) as u16).max(1)
    }
}

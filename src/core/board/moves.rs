//! Moves, in a compact form.

use crate::geometry::{Bits, Square};
use std::num::NonZero;

/// A code of a move that fits where the move does not; see [`Move::tag`]. An `Option` of it is no larger.
pub type Tag = NonZero<u16>;

/// A move: from, to, the set of captured squares, and the moving piece.
///
/// Two capture routes with the same from, to and captured squares are one move, in every variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move<B> {
    /// The captured squares.
    pub captured: B,
    /// The start square.
    pub from: Square,
    /// The end square, which may be the start square.
    pub to: Square,
    mover: Mover,
}

/// The moving piece, before and after the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mover {
    /// A man that stays a man.
    Man,
    /// A man that moves along its row without capture, as in Turkish draughts, and can go back.
    ManSideways,
    /// A man that is crowned.
    Crowned,
    /// A king.
    King,
}

impl<B: Bits> Move<B> {
    /// Creates a move of a man; `crowned` says whether it becomes a king.
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

    /// Creates a move of a man along its row, without capture.
    #[inline(always)]
    pub fn man_sideways(from: Square, to: Square) -> Self {
        Move {
            captured: B::EMPTY,
            from,
            to,
            mover: Mover::ManSideways,
        }
    }

    /// Creates a move of a king.
    #[inline(always)]
    pub fn king(from: Square, to: Square, captured: B) -> Self {
        Move {
            captured,
            from,
            to,
            mover: Mover::King,
        }
    }

    /// Converts the move to another word type, which must have room for its squares.
    pub(crate) fn in_word<C: Bits>(&self) -> Move<C> {
        Move {
            captured: C::narrow(self.captured.wide()),
            from: self.from,
            to: self.to,
            mover: self.mover,
        }
    }

    /// Whether both are one move: same start, same end, same captured pieces.
    #[inline(always)]
    pub fn is_same_as(&self, other: &Self) -> bool {
        (self.from, self.to, self.captured) == (other.from, other.to, other.captured)
    }

    /// Whether the move is a capture.
    #[inline(always)]
    pub fn is_capture(&self) -> bool {
        self.captured.any()
    }

    /// Whether the piece is a king after the move.
    #[inline(always)]
    pub fn is_king_after(&self) -> bool {
        matches!(self.mover, Mover::Crowned | Mover::King)
    }

    /// Whether a man becomes a king.
    #[inline(always)]
    pub fn is_crowning(&self) -> bool {
        self.mover == Mover::Crowned
    }

    /// Whether the move is irreversible: a capture, or a man's move but one along its row.
    #[inline(always)]
    pub fn is_irreversible(&self) -> bool {
        self.is_capture() || matches!(self.mover, Mover::Man | Mover::Crowned)
    }

    /// A 16-bit code of the move, for tables too small for the move itself. Different
    /// moves of a position may share a code, so use it only for move ordering.
    #[inline(always)]
    pub fn tag(&self) -> Tag {
        let [low, high] = self.captured.words();
        let squares = u64::from(self.from.0) << 8 | u64::from(self.to.0);
        let mixed = (low ^ high.rotate_left(32)).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        Tag::new((mixed ^ squares.wrapping_mul(0x9f4b)) as u16).unwrap_or(Tag::MIN)
    }
}

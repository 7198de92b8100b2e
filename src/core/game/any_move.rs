//! A move of a variant that is known at run time.

use crate::board::Move;
use crate::geometry::{Bits, Square};
use crate::rules::{MoveOf, Rules, Variant, VariantOf};
use std::cmp::Ordering;

/// A move of a variant that is known at run time.
///
/// It prints as Hub writes it (`32-28`, `28x19x23`: from, to, captured squares in ascending order). For people,
/// [`AnyPosition::write_move`](super::AnyPosition::write_move) writes it as PDN does (`28x19`), and
/// [`AnyPosition::path`](super::AnyPosition::path) has the squares that it passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyMove {
    variant: Variant,
    wide: Move<u128>,
}

impl AnyMove {
    /// A move of a typed position.
    pub fn of<R: Rules>(variant: VariantOf<R>, m: &MoveOf<R>) -> AnyMove {
        AnyMove::new(variant.variant(), m.in_word())
    }

    /// The move as one under `R`; `None` if its variant does not move so.
    pub fn typed<R: Rules>(&self) -> Option<MoveOf<R>> {
        VariantOf::<R>::new(self.variant).map(|_| self.wide.in_word())
    }

    pub(super) fn new(variant: Variant, wide: Move<u128>) -> AnyMove {
        AnyMove { variant, wide }
    }

    pub(super) fn wide(&self) -> &Move<u128> {
        &self.wide
    }

    /// Its variant.
    pub fn variant(&self) -> Variant {
        self.variant
    }

    /// Whether the move takes something.
    pub fn is_capture(&self) -> bool {
        self.wide.is_capture()
    }

    /// Whether a man becomes a king.
    pub fn is_crowning(&self) -> bool {
        self.wide.is_crowning()
    }

    /// Whether no later move can bring the position before it back: a capture or a man's move.
    pub fn is_irreversible(&self) -> bool {
        self.wide.is_irreversible()
    }

    /// The same move on the board turned by 180 degrees with colours exchanged (see
    /// [`AnyPosition::half_turned`](super::AnyPosition::half_turned)).
    #[must_use]
    pub fn half_turned(&self) -> AnyMove {
        let shape = self.variant.shape();
        let captured = self.wide.captured.squares();
        let captured = captured.map(|square| u128::of(shape.half_turned(square)));
        let mut wide = self.wide;
        wide.from = shape.half_turned(wide.from);
        wide.to = shape.half_turned(wide.to);
        wide.captured = captured.fold(0, |set, square| set | square);
        AnyMove::new(self.variant, wide)
    }

    /// Where the piece starts.
    pub(crate) fn start_square(&self) -> Square {
        self.wide.from
    }

    /// Where it ends; may be where it started.
    pub(crate) fn end_square(&self) -> Square {
        self.wide.to
    }

    /// The squares of the captured pieces, as a set.
    pub fn captured_set(&self) -> u128 {
        self.wide.captured
    }
}

/// By variant, start, end and captured pieces; squares in reading order from the top left.
impl Ord for AnyMove {
    fn cmp(&self, other: &AnyMove) -> Ordering {
        let key = |m: &AnyMove| {
            let Move {
                captured, from, to, ..
            } = m.wide;
            let piece = (m.wide.is_king_after(), m.is_crowning());
            (m.variant, from, to, captured, piece)
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for AnyMove {
    fn partial_cmp(&self, other: &AnyMove) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A move that the rules do not allow in a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("illegal move '{}' in {variant}", found.ends())]
pub struct IllegalMove {
    /// The move.
    pub found: AnyMove,
    /// The variant of the position.
    pub variant: Variant,
}

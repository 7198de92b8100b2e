//! A position as plain data, in the widest word.

use crate::board::{Board, Color};
use crate::rules::{KingMoveCounts, KingMoves, Position, Rules, Variant, VariantOf};

/// A position of a variant that is known at run time, as plain data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct WidePosition {
    pub(super) variant: Variant,
    pub(super) turn: Color,
    pub(super) board: Board<u128>,
    pub(super) king_moves: KingMoveCounts,
}

const BOTH: [Color; 2] = [Color::White, Color::Black];

impl WidePosition {
    /// A typed position.
    pub(super) fn of<R: Rules>(variant: VariantOf<R>, position: &Position<R>) -> WidePosition {
        WidePosition {
            variant: variant.variant(),
            turn: position.turn,
            board: position.board.in_word(),
            king_moves: recounted(position.king_moves),
        }
    }

    /// The position under `R`, by which its variant moves.
    pub(super) fn narrow<R: Rules>(&self) -> Position<R> {
        Position {
            board: self.board.in_word(),
            king_moves: recounted(self.king_moves),
            turn: self.turn,
        }
    }
}

/// The same counts in another form.
fn recounted<From: KingMoves, To: KingMoves>(counts: From) -> To {
    let counted = BOTH
        .into_iter()
        .filter_map(|color| Some((color, counts.count(color)?)));
    counted.fold(To::default(), |all, (color, (king, count))| {
        all.with_count(color, king, count)
    })
}

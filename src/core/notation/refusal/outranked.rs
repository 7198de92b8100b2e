//! Which rule of precedence excludes a capture. Begin with [`Outranked::of`].

use crate::board::Kind;
use crate::game::{AnyMove, AnyPosition};
use crate::geometry::{Bits, Square};
use crate::movegen::route::Attempt;
use crate::rules::Precedence;
use std::fmt;

/// The rule of precedence that excludes a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outranked {
    /// Another capture takes more pieces.
    MorePieces {
        /// The pieces that this one takes.
        taken: usize,
        /// Those that another one takes.
        most: usize,
    },
    /// Another one takes as many pieces, and more kings.
    MoreKings,
    /// Another one takes pieces of a higher value: a king counts for just under two men.
    HigherValue,
    /// A king can capture, and comes before a man; where other rules precede this one they leave the choice.
    KingFirst,
    /// Another one takes a king earlier.
    KingsEarlier,
}

/// What precedence looks at in a capture.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Worth {
    pieces: usize,
    kings: usize,
    by_king: bool,
}

impl Worth {
    fn of_kinds(kinds: impl Iterator<Item = Kind>, by: Kind) -> Worth {
        let (mut pieces, mut kings) = (0, 0);
        for kind in kinds {
            pieces += 1;
            kings += usize::from(kind == Kind::King);
        }
        let by_king = by == Kind::King;
        Worth {
            pieces,
            kings,
            by_king,
        }
    }

    /// In Frisian draughts: hundredths of a man.
    fn value(&self) -> usize {
        100 * self.pieces + 99 * self.kings
    }

    /// The order of captures under a rule, without that of the kings within a capture.
    fn rank(&self, precedence: Precedence) -> [usize; 3] {
        let by_king = usize::from(self.by_king);
        match precedence {
            Precedence::Free => [0; 3],
            Precedence::Most => [self.pieces, 0, 0],
            Precedence::MostThenKings => [self.pieces, self.kings, 0],
            Precedence::KingFirst => [by_king, 0, 0],
            Precedence::Value => [self.value(), by_king, 0],
            Precedence::Italian => [self.pieces, by_king, self.kings],
        }
    }
}

impl Outranked {
    /// The rule that excludes complete captures of a piece of a kind; `None` if there are none, or none is excluded.
    pub(super) fn of<'a>(
        position: &AnyPosition,
        by: Kind,
        attempts: impl Iterator<Item = &'a Attempt>,
        legal: &[AnyMove],
    ) -> Option<Outranked> {
        let precedence = position.variant().rules().precedence;
        let kind = |square: Square| position.at(square).map(|(_, kind)| kind);
        let tried = attempts.map(|attempt| {
            let kinds = attempt.captured.iter().filter_map(|&square| kind(square));
            Worth::of_kinds(kinds, by)
        });
        let best = tried.max_by_key(|worth| worth.rank(precedence))?;
        let required = legal.iter().find(|m| m.is_capture())?;
        let kinds = required.captured_set().squares().filter_map(kind);
        let required = Worth::of_kinds(kinds, kind(required.start_square())?);
        let is_less = |of: fn(&Worth) -> usize| of(&best) < of(&required);
        let more_pieces = Outranked::MorePieces {
            taken: best.pieces,
            most: required.pieces,
        };
        let king_first = !best.by_king && required.by_king;
        match precedence {
            Precedence::Free => None,
            Precedence::Most | Precedence::MostThenKings | Precedence::Italian
                if is_less(|worth| worth.pieces) =>
            {
                Some(more_pieces)
            }
            Precedence::Most => None,
            Precedence::MostThenKings => {
                is_less(|worth| worth.kings).then_some(Outranked::MoreKings)
            }
            Precedence::KingFirst => king_first.then_some(Outranked::KingFirst),
            Precedence::Value if is_less(Worth::value) => Some(Outranked::HigherValue),
            Precedence::Value => king_first.then_some(Outranked::KingFirst),
            Precedence::Italian if king_first => Some(Outranked::KingFirst),
            Precedence::Italian if is_less(|worth| worth.kings) => Some(Outranked::MoreKings),
            Precedence::Italian => Some(Outranked::KingsEarlier),
        }
    }
}

impl fmt::Display for Outranked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Outranked::MorePieces { taken, most } => {
                write!(f, "another capture takes more: {most} pieces, not {taken}")
            }
            Outranked::MoreKings => f.write_str("another capture takes more kings"),
            Outranked::HigherValue => {
                f.write_str("another capture takes more: a king counts for just under two men")
            }
            Outranked::KingFirst => f.write_str("a king has to capture first"),
            Outranked::KingsEarlier => f.write_str("another capture takes a king earlier"),
        }
    }
}

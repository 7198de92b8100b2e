//! What a player likes beside winning: its style.

use kamen_core::board::Color;
use kamen_core::geometry::Bits;
use kamen_core::rules::{Position, Rules};
use kamen_core::score::Score;

/// How the side at the root likes exchanges. It sees the pieces that are gone since the root as so much worth to itself.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taste {
    /// The worth of each piece that is gone, in centi-men.
    exchanges: i32,
    side: Color,
    /// How many pieces the root has.
    pieces: i32,
}

impl Taste {
    pub(super) fn new<R: Rules>(exchanges: i32, root: &Position<R>) -> Taste {
        Taste {
            exchanges,
            side: root.turn,
            pieces: root.board.occupied().count() as i32,
        }
    }

    /// The evaluation of a position by this taste.
    #[inline(always)]
    pub(super) fn judged<R: Rules>(self, score: Score, position: &Position<R>) -> Score {
        if self.exchanges == 0 {
            return score;
        }
        let gone = self.pieces - position.board.occupied().count() as i32;
        let liking = self.exchanges * gone;
        let sign = if position.turn == self.side { 1 } else { -1 };
        Score::evaluation(score.0 + sign * liking)
    }
}

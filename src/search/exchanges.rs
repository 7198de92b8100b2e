//! The style of the Hub parameter `exchanges`: a bonus or penalty for pieces that were exchanged since the root.

use kamen_core::board::Color;
use kamen_core::geometry::Bits;
use kamen_core::rules::{Position, Rules};
use kamen_core::score::Score;

/// The bonus that the side at the root gets for each piece that is gone since the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExchangeBias {
    /// The bonus for each piece that is gone, in centi-men; negative for a side that avoids exchanges.
    exchanges: i32,
    side: Color,
    /// How many pieces the root has.
    pieces: i32,
}

impl ExchangeBias {
    pub(super) fn new<R: Rules>(exchanges: i32, root: &Position<R>) -> ExchangeBias {
        ExchangeBias {
            exchanges,
            side: root.turn,
            pieces: root.board.occupied().count() as i32,
        }
    }

    /// The evaluation of a position by this exchange_bias.
    #[inline(always)]
    pub(super) fn judged<R: Rules>(self, score: Score, position: &Position<R>) -> Score {
        if self.exchanges == 0 {
            return score;
        }
        let gone = self.pieces - position.board.occupied().count() as i32;
        let bonus = self.exchanges * gone;
        let sign = if position.turn == self.side { 1 } else { -1 };
        Score::evaluation(score.0 + sign * bonus)
    }
}

//! Adjudication of games whose result is beyond doubt.

use crate::record::{End, SelfplaySettings};
use kamen_core::board::Color;
use kamen_core::geometry::Bits;
use kamen_core::rules::{Objective, Position, Rules};
use kamen_core::score::Score;

/// Watches the scores of a game.
pub(super) struct Adjudicator {
    adjudicates: bool,
    /// The side that was far ahead in the last consecutive searches, and their number.
    ahead: Option<Color>,
    searches: u32,
}

/// The lead, and the number of consecutive searches, that decide a game.
const FAR: Score = Score(500);
const SEARCHES: u32 = 8;

impl Adjudicator {
    /// Adjudicates only where material wins: not in giveaway, nor where the first king ends the game.
    pub(super) fn new<R: Rules>(settings: &SelfplaySettings) -> Adjudicator {
        let counts_pieces = settings.variant.facts().objective == Objective::Win;
        Adjudicator {
            adjudicates: settings.adjudicates && counts_pieces && !R::RULES.first_king_wins,
            ahead: None,
            searches: 0,
        }
    }

    /// Observes the score of a search for `turn`, whose move led to `position`. Returns the winner and the reason once
    /// the result is certain. A king may draw against many pieces, so a side with a king has not lost.
    pub(super) fn observe<R: Rules>(
        &mut self,
        turn: Color,
        score: Score,
        position: &Position<R>,
    ) -> Option<(Color, End)> {
        let better = if score > Score::DRAW { turn } else { !turn };
        if score.is_decided() {
            return Some((better, End::Forced));
        }
        let ahead = (score >= FAR || score <= -FAR).then_some(better);
        self.searches = if ahead == self.ahead {
            self.searches + 1
        } else {
            1
        };
        self.ahead = ahead;
        let winner = ahead.filter(|_| self.adjudicates && self.searches >= SEARCHES)?;
        let board = &position.board;
        (board.kings(!winner).is_empty()).then_some((winner, End::Adjudicated))
    }
}

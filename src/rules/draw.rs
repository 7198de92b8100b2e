//! When a game is drawn: repetition, and the counting rules.

use crate::board::{Board, Color, Move};
use crate::geometry::Bits;

/// The drawing rules of a variant. Moves are counted by each side, so `n` moves are `2 n` plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRules {
    /// The game is drawn when a position occurs so many times.
    pub repetitions: u8,
    /// Drawn after so many moves without a capture or a man's move.
    pub quiet_moves: Option<u16>,
    /// Drawn when a small ending lasts too long, largest `strong_side` first.
    pub endings: &'static [EndingRule],
}

/// A limit for the ending of a few pieces, a king among them, against a lone king.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingRule {
    /// The side with more pieces has at most so many; a smaller rule takes over below.
    pub strong_side: usize,
    /// Drawn after so many moves in the ending.
    pub moves: u16,
}

/// How far the counting rules have run, in plies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// Plies since the last capture or man's move: how far back a repetition can lie.
    pub quiet: u16,
    /// Plies since the present ending began.
    ending: u16,
    /// The limit of the present ending in plies; 0 outside of all endings.
    ending_limit: u16,
}

impl DrawRules {
    /// The counters after `m` led to `board`.
    #[inline(always)]
    pub fn after<B: Bits>(&self, counters: Counters, m: &Move<B>, board: &Board<B>) -> Counters {
        let quiet = if m.is_irreversible() {
            0
        } else {
            counters.quiet.saturating_add(1)
        };
        let ending_limit = self.ending_limit(board);
        let goes_on = ending_limit == counters.ending_limit && !m.is_capture();
        let ending = if goes_on {
            counters.ending.saturating_add(1)
        } else {
            0
        };
        Counters {
            quiet,
            ending,
            ending_limit,
        }
    }

    /// The counters of a position whose past is not known.
    pub fn fresh<B: Bits>(&self, board: &Board<B>) -> Counters {
        Counters {
            ending_limit: self.ending_limit(board),
            ..Counters::default()
        }
    }

    /// Whether a counting rule (not repetition) makes the position a draw.
    #[inline(always)]
    pub fn is_count_out(&self, counters: Counters) -> bool {
        self.quiet_moves
            .is_some_and(|moves| counters.quiet >= 2 * moves)
            || counters.ending_limit != 0 && counters.ending >= counters.ending_limit
    }

    /// The limit in plies of the ending on the board; 0 where it is none.
    #[inline(always)]
    fn ending_limit<B: Bits>(&self, board: &Board<B>) -> u16 {
        match self.endings.first() {
            Some(largest) if board.occupied().count() <= largest.strong_side + 1 => {
                self.small_ending_limit(board)
            }
            _ => 0,
        }
    }

    #[cold]
    fn small_ending_limit<B: Bits>(&self, board: &Board<B>) -> u16 {
        let lone_king = |color: Color| board.of(color).count() == 1 && board.kings(color).any();
        let kings_on_both_sides =
            board.kings(Color::White).any() && board.kings(Color::Black).any();
        if !kings_on_both_sides || !(lone_king(Color::White) || lone_king(Color::Black)) {
            return 0;
        }
        let strong_side = board.occupied().count() - 1;
        self.endings
            .iter()
            .rfind(|rule| strong_side <= rule.strong_side)
            .map_or(0, |rule| 2 * rule.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Game, International, Variant};
    use crate::{movegen, notation};
    use std::collections::HashSet;

    /// Plays on without captures or repetitions; the plies until the rules call a draw.
    fn plies_to_draw(fen: &str) -> usize {
        let position = notation::parse_fen(Variant::International, fen).unwrap();
        let mut game = Game::<International>::new(Variant::International, position);
        let mut seen = HashSet::from([position.key()]);
        let mut plies = 0;
        while !game.is_draw() {
            let mut moves = Vec::new();
            movegen::legal_moves(game.position(), &mut moves);
            let m = moves.into_iter().find(|m| {
                let next = game.position().after(m);
                let safe = !movegen::can_capture::<International>(&next.board, next.turn);
                safe && !m.is_capture() && !seen.contains(&next.key())
            });
            game.play(&m.expect("a safe new move"));
            seen.insert(game.position().key());
            plies += 1;
        }
        plies
    }

    #[test]
    fn endings_are_drawn_when_their_count_is_out() {
        let cases = [
            ("W:WK46,K47:BK4", 10),
            ("W:WK46:BK4", 10),
            ("W:WK46,K47,K48:BK4", 32),
            ("W:WK46,K47,K48,K49:BK4", 50),
            ("W:WK46,K47:BK4,K3", 50),
        ];
        for (fen, plies) in cases {
            assert_eq!(plies_to_draw(fen), plies, "{fen}");
        }
    }

    #[test]
    fn the_third_occurrence_is_a_draw() {
        let position = notation::parse_fen(Variant::International, "W:WK46,K50:BK1,K2").unwrap();
        let mut game = Game::<International>::new(Variant::International, position);
        for ply in 0..8 {
            assert!(!game.is_draw(), "{ply}");
            let text = ["50-45", "1-6", "45-50", "6-1"][ply % 4];
            let m = notation::parse_move(game.position(), text).unwrap();
            game.play(&m);
        }
        assert!(game.is_draw());
    }

    #[test]
    fn the_quiet_count_ends_a_game_of_kings() {
        let facts = Variant::Czech.facts();
        let mut counters = Counters::default();
        for ply in 0..30 {
            assert!(!facts.draws.is_count_out(counters), "{ply}");
            counters.quiet += 1;
        }
        assert!(facts.draws.is_count_out(counters));
    }
}

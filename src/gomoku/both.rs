//! David and Goliath together, as the thesis wishes: memory and lines propose, a search verifies.

use crate::board::{Board, Side, Square};
use crate::david::David;
use crate::goliath::{Goliath, LOST};
use crate::player::{Deadline, Forecast, Player, Thought};

/// Goliath, of four plies, searches all moves. A win that he sees is played; of the moves that he does not see lost David chooses,
/// and where all are lost the longest defence is played.
pub struct Both(pub David);

impl Player for Both {
    fn think(&mut self, board: &Board, side: Side, deadline: Deadline) -> Option<Thought> {
        let search = |window| Goliath::default().search(board, side, window, deadline);
        let best = search(None).best()?;
        if !matches!(best.forecast, Forecast::Open(_)) {
            return Some(best);
        }
        // Whether a move is lost is all that is asked of the others.
        let judged = search(Some((LOST, LOST + 1)));
        let safe = judged.moves.iter().filter(|(_, value)| *value > LOST);
        let safe: Vec<Square> = safe.map(|(square, _)| *square).collect();
        // Where time has run out, none of those that were judged may be safe.
        let thought = self.0.choose_of(board, side, &safe, deadline);
        Some(thought.map_or(best, |thought| Thought {
            nodes: thought.nodes + best.nodes + judged.nodes,
            ..thought
        }))
    }

    fn game_over(&mut self, board: &Board) {
        self.0.game_over(board);
    }

    fn remembered(&self) -> Option<usize> {
        self.0.remembered()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;
    use crate::memory::Memory;

    #[test]
    fn the_search_overrules_what_it_can_prove() {
        // An open three must be stopped, an own one wins.
        let mut board = board(15, &["", "", "...xxx", "", "", "......o", "........o"]);
        let mut both = Both(David::new(10, Memory::default()));
        let mut think = |side| both.think(&board, side, Deadline::default()).unwrap();
        let [won, open] = [Side::First, Side::Second].map(&mut think);
        assert_eq!(won.forecast.to_string(), "win in 2");
        assert!(matches!(open.forecast, Forecast::Open(_)), "{open:?}");
        board.put(Side::Second, open.square).unwrap();
        let reply = Goliath::default().think(&board, Side::First, Deadline::default());
        assert!(reply.unwrap().forecast < Forecast::Win(std::cmp::Reverse(2)));
    }
}

//! David and Goliath together, as the thesis wishes: memory and lines propose, a search verifies.

use crate::board::{Board, Side, Square};
use crate::david::David;
use crate::goliath::{Goliath, LOST, forecast, in_order};
use crate::memory::Memory;
use crate::player::{Deadline, Forecast, Player, Thought};

/// Goliath searches all moves. A win that he sees is played; of the moves that he does not see lost David chooses, and where all
/// are lost the longest defence is played.
pub struct Both {
    david: David,
    goliath: Goliath,
}

impl Both {
    /// A David of a level with a memory, and a Goliath of four plies.
    pub fn new(level: usize, memory: Memory) -> Both {
        Both {
            david: David::new(level, memory),
            goliath: Goliath::default(),
        }
    }
}

impl Player for Both {
    fn think(&mut self, board: &mut Board, side: Side, deadline: Deadline) -> Thought {
        let moves = in_order(board);
        let searched = (self.goliath).search(board, side, &moves, None, deadline);
        let Some(best) = searched.best() else {
            return self.david.think(board, side, deadline);
        };
        let decided = forecast(best.value);
        if !matches!(decided, Forecast::Open(_)) {
            return Thought {
                square: best.square,
                forecast: decided,
                nodes: searched.nodes,
            };
        }
        // Whether a move is lost is all that is asked of the others.
        let lost = Some((LOST, LOST + 1));
        let judged = (self.goliath).search(board, side, &moves, lost, deadline);
        let safe: Vec<Square> = (judged.moves.iter())
            .filter(|valued| !valued.is_lost())
            .map(|valued| valued.square)
            .collect();
        let thought = self.david.choose_of(board, side, &safe, deadline);
        Thought {
            nodes: thought.nodes + searched.nodes + judged.nodes,
            ..thought
        }
    }

    fn game_over(&mut self, board: &Board) {
        self.david.game_over(board);
    }

    fn remembered(&self) -> Option<usize> {
        self.david.remembered()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::tests::board;

    #[test]
    fn the_search_overrules_what_it_can_prove() {
        // An open three must be stopped, an own one wins.
        let threatened = board(15, &["", "", "...xxx", "", "", "......o", "........o"]);
        let mut both = Both::new(10, Memory::default());
        for (side, expected) in [
            (Side::First, Forecast::Win(2)),
            (Side::Second, Forecast::Open(0)),
        ] {
            let thought = both.think(&mut threatened.clone(), side, Deadline::default());
            match expected {
                Forecast::Open(_) => {
                    let mut after = threatened.clone();
                    after.put(side, thought.square).unwrap();
                    let reply = Goliath::default().think(&mut after, !side, Deadline::default());
                    assert!(
                        !matches!(reply.forecast, Forecast::Win(n) if n <= 2),
                        "{thought:?}"
                    );
                }
                _ => assert_eq!(thought.forecast, expected),
            }
        }
    }
}

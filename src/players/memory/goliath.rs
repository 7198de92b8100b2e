//! Goliath, who only looks ahead.

use crate::guard::Guard;
use crate::minimax::capture_search::{CaptureSearch, capture_search, score};
use crate::{ChosenMove, Player, Thought};
use kamen_core::game::{AnyGame, AnyMove};
use kamen_core::rules::Variant;
use kamen_search::{Control, Limits, Progress};

/// Minimax over a fixed number of plies, always with the first best move. A fast win is better than a slow one, a slow
/// loss better than a fast one, and it plays to the end however it stands.
pub struct Goliath {
    variant: Variant,
    plies: u32,
    search: Box<dyn CaptureSearch>,
}

impl Goliath {
    /// A player that looks so many plies ahead.
    pub fn new(variant: Variant, plies: u32) -> Goliath {
        Goliath {
            variant,
            plies: plies.max(1),
            search: capture_search(variant),
        }
    }
}

/// The moves to choose from: those that repeat no position of the game, if there are any.
pub(super) fn candidates(game: &AnyGame) -> Vec<AnyMove> {
    let mut moves = game.legal_moves();
    let repeats = |m: &AnyMove| (game.keys()).contains(&game.position().after_legal(m).key());
    if !moves.iter().all(repeats) {
        moves.retain(|m| !repeats(m));
    }
    moves
}

impl Player for Goliath {
    /// It has no random choices.
    fn new_game(&mut self, _: u64) {}

    fn think(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> ChosenMove {
        let moves = candidates(game);
        let mut choice = ChosenMove {
            chosen: moves[0],
            thought: None,
        };
        let before = self.search.nodes();
        let last = limits.depth.unwrap_or(self.plies).clamp(1, self.plies);
        let is_free = *limits == Limits::default();
        let first = if is_free { last } else { 1 };
        for plies in first..=last {
            // Depth 1 has no limit, so that there is a move to play.
            let guard = match plies {
                1 => Guard::default(),
                _ => Guard::counting_from(limits, control, before),
            };
            let Some(seen) = (self.search).best(&guard, game.position(), &moves, plies) else {
                break;
            };
            let nodes = self.search.nodes() - before;
            choice = ChosenMove {
                chosen: moves[seen.place],
                thought: Some(Thought {
                    score: score(self.variant, seen.view),
                    depth: plies,
                    nodes,
                }),
            };
            progress(&choice.progress(control));
            if !Guard::new(limits, control).goes_on(nodes) {
                break;
            }
        }
        choice
    }
}

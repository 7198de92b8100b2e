//! A player that looks a fixed number of plies ahead and counts pieces.

mod evaluation;
mod search;
mod table;

pub use evaluation::Evaluation;
pub use search::MAX_DEPTH;

use super::{Choice, Player, Thought};
use crate::movegen::legal_moves;
use crate::rules::{Game, MoveOf, Rules, Variant};
use evaluation::Worth;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use search::Search;

/// Minimax with alpha-beta to a fixed depth.
///
/// Of equally good moves it plays any, each as likely as the others. It makes no move that leads
/// back to a position of the game if it has another, and no position comes twice in a line that it
/// looks at.
#[derive(Debug)]
pub struct Minimax<R: Rules> {
    depth: u32,
    random: Pcg64Mcg,
    search: Search<R>,
    moves: Vec<MoveOf<R>>,
    /// Places of the best moves in `moves`.
    best: Vec<usize>,
}

impl<R: Rules> Minimax<R> {
    /// A player that looks `depth` plies ahead, from 1 to [`MAX_DEPTH`], and has not been given a
    /// seed yet.
    pub fn new(variant: Variant, depth: u32, evaluation: Evaluation) -> Self {
        let depth = depth.clamp(1, MAX_DEPTH);
        let worth = Worth::new::<R::Geometry>(evaluation, variant.facts().objective);
        Minimax {
            depth,
            random: Pcg64Mcg::seed_from_u64(0),
            search: Search::new(variant, worth, depth),
            moves: Vec::new(),
            best: Vec::new(),
        }
    }

    /// All moves that are as good as the best one.
    #[cfg(test)]
    pub(super) fn best_moves(&mut self, position: &crate::rules::Position<R>) -> Vec<MoveOf<R>> {
        let mut moves = Vec::new();
        legal_moves(position, &mut moves);
        (self.search).best_moves(position, self.depth, &moves, &mut self.best);
        self.best.iter().map(|&place| moves[place]).collect()
    }
}

impl<R: Rules> Player<R> for Minimax<R> {
    fn new_game(&mut self, seed: u64) {
        self.random = Pcg64Mcg::seed_from_u64(seed);
    }

    fn choose(&mut self, game: &Game<R>) -> Choice<R> {
        let position = game.position();
        self.moves.clear();
        legal_moves(position, &mut self.moves);
        let is_new = |m: &MoveOf<R>| !game.keys().contains(&position.after(m).key());
        if self.moves.iter().any(is_new) {
            self.moves.retain(is_new);
        }
        if let [only] = self.moves[..] {
            return Choice {
                chosen: only,
                thought: None,
            };
        }
        let value = (self.search).best_moves(position, self.depth, &self.moves, &mut self.best);
        let place = self.best[self.random.random_range(0..self.best.len())];
        Choice {
            chosen: self.moves[place],
            thought: Some(Thought {
                score: self.search.worth.score(value, self.depth),
                depth: self.depth,
                nodes: self.search.nodes,
            }),
        }
    }
}

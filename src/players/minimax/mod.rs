//! A player that looks a fixed number of plies ahead and counts pieces, or asks a network or
//! learned weights.

mod evaluation;
mod judge;
mod network;
mod search;
mod table;
mod worth;

pub use evaluation::{Evaluation, UnusableFile};
pub use network::{Network, Neuron, Origin};
pub use search::MAX_DEPTH;

use super::{Choice, Player, Thought};
use crate::movegen::legal_moves;
use crate::rules::{Game, MoveOf, Rules, Variant};
use judge::Judge;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use search::Search;
use worth::Worth;
#[cfg(test)]
use {crate::board::Color, crate::rules::Position, crate::score::Score};

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
    pub fn new(variant: Variant, depth: u32, evaluation: &Evaluation) -> Self {
        let depth = depth.clamp(1, MAX_DEPTH);
        let judge = Judge::new::<R::Geometry>(evaluation, variant.facts().objective);
        Minimax {
            depth,
            random: Pcg64Mcg::seed_from_u64(0),
            search: Search::new(variant, judge, depth),
            moves: Vec::new(),
            best: Vec::new(),
        }
    }
}

#[cfg(test)]
impl<R: Rules> Minimax<R> {
    /// All moves that are as good as the best one.
    pub(super) fn best_moves(&mut self, position: &Position<R>) -> Vec<MoveOf<R>> {
        let mut moves = Vec::new();
        legal_moves(position, &mut moves);
        (self.search).best_moves(position, self.depth, &moves, &mut self.best);
        self.best.iter().map(|&place| moves[place]).collect()
    }

    /// The value of a position to the player with the pieces of `own`, and as a score.
    pub(super) fn judge(&mut self, position: &Position<R>, own: Color) -> (i32, Score) {
        let value = self.search.judge.evaluate(position, own);
        (value, self.search.judge.score(value, self.depth))
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
                score: self.search.judge.score(value, self.depth),
                depth: self.depth,
                nodes: self.search.nodes,
            }),
        }
    }
}

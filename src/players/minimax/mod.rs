//! Players that search a fixed number of plies and evaluate by material, a network or learned
//! weights.

mod evaluation;
mod judge;
mod network;
mod search;
mod table;
mod unusable_file;
mod value;
mod worth;

pub use evaluation::MinimaxEvaluation;
pub use network::{EvolvedNetwork, Neuron, Origin, View};
pub use search::MAX_DEPTH;
pub use unusable_file::UnusableFile;

use super::{Choice, Player, Thought};
use crate::game::{AnyGame, AnyMove};
use crate::movegen::legal_moves;
use crate::rules::{MoveOf, Rules, Variant, VariantOf};
use judge::Judge;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use search::Search;
use worth::Worth;
#[cfg(test)]
use {crate::board::Color, crate::rules::Position, crate::score::Score};

/// Minimax with alpha-beta to a fixed depth.
///
/// It chooses among equally good moves with equal probability. It avoids moves that repeat a
/// position of the game if it has another, and no line of its search repeats a position.
#[derive(Debug)]
pub struct Minimax<R: Rules> {
    variant: VariantOf<R>,
    depth: u32,
    random: Pcg64Mcg,
    search: Search<R>,
    moves: Vec<MoveOf<R>>,
    /// Indices of the best moves in `moves`.
    best: Vec<usize>,
}

impl<R: Rules> Minimax<R> {
    /// Creates a player that searches `depth` plies, from 1 to [`MAX_DEPTH`]. [`Player::new_game`]
    /// seeds it.
    pub fn new(variant: VariantOf<R>, depth: u32, evaluation: &MinimaxEvaluation) -> Self {
        let depth = depth.clamp(1, MAX_DEPTH);
        let judge = Judge::new::<R::Geometry>(evaluation, variant.facts().objective);
        Minimax {
            variant,
            depth,
            random: Pcg64Mcg::seed_from_u64(0),
            search: Search::new(variant, judge, depth),
            moves: Vec::new(),
            best: Vec::new(),
        }
    }
}

/// Creates a player of a variant known at run time.
pub(super) fn player(
    variant: Variant,
    depth: u32,
    evaluation: &MinimaxEvaluation,
) -> Box<dyn Player> {
    with_rules!(variant, of: R => Box::new(Minimax::<R>::new(of, depth, evaluation)))
}

#[cfg(test)]
impl<R: Rules> Minimax<R> {
    /// All moves that share the best value.
    pub(super) fn best_moves(&mut self, position: &Position<R>) -> Vec<MoveOf<R>> {
        let mut moves = Vec::new();
        legal_moves(position, &mut moves);
        (self.search).best_moves(position, self.depth, &moves, &mut self.best);
        self.best.iter().map(|&place| moves[place]).collect()
    }

    /// The value of a position when `own` is the player's colour, and as a score.
    pub(super) fn judge(&mut self, position: &Position<R>, own: Color) -> (i32, Score) {
        let value = self.search.judge.evaluate(position, own);
        (value, self.search.judge.score(value, self.depth))
    }
}

impl<R: Rules> Player for Minimax<R> {
    fn new_game(&mut self, seed: u64) {
        self.random = Pcg64Mcg::seed_from_u64(seed);
    }

    fn choose(&mut self, game: &AnyGame) -> Choice {
        let position = game.position().typed();
        let position = &position.expect("a game of the variant that the player was made for");
        self.moves.clear();
        legal_moves(position, &mut self.moves);
        let is_new = |m: &MoveOf<R>| !game.keys().contains(&position.after(m).key());
        if self.moves.iter().any(is_new) {
            self.moves.retain(is_new);
        }
        if let [only] = self.moves[..] {
            return Choice {
                chosen: AnyMove::of(self.variant, &only),
                thought: None,
            };
        }
        let value = (self.search).best_moves(position, self.depth, &self.moves, &mut self.best);
        let place = self.best[self.random.random_range(0..self.best.len())];
        Choice {
            chosen: AnyMove::of(self.variant, &self.moves[place]),
            thought: Some(Thought {
                score: self.search.judge.score(value, self.depth),
                depth: self.depth,
                nodes: self.search.nodes,
            }),
        }
    }
}

//! A player without a plan.

use super::{Choice, Player};
use crate::movegen::legal_moves;
use crate::rules::{Game, MoveOf, Rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Plays any legal move, each as likely as the others.
#[derive(Debug)]
pub struct RandomMover<R: Rules> {
    random: Pcg64Mcg,
    moves: Vec<MoveOf<R>>,
}

impl<R: Rules> RandomMover<R> {
    /// A player that has not been given a seed yet.
    pub fn new() -> Self {
        RandomMover {
            random: Pcg64Mcg::seed_from_u64(0),
            moves: Vec::new(),
        }
    }
}

impl<R: Rules> Default for RandomMover<R> {
    fn default() -> Self {
        RandomMover::new()
    }
}

impl<R: Rules> Player<R> for RandomMover<R> {
    fn new_game(&mut self, seed: u64) {
        self.random = Pcg64Mcg::seed_from_u64(seed);
    }

    fn choose(&mut self, game: &Game<R>) -> Choice<R> {
        self.moves.clear();
        legal_moves(game.position(), &mut self.moves);
        Choice {
            chosen: self.moves[self.random.random_range(0..self.moves.len())],
            thought: None,
        }
    }
}

//! A player of random moves.

use super::{ChosenMove, Player};
use kamen_core::game::AnyGame;
use kamen_search::{Control, Limits, Progress};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Plays any legal move, with equal probability.
#[derive(Debug)]
pub struct RandomMover {
    random: Pcg64Mcg,
}

impl RandomMover {
    /// Creates a player. [`Player::new_game`] seeds it.
    pub fn new() -> Self {
        RandomMover {
            random: Pcg64Mcg::seed_from_u64(0),
        }
    }
}

impl Default for RandomMover {
    fn default() -> Self {
        RandomMover::new()
    }
}

impl Player for RandomMover {
    fn new_game(&mut self, seed: u64) {
        self.random = Pcg64Mcg::seed_from_u64(seed);
    }

    fn think(
        &mut self,
        game: &AnyGame,
        _: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> ChosenMove {
        let moves = game.legal_moves();
        let choice = ChosenMove {
            chosen: moves[self.random.random_range(0..moves.len())],
            thought: None,
        };
        progress(&choice.progress(control));
        choice
    }
}

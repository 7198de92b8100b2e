//! Who hears how a tournament goes on.

use crate::game::{GameRecord, Shown};
use crate::standings::Standings;

/// Who watches a tournament.
pub trait Watcher {
    /// All programs have started, and the first game is about to begin.
    fn begins(&mut self) {}

    /// A move was made, if the tournament has a pause after moves.
    fn made(&mut self, _shown: &Shown) {}

    /// A game has ended.
    fn game(&mut self, game: &GameRecord, standings: &Standings);

    /// Something went wrong, and the tournament goes on.
    fn trouble(&mut self, message: &str);

    /// Time goes by.
    fn tick(&mut self, standings: &Standings);
}

/// Calls a function at the end of each game, and logs what goes wrong.
pub struct GameCounter<F: FnMut()>(pub F);

impl<F: FnMut()> Watcher for GameCounter<F> {
    fn game(&mut self, _: &GameRecord, _: &Standings) {
        (self.0)();
    }

    fn trouble(&mut self, message: &str) {
        log::warn!("{message}");
    }

    fn tick(&mut self, _: &Standings) {}
}

//! The player that learns: it searches as the thesis of 2011 does, and every game adds to its database.

use super::Database;
use crate::minimax::{self, MinimaxEvaluation, MinimaxStyle, RowFactor};
use crate::{ChosenMove, Player};
use kamen_core::game::{AnyGame, GameLine};
use kamen_core::rules::{GameResult, Variant};
use kamen_search::{Control, Limits, Progress};

/// A player with a database; what it knows when a game begins holds for the whole game.
pub(crate) struct RatedPlayer {
    variant: Variant,
    depth: u32,
    database: Database,
    /// Who searches; `None` between two games.
    search: Option<Box<dyn Player>>,
    /// The colours that it has moved for in this game.
    colors: [bool; 2],
}

impl RatedPlayer {
    /// A player that searches so many plies.
    pub(crate) fn new(variant: Variant, depth: u32, database: &Database) -> RatedPlayer {
        RatedPlayer {
            variant,
            depth,
            database: database.clone(),
            search: None,
            colors: [false; 2],
        }
    }

    /// The search with what is known now.
    fn begin(&self) -> Box<dyn Player> {
        if let Err(error) = self.database.open(self.variant) {
            log::error!("the player goes on with what it knows: {error}");
        }
        let evaluation = MinimaxEvaluation::Rated {
            rows: RowFactor::default(),
            file: self.database.path().display().to_string(),
            positions: self.database.positions(self.variant),
        };
        minimax::player(self.variant, self.depth, &evaluation, MinimaxStyle::FIRST)
    }
}

impl Player for RatedPlayer {
    /// Learns what others have added to the database; there are no random choices.
    fn new_game(&mut self, _: u64) {
        self.colors = [false; 2];
        self.search = Some(self.begin());
    }

    fn think(
        &mut self,
        game: &AnyGame,
        limits: &Limits,
        control: &Control,
        progress: &mut dyn FnMut(&Progress),
    ) -> ChosenMove {
        self.colors[game.turn() as usize] = true;
        let mut search = self.search.take().unwrap_or_else(|| self.begin());
        let chosen = search.think(game, limits, control, progress);
        self.search = Some(search);
        chosen
    }

    /// Learns from it for the colours that it has moved for.
    fn game_over(&mut self, game: &GameLine, _: GameResult, name: Option<u32>) {
        // Nobody else has what is changed now, so it need not be copied.
        self.search = None;
        let learners = std::mem::take(&mut self.colors);
        if let Err(error) = self.database.learn(game, learners, name) {
            log::error!("nothing is learned from a game: {error}");
        }
    }
}

impl Drop for RatedPlayer {
    /// Takes what was played over into the file.
    fn drop(&mut self) {
        if let Err(error) = self.database.close() {
            log::error!("the games stay beside the file: {error}");
        }
    }
}

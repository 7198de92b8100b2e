//! The moves of a game.

use super::{AnyGame, AnyMove, AnyPosition};
use crate::rules::GameResult;

/// A game as a whole: where it began and what was played.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct GameLine {
    /// Where it began.
    pub start: AnyPosition,
    /// The moves from there.
    pub moves: Vec<AnyMove>,
}

/// A game with its result, which need not follow from its last position: players resign, and agree to a draw.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FinishedGame {
    /// The moves.
    pub line: GameLine,
    /// Who won.
    pub result: GameResult,
}

impl AnyGame {
    /// Where the game began and what was played.
    pub fn line(&self) -> GameLine {
        GameLine {
            start: *self.initial(),
            moves: self.moves().to_vec(),
        }
    }
}

impl GameLine {
    /// A game without a move.
    pub fn new(start: AnyPosition) -> GameLine {
        GameLine {
            start,
            moves: Vec::new(),
        }
    }

    /// The game after its last move; `None` if a move is not legal.
    pub fn end(&self) -> Option<AnyGame> {
        let mut game = AnyGame::new(self.start);
        for m in &self.moves {
            game.play(m).ok()?;
        }
        Some(game)
    }

    /// The game turned by 180 degrees with colours exchanged.
    #[must_use]
    pub fn half_turned(&self) -> GameLine {
        GameLine {
            start: self.start.half_turned(),
            moves: self.moves.iter().map(AnyMove::half_turned).collect(),
        }
    }
}

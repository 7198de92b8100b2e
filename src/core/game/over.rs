//! How the rules end a game.

use crate::board::Color;
use crate::rules::{Draw, GameResult};

/// How the rules end a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameOver {
    /// The side to move has no legal move; the winner.
    NoMove(Color),
    /// The first king of breakthrough is on the board; the winner.
    FirstKing(Color),
    /// Nobody has won.
    Draw(Draw),
}

impl GameOver {
    /// Who has won, if anybody.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameOver::NoMove(winner) | GameOver::FirstKing(winner) => Some(winner),
            GameOver::Draw(_) => None,
        }
    }

    /// The result.
    pub fn result(self) -> GameResult {
        self.winner().map_or(GameResult::Draw, GameResult::won_by)
    }

    /// What ended the game, in words that stay, for programs.
    pub fn reason(self) -> &'static str {
        match self {
            GameOver::NoMove(_) => "no legal moves",
            GameOver::FirstKing(_) => "first king",
            GameOver::Draw(Draw::Repetition) => "repetition",
            GameOver::Draw(Draw::QuietMoves) => "quiet moves",
            GameOver::Draw(Draw::Ending) => "move limit of the ending",
        }
    }
}

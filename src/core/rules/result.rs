//! The result of a finished game.

use crate::board::Color;
use std::fmt;

/// The result of a finished game, written with White's points first, whichever side begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum GameResult {
    /// White won.
    #[cfg_attr(feature = "serde", serde(rename = "1-0"))]
    White,
    /// A draw.
    #[cfg_attr(feature = "serde", serde(rename = "1/2-1/2"))]
    Draw,
    /// Black won.
    #[cfg_attr(feature = "serde", serde(rename = "0-1"))]
    Black,
}

impl GameResult {
    /// A win of this side.
    pub fn won_by(color: Color) -> GameResult {
        match color {
            Color::White => GameResult::White,
            Color::Black => GameResult::Black,
        }
    }

    /// The winner; `None` for a draw.
    pub fn winner(self) -> Option<Color> {
        match self {
            GameResult::White => Some(Color::White),
            GameResult::Draw => None,
            GameResult::Black => Some(Color::Black),
        }
    }

    /// Points of a side: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn points(self, color: Color) -> u8 {
        match (self, color) {
            (GameResult::Draw, _) => 1,
            (GameResult::White, Color::White) | (GameResult::Black, Color::Black) => 2,
            _ => 0,
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            GameResult::White => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
        })
    }
}

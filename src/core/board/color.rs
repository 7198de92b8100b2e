//! The two sides, as a value and as types.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// A side, or the colour of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// White, moving up the board.
    #[default]
    White = 0,
    /// Black, moving down the board.
    Black = 1,
}

impl Not for Color {
    type Output = Color;

    #[inline(always)]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    /// Writes `white` or `black`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::White => "white",
            Color::Black => "black",
        })
    }
}

/// A text that names no side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown colour, expected white or black")]
pub struct UnknownColor;

impl FromStr for Color {
    type Err = UnknownColor;

    /// Parses `white` or `black`, or the first letter of it, ignoring case.
    fn from_str(text: &str) -> Result<Color, UnknownColor> {
        match text.to_ascii_lowercase().as_str() {
            "white" | "w" => Ok(Color::White),
            "black" | "b" => Ok(Color::Black),
            _ => Err(UnknownColor),
        }
    }
}

/// The side to move as a type, so that move generation is compiled once for each side.
pub trait Side: Copy + 'static {
    /// The other side.
    type Opponent: Side<Opponent = Self>;
    /// This side.
    const COLOR: Color;
}

/// White as a type.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// Black as a type.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    type Opponent = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Opponent = White;
    const COLOR: Color = Color::Black;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_are_read_as_they_are_written() {
        for color in [Color::White, Color::Black] {
            assert_eq!(color.to_string().parse(), Ok(color));
            assert_eq!(color.to_string().to_uppercase()[..1].parse(), Ok(color));
        }
        for text in ["", "red", "whit", "white "] {
            assert_eq!(text.parse::<Color>(), Err(UnknownColor), "{text}");
        }
    }
}

//! The two sides, as a value and as types.

use std::ops::Not;

/// A side, or the colour of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
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

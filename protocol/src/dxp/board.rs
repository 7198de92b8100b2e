//! Colours and boards in the letters of DXP.

use std::fmt;

use super::MAX_LENGTH;
use crate::{Cell, HubPosition, Side};

/// The most squares that fit a request for a game.
pub(super) const MAX_SQUARES: usize = MAX_LENGTH - 44;

/// The letter of a colour.
pub(super) const fn side(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

/// The colour of a letter.
pub(super) const fn to_side(letter: char) -> Option<Side> {
    match letter {
        'W' => Some(Side::White),
        'Z' => Some(Side::Black),
        _ => None,
    }
}

/// What stands on a square.
pub(super) const fn to_cell(letter: char) -> Option<Cell> {
    match letter {
        'e' => Some(Cell::Empty),
        'w' => Some(Cell::Man(Side::White)),
        'z' => Some(Cell::Man(Side::Black)),
        'W' => Some(Cell::King(Side::White)),
        'Z' => Some(Cell::King(Side::Black)),
        _ => None,
    }
}

const fn cell(cell: Cell) -> char {
    match cell {
        Cell::Empty => 'e',
        Cell::Man(Side::White) => 'w',
        Cell::Man(Side::Black) => 'z',
        Cell::King(side) => self::side(side),
    }
}

/// Writes the colour to move and the board.
pub(super) struct Text<'a>(pub(super) &'a HubPosition);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", side(self.0.turn))?;
        let squares = self.0.squares.iter().take(MAX_SQUARES);
        squares.map(|&c| cell(c)).try_for_each(|c| write!(f, "{c}"))
    }
}

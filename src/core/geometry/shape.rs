//! The shape of a board as a value, for variants known at run time.

use super::{Geometry, MAX_BITS, Square};

/// The shape of a board: its size and its playing squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Files.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Playing squares.
    pub squares: usize,
    /// Whether all squares are playing squares, not only the dark ones.
    pub all_squares: bool,
    bit_of: &'static [u8; MAX_BITS],
    place_of: &'static [u8; MAX_BITS],
}

impl Shape {
    /// The shape of `G`.
    pub const fn of<G: Geometry>() -> Shape {
        Shape {
            width: G::WIDTH,
            height: G::HEIGHT,
            squares: G::SQUARES,
            all_squares: G::ALL_SQUARES,
            bit_of: G::BIT_OF,
            place_of: G::PLACE_OF,
        }
    }

    /// Playing squares per row.
    pub const fn per_row(&self) -> usize {
        self.squares / self.height
    }

    /// Place of a square in reading order from the top left, from 0.
    pub fn place(&self, square: Square) -> usize {
        usize::from(self.place_of[square.index()])
    }

    /// The square at a place in reading order, from 0; `None` beyond the last.
    pub fn at_place(&self, place: usize) -> Option<Square> {
        (place < self.squares).then(|| Square(self.bit_of[place]))
    }

    /// The square that takes the place of `square` when the board is turned by 180 degrees.
    pub fn half_turned(&self, square: Square) -> Square {
        Square(self.bit_of[self.squares - 1 - self.place(square)])
    }

    /// Row (0 is the top) and file (0 is the left) of a square.
    pub fn row_file(&self, square: Square) -> (usize, usize) {
        let per_row = self.per_row();
        let (row, index) = (self.place(square) / per_row, self.place(square) % per_row);
        if self.all_squares {
            (row, index)
        } else {
            (row, 2 * index + usize::from(row % 2 == 0))
        }
    }

    /// The playing square at a row (0 is the top) and file (0 is the left), if there is one.
    pub fn square_at(&self, row: usize, file: usize) -> Option<Square> {
        let on_board = row < self.height && file < self.width;
        let is_played_on = self.all_squares || (row + file) % 2 == 1;
        let index = if self.all_squares { file } else { file / 2 };
        (on_board && is_played_on).then(|| Square(self.bit_of[row * self.per_row() + index]))
    }

    /// Whether a square lies on the top (`true`) or the bottom row of the board.
    pub fn is_on_edge_row(&self, square: Square, top: bool) -> bool {
        self.row_file(square).0 == if top { 0 } else { self.height - 1 }
    }
}

//! The board: stones on squares, rows, and the end of a game.

use std::fmt;
use std::ops::{Add, Not, RangeInclusive, Sub};
use std::str::FromStr;

/// The stones in a row that win; more win as well.
pub const ROW: usize = 5;

/// The smallest and the largest side of a board, in squares.
pub const SIZES: RangeInclusive<u8> = 5..=40;

/// Who has a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// Who has begun.
    First,
    /// Who has answered.
    Second,
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
}

/// A square, or a shift from one square to another: column and row, counted from zero as the protocol of managers does. Sums wrap
/// around far outside any board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub i16, pub i16);

impl Add for Square {
    type Output = Square;

    fn add(self, Square(x, y): Square) -> Square {
        Square(self.0.wrapping_add(x), self.1.wrapping_add(y))
    }
}

impl Sub for Square {
    type Output = Square;

    fn sub(self, Square(x, y): Square) -> Square {
        Square(self.0.wrapping_sub(x), self.1.wrapping_sub(y))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0, self.1)
    }
}

impl FromStr for Square {
    type Err = SquareError;

    fn from_str(text: &str) -> Result<Square, SquareError> {
        let number = |part: &str| part.trim().parse().map_err(|_| SquareError::Text);
        let (x, y) = text.split_once(',').ok_or(SquareError::Text)?;
        Ok(Square(number(x)?, number(y)?))
    }
}

/// The four directions of rows, each with its opposite; those along rows and columns first.
pub const DIRECTIONS: [[Square; 2]; 4] = [
    [Square(1, 0), Square(-1, 0)],
    [Square(0, 1), Square(0, -1)],
    [Square(1, 1), Square(-1, -1)],
    [Square(1, -1), Square(-1, 1)],
];

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing.
    Free,
    /// A stone.
    Stone(Side),
    /// It is not on the board.
    Outside,
}

/// Why a text is no square, or a stone cannot be put there or taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SquareError {
    /// The text is none.
    #[error("expected a square as X,Y, from 0,0")]
    Text,
    /// The square is not on the board, whose last column and row follow.
    #[error("{0} is outside the board, expected 0,0 to {1},{1}")]
    Outside(Square, u8),
    /// There is a stone.
    #[error("{0} is occupied")]
    Occupied(Square),
    /// There is no stone to take back.
    #[error("{0} has no stone")]
    Empty(Square),
}

/// What a side has in a line from a square, as far as a row of five from there can reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ray {
    /// Its stones up to the first other square.
    pub run: usize,
    /// Whether that other square is free.
    pub is_open: bool,
    /// Squares up to the first one that is not free and has no stone of the side.
    pub room: usize,
}

/// A board with its stones, in the order in which they were put.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    size: u8,
    cells: Vec<Cell>,
    stones: Vec<(Side, Square)>,
}

impl Board {
    /// An empty board of a side in [`SIZES`]; other sizes become the nearest one of those.
    pub fn new(size: u8) -> Board {
        let size = size.clamp(*SIZES.start(), *SIZES.end());
        let inner = usize::from(size);
        // A border of one square, so that the neighbours of a square need no check.
        let mut cells = vec![Cell::Outside; (inner + 2).pow(2)];
        for row in cells.chunks_mut(inner + 2).skip(1).take(inner) {
            row[1..=inner].fill(Cell::Free);
        }
        let stones = Vec::new();
        Board {
            size,
            cells,
            stones,
        }
    }

    /// Squares of a side.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The squares without a stone, row by row.
    pub fn free_squares(&self) -> impl Iterator<Item = Square> {
        let size = i16::from(self.size);
        let squares = (0..size).flat_map(move |y| (0..size).map(move |x| Square(x, y)));
        squares.filter(|&square| self.is_free(square))
    }

    /// The middle of the board.
    pub fn centre(&self) -> Square {
        let middle = i16::from(self.size / 2);
        Square(middle, middle)
    }

    /// The stones, the first one first.
    pub fn stones(&self) -> &[(Side, Square)] {
        &self.stones
    }

    /// The stones of a side, the first one first.
    pub fn stones_of(&self, side: Side) -> impl DoubleEndedIterator<Item = Square> {
        let stones = self.stones.iter().filter(move |stone| stone.0 == side);
        stones.map(|stone| stone.1)
    }

    /// The side that has not moved last.
    pub fn to_move(&self) -> Side {
        self.stones.last().map_or(Side::First, |stone| !stone.0)
    }

    /// What is on a square.
    pub fn cell(&self, square: Square) -> Cell {
        self.cells[self.place(square)]
    }

    /// Whether a stone can be put on a square.
    pub fn is_free(&self, square: Square) -> bool {
        self.cell(square) == Cell::Free
    }

    /// Puts a stone.
    ///
    /// # Errors
    /// The square is occupied or not on the board; the board stays as it is.
    pub fn put(&mut self, side: Side, square: Square) -> Result<(), SquareError> {
        match self.cell(square) {
            Cell::Free => {
                self.set(square, Cell::Stone(side));
                self.stones.push((side, square));
                Ok(())
            }
            Cell::Stone(_) => Err(SquareError::Occupied(square)),
            Cell::Outside => Err(SquareError::Outside(square, self.size - 1)),
        }
    }

    /// Takes a stone back, which need not be the last one.
    ///
    /// # Errors
    /// There is none.
    pub fn take(&mut self, square: Square) -> Result<(), SquareError> {
        if self.cell(square) == Cell::Outside {
            return Err(SquareError::Outside(square, self.size - 1));
        }
        let place = self.stones.iter().rposition(|stone| stone.1 == square);
        self.stones.remove(place.ok_or(SquareError::Empty(square))?);
        self.set(square, Cell::Free);
        Ok(())
    }

    /// What a side has from a square of the board on in a direction, the square itself left out.
    pub fn ray(&self, side: Side, from: Square, Square(x, y): Square) -> Ray {
        let mut ray = Ray::default();
        let mut place = self.place(from);
        let step = isize::from(y) * (isize::from(self.size) + 2) + isize::from(x);
        for number in 0..ROW - 1 {
            place = place.wrapping_add_signed(step);
            // The border ends it, so that it never goes over an edge.
            match self.cells.get(place) {
                Some(Cell::Free) => ray.is_open |= ray.run == number,
                Some(Cell::Stone(owner)) if *owner == side => {
                    ray.run += usize::from(ray.run == number);
                }
                _ => break,
            }
            ray.room += 1;
        }
        ray
    }

    /// What a side has in the four rows through a square, both ways of each.
    pub fn rows(&self, side: Side, square: Square) -> impl Iterator<Item = [Ray; 2]> {
        let rows = DIRECTIONS.into_iter();
        rows.map(move |ways| ways.map(|way| self.ray(side, square, way)))
    }

    /// Who has won by the last stone.
    pub fn winner(&self) -> Option<Side> {
        let &(side, square) = self.stones.last()?;
        let wins = |[ahead, behind]: [Ray; 2]| ahead.run + behind.run + 1 >= ROW;
        self.rows(side, square).any(wins).then_some(side)
    }

    /// Where a square is in `cells`; those beyond the border are where its first corner is.
    fn place(&self, Square(x, y): Square) -> usize {
        let width = usize::from(self.size) + 2;
        let [x, y] = [x, y].map(|part| usize::from(part.wrapping_add(1).cast_unsigned()));
        let is_near = x < width && y < width;
        if is_near { y * width + x } else { 0 }
    }

    fn set(&mut self, square: Square, cell: Cell) {
        let place = self.place(square);
        self.cells[place] = cell;
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A board from rows: `x` has begun, `o` has answered, and the stones are in the order of the squares.
    pub(crate) fn board(size: u8, rows: &[&str]) -> Board {
        let mut board = Board::new(size);
        for (y, row) in (0..).zip(rows) {
            for (x, c) in (0..).zip(row.chars()) {
                let side = match c {
                    'x' => Side::First,
                    'o' => Side::Second,
                    _ => continue,
                };
                board.put(side, Square(x, y)).unwrap();
            }
        }
        board
    }

    #[test]
    fn five_in_any_direction_win_and_four_do_not() {
        for [direction, _] in DIRECTIONS {
            let (mut board, mut at) = (Board::new(15), Square(4, 8));
            for length in 1..=6 {
                board.put(Side::First, at).unwrap();
                let winner = (length >= 5).then_some(Side::First);
                assert_eq!(board.winner(), winner, "{direction} {length}");
                at = at + direction;
            }
        }
        // A row does not go on at the other edge.
        assert_eq!(board(5, &["...xx", "xxx"]).winner(), None);
    }
}

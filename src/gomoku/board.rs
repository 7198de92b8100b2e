//! The board: stones on squares, rows, and the end of a game.

use std::fmt;
use std::ops::{Add, Mul, Not, Sub};

/// The stones in a row that win; more win as well.
pub const ROW: usize = 5;

/// The smallest and the largest side of a board, in squares.
pub const SIZES: std::ops::RangeInclusive<u8> = 5..=40;

/// Who has a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

/// A square, or a shift from one square to another; both parts count from zero, as the protocol of managers does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square {
    /// The column.
    pub x: i16,
    /// The row.
    pub y: i16,
}

impl Square {
    /// A square of a column and a row.
    pub const fn new(x: i16, y: i16) -> Square {
        Square { x, y }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl Add for Square {
    type Output = Square;

    fn add(self, shift: Square) -> Square {
        Square::new(self.x + shift.x, self.y + shift.y)
    }
}

impl Sub for Square {
    type Output = Square;

    fn sub(self, from: Square) -> Square {
        Square::new(self.x - from.x, self.y - from.y)
    }
}

impl Mul<i16> for Square {
    type Output = Square;

    fn mul(self, times: i16) -> Square {
        Square::new(self.x * times, self.y * times)
    }
}

/// The four directions of rows.
pub const DIRECTIONS: [Square; 4] = [
    Square::new(1, 0),
    Square::new(0, 1),
    Square::new(1, 1),
    Square::new(1, -1),
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

/// Why a stone cannot be put or taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SquareError {
    /// The square is not on the board.
    #[error("{square} is outside the board, expected 0,0 to {last},{last}")]
    Outside {
        /// What was given.
        square: Square,
        /// The last column and row.
        last: u8,
    },
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
        // A border of one square, so that the neighbours of a square need no check.
        let width = usize::from(size) + 2;
        let mut board = Board {
            size,
            cells: vec![Cell::Outside; width * width],
            stones: Vec::new(),
        };
        for square in board.squares() {
            board.set(square, Cell::Free);
        }
        board
    }

    /// Squares of a side.
    pub fn size(&self) -> u8 {
        self.size
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = i16::from(self.size);
        (0..size).flat_map(move |y| (0..size).map(move |x| Square::new(x, y)))
    }

    /// The middle of the board.
    pub fn centre(&self) -> Square {
        let middle = i16::from(self.size / 2);
        Square::new(middle, middle)
    }

    /// The stones, the first one first.
    pub fn stones(&self) -> &[(Side, Square)] {
        &self.stones
    }

    /// The stones of a side, the last one first.
    pub fn stones_of(&self, side: Side) -> impl Iterator<Item = Square> + '_ {
        let stones = self.stones.iter().rev();
        stones.filter(move |stone| stone.0 == side).map(|s| s.1)
    }

    /// Whether no square is free.
    pub fn is_full(&self) -> bool {
        self.stones.len() == usize::from(self.size) * usize::from(self.size)
    }

    /// What is on a square.
    pub fn cell(&self, square: Square) -> Cell {
        let place = self.place(square);
        let cell = place.and_then(|place| self.cells.get(place));
        cell.copied().unwrap_or(Cell::Outside)
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
            Cell::Outside => Err(self.outside(square)),
        }
    }

    /// Takes a stone back, which need not be the last one.
    ///
    /// # Errors
    /// There is none.
    pub fn take(&mut self, square: Square) -> Result<(), SquareError> {
        match self.cell(square) {
            Cell::Stone(_) => {
                self.set(square, Cell::Free);
                if let Some(place) = self.stones.iter().rposition(|stone| stone.1 == square) {
                    self.stones.remove(place);
                }
                Ok(())
            }
            Cell::Free => Err(SquareError::Empty(square)),
            Cell::Outside => Err(self.outside(square)),
        }
    }

    /// What a side has from a square on in a direction, the square itself left out.
    pub fn ray(&self, side: Side, from: Square, direction: Square) -> Ray {
        let mut ray = Ray::default();
        let Some(mut place) = self.place(from) else {
            return ray;
        };
        let width = isize::from(self.size) + 2;
        let step = isize::from(direction.y) * width + isize::from(direction.x);
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

    /// Whether a stone of a side on a square makes, or is in, a row that wins.
    pub fn wins(&self, side: Side, square: Square) -> bool {
        DIRECTIONS.iter().any(|&direction| {
            let [ahead, behind] = [direction, direction * -1].map(|d| self.ray(side, square, d));
            ahead.run + behind.run + 1 >= ROW
        })
    }

    /// Who has won by the last stone.
    pub fn winner(&self) -> Option<Side> {
        let &(side, square) = self.stones.last()?;
        self.wins(side, square).then_some(side)
    }

    fn outside(&self, square: Square) -> SquareError {
        let last = self.size - 1;
        SquareError::Outside { square, last }
    }

    /// Where a square is in `cells`, if it is not beyond the border.
    fn place(&self, square: Square) -> Option<usize> {
        let width = i32::from(self.size) + 2;
        let (x, y) = (i32::from(square.x) + 1, i32::from(square.y) + 1);
        let is_near = (0..width).contains(&x) && (0..width).contains(&y);
        is_near.then_some((y * width + x) as usize)
    }

    fn set(&mut self, square: Square, cell: Cell) {
        let place = self.place(square);
        if let Some(found) = place.and_then(|place| self.cells.get_mut(place)) {
            *found = cell;
        }
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
                match c {
                    'x' => board.put(Side::First, Square::new(x, y)).unwrap(),
                    'o' => board.put(Side::Second, Square::new(x, y)).unwrap(),
                    _ => (),
                }
            }
        }
        board
    }

    #[test]
    fn five_in_any_direction_win_and_four_do_not() {
        for direction in DIRECTIONS {
            for length in 1..=6 {
                let mut board = Board::new(15);
                for n in 0..length {
                    board
                        .put(Side::First, Square::new(4, 8) + direction * n)
                        .unwrap();
                }
                let winner = (length >= 5).then_some(Side::First);
                assert_eq!(board.winner(), winner, "{direction} {length}");
            }
        }
        // A row does not go on at the other edge.
        let broken = board(5, &["...xx", "xxx"]);
        assert_eq!(broken.winner(), None);
    }

    #[test]
    fn stones_are_put_and_taken_where_they_can_be() {
        let mut small = board(5, &["x.o"]);
        let before = small.clone();
        let cases = [
            (Square::new(0, 0), "0,0 is occupied"),
            (
                Square::new(5, 0),
                "5,0 is outside the board, expected 0,0 to 4,4",
            ),
            (
                Square::new(0, -1),
                "0,-1 is outside the board, expected 0,0 to 4,4",
            ),
            (
                Square::new(999, 999),
                "999,999 is outside the board, expected 0,0 to 4,4",
            ),
        ];
        for (square, expected) in cases {
            let error = small.put(Side::First, square).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
        let empty = small.take(Square::new(1, 0)).unwrap_err();
        assert_eq!(empty.to_string(), "1,0 has no stone");
        assert_eq!(small, before);
        small.take(Square::new(0, 0)).unwrap();
        assert_eq!(small, board(5, &["..o"]));
    }
}

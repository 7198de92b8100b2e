//! Boards as sets of bits: squares, directions, shifts and rays. Begin with [`Geometry`].
//!
//! White is at the bottom; North is White's forward direction. Squares are bits, ordered along the
//! rows from the top left, so White moves towards lower bits. Between the rows lie *ghost* squares
//! that are never occupied: a step off the left or right edge lands there (or beyond the ends of
//! the word) and vanishes when intersected with a set of playing squares. One ghost per two rows
//! suffices for diagonals; three are needed if pieces also move along rows. The board of all
//! squares has no ghosts: there steps off the edge are masked. Bit indices are internal:
//! [`crate::notation`] converts them to printed square numbers.

mod bits;
mod boards;
mod layout;
mod shape;

pub use bits::{Bits, Squares};
pub use boards::{
    Board8x8, Board8x8AllSquares, Board10x8, Board10x10, Board10x10AllLines, Board12x12,
};
pub use layout::{Layout, MAX_BITS};
pub use shape::Shape;

use num_traits::PrimInt;
use std::fmt::Debug;

/// A playing square, as the index of its bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub(crate) u8);

impl Square {
    /// The index for table look-ups.
    #[inline(always)]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A direction on the board; North is White's forward direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Up and left.
    NorthWest,
    /// Up.
    North,
    /// Up and right.
    NorthEast,
    /// Left.
    West,
    /// Right.
    East,
    /// Down and left.
    SouthWest,
    /// Down.
    South,
    /// Down and right.
    SouthEast,
}

impl Direction {
    /// Number of directions.
    pub const COUNT: usize = 8;
    /// All directions; opposites are at `i` and `7 - i`.
    pub const ALL: [Direction; 8] = [
        Direction::NorthWest,
        Direction::North,
        Direction::NorthEast,
        Direction::West,
        Direction::East,
        Direction::SouthWest,
        Direction::South,
        Direction::SouthEast,
    ];

    /// The opposite direction.
    #[inline(always)]
    pub const fn opposite(self) -> Direction {
        Direction::ALL[7 - self as usize]
    }

    /// Whether it is one of the four diagonals.
    #[inline(always)]
    pub const fn is_diagonal(self) -> bool {
        matches!(self as usize, 0 | 2 | 5 | 7)
    }

    /// Change of row (down is positive) and of file, each -1, 0 or 1.
    #[inline(always)]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Direction::NorthWest => (-1, -1),
            Direction::North => (-1, 0),
            Direction::NorthEast => (-1, 1),
            Direction::West => (0, -1),
            Direction::East => (0, 1),
            Direction::SouthWest => (1, -1),
            Direction::South => (1, 0),
            Direction::SouthEast => (1, 1),
        }
    }

    /// Whether a step goes to a higher bit.
    #[inline(always)]
    pub const fn is_upward_in_bits(self) -> bool {
        self as usize >= 4
    }
}

/// Per direction and square, the squares in that direction to the edge.
pub type Rays<B> = [[B; MAX_BITS]; Direction::COUNT];

/// The geometry of a board: its squares, directions and lines.
pub trait Geometry: Copy + Debug + Default + PartialEq + Eq + Send + Sync + 'static {
    /// The word type, with one bit per square.
    type Bits: Bits;
    /// Files.
    const WIDTH: usize;
    /// Rows.
    const HEIGHT: usize;
    /// Number of playing squares.
    const SQUARES: usize;
    /// All playing squares.
    const BOARD: Self::Bits;
    /// Playing squares of each row, top row first; rows beyond [`Geometry::HEIGHT`] are empty.
    const ROWS: &'static [Self::Bits; 16];
    /// Playing squares of each file, left file first.
    const FILES: &'static [Self::Bits; 16];
    /// Rays from every square.
    const RAYS: &'static Rays<Self::Bits>;
    /// Bit of each playing square, in the order top left to bottom right.
    const BIT_OF: &'static [u8; MAX_BITS];
    /// Place of each bit in that order; 255 for ghosts.
    const PLACE_OF: &'static [u8; MAX_BITS];
    /// Bit distance of one step in each direction, unsigned.
    const STEPS: [usize; Direction::COUNT];
    /// Per direction, squares from which a step would wrap onto another line; empty on boards with
    /// ghosts.
    const EDGES: [Self::Bits; Direction::COUNT];
    /// Whether all squares are playing squares, not only the dark ones.
    const ALL_SQUARES: bool;

    /// The playing square at a place, 0 at the top left.
    #[inline(always)]
    fn square(place: usize) -> Square {
        Square(Self::BIT_OF[place])
    }

    /// The set shifted by one step; bits that leave the board land on no playing square.
    #[inline(always)]
    fn shift(set: Self::Bits, direction: Direction) -> Self::Bits {
        let step = Self::STEPS[direction as usize];
        let set = set & !Self::EDGES[direction as usize];
        if direction.is_upward_in_bits() {
            set << step
        } else {
            set >> step
        }
    }

    /// The squares from `from` in `direction` to the edge.
    #[inline(always)]
    fn ray(from: Square, direction: Direction) -> Self::Bits {
        Self::RAYS[direction as usize][from.index()]
    }

    /// `ray` up to and including its first square in `blockers`; all of it without blockers.
    #[inline(always)]
    fn cut(ray: Self::Bits, blockers: Self::Bits, direction: Direction) -> Self::Bits {
        let hit = ray & blockers;
        if direction.is_upward_in_bits() {
            ray & hit.up_to_lowest()
        } else {
            ray & hit.down_to_highest()
        }
    }

    /// The set rotated by 180 degrees.
    #[inline(always)]
    fn turned(set: Self::Bits) -> Self::Bits {
        let bits = Self::Bits::EMPTY.count_zeros() as usize;
        set.reverse_bits() >> (bits - 1 - usize::from(Self::BIT_OF[Self::SQUARES - 1]))
    }

    /// The squares of the set on a row, and optionally on the next row below, as the lowest bits of
    /// a number, top left lowest.
    #[inline(always)]
    fn on_rows<const ROWS: usize>(set: Self::Bits, row: usize) -> usize {
        assert!(ROWS == 1 || ROWS == 2);
        let across = Self::SQUARES / Self::HEIGHT;
        let left = |row: usize| usize::from(Self::BIT_OF[row * across]);
        let from = |row: usize| (set >> left(row)).words()[0] as usize;
        let (one, two) = ((1 << across) - 1, (1 << (2 * across)) - 1);
        if ROWS == 1 {
            from(row) & one
        } else if left(row) + across == left(row + 1) {
            from(row) & two
        } else {
            from(row) & one | (from(row + 1) & one) << across
        }
    }

    /// The square one step from `square` in `direction`, which must be on the board.
    #[inline(always)]
    fn neighbour(square: Square, direction: Direction) -> Square {
        let step = Self::STEPS[direction as usize] as u8;
        if direction.is_upward_in_bits() {
            Square(square.0 + step)
        } else {
            Square(square.0 - step)
        }
    }

    /// Row (0 is the top) and file (0 is the left) of a square.
    fn row_file(square: Square) -> (usize, usize) {
        Shape::of::<Self>().row_file(square)
    }

    /// The playing square at a row (0 is the top) and file (0 is the left), if there is one.
    fn square_at(row: usize, file: usize) -> Option<Square> {
        Shape::of::<Self>().square_at(row, file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Shifts and rays against plain arithmetic on rows and files.
    fn check<G: Geometry>(directions: &[Direction]) {
        for row in 0..G::HEIGHT {
            for file in 0..G::WIDTH {
                let Some(square) = G::square_at(row, file) else {
                    continue;
                };
                assert_eq!(G::row_file(square), (row, file));
                assert!(G::ROWS[row].has(square) && G::FILES[file].has(square));
                for direction in Direction::ALL {
                    if !directions.contains(&direction) {
                        continue;
                    }
                    let (mut dr, mut df) = direction.delta();
                    if !G::ALL_SQUARES && !direction.is_diagonal() {
                        (dr, df) = (2 * dr, 2 * df);
                    }
                    let mut ray = G::Bits::EMPTY;
                    let (mut r, mut f) = (row as i32 + dr, file as i32 + df);
                    while let Some(next) = (r >= 0 && f >= 0)
                        .then(|| G::square_at(r as usize, f as usize))
                        .flatten()
                    {
                        ray |= G::Bits::of(next);
                        (r, f) = (r + dr, f + df);
                    }
                    assert_eq!(G::ray(square, direction), ray);
                    let step = G::shift(G::Bits::of(square), direction) & G::BOARD;
                    assert_eq!(step, G::cut(ray, G::BOARD, direction));
                    assert_eq!(G::cut(ray, G::Bits::EMPTY, direction), ray);
                }
            }
        }
        assert_eq!(G::BOARD.squares().count(), G::SQUARES);
    }

    #[test]
    fn shifts_and_rays_follow_rows_and_files() {
        use Direction::{East, North, South, West};
        let diagonals: Vec<Direction> = Direction::ALL
            .into_iter()
            .filter(|d| d.is_diagonal())
            .collect();
        check::<Board8x8>(&diagonals);
        check::<Board10x8>(&diagonals);
        check::<Board10x10>(&diagonals);
        check::<Board10x10AllLines>(&Direction::ALL);
        check::<Board12x12>(&diagonals);
        check::<Board8x8AllSquares>(&[North, West, East, South]);
    }
}

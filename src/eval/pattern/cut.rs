//! Cuts a board into regions and encodes the men in each as a number. Begin with [`Cut`].
//!
//! A region is a rectangle of playing squares. The men in it form a number in base 3, one digit per
//! square: 0 for no man, 1 for an own man, 2 for an opponent's. Digits of upper rows are more
//! significant than those of lower rows, and within a row those on the right more than those on the
//! left. The board is seen from both sides: White's view of a region is Black's view of the region
//! rotated by 180 degrees. So only one of two such regions is kept.

use crate::lanes::{CODE_BITS, LANES, Lanes, in_lane, rows_at_once, to_lane};
use crate::views;
use kamen_core::board::Board;
use kamen_core::geometry::{Geometry, Square};
use std::marker::PhantomData;

/// Rectangles of one size, beginning at every `step`-th row and at every square of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows.
    pub rows: usize,
    /// Squares per row.
    pub squares: usize,
    /// Rows from one region to the next below it.
    pub step: usize,
}

impl Shape {
    /// Number of arrangements of men in a region.
    pub const fn size(self) -> usize {
        self.size_of_rows(self.rows) as usize
    }

    /// Number of arrangements on `rows` of its rows.
    const fn size_of_rows(self, rows: usize) -> u64 {
        3u64.pow((rows * self.squares) as u32)
    }
}

/// The most rows of a board.
pub(super) const MOST_ROWS: usize = 12;

/// The cut of the board `G`. Regions of the first two shapes are looked up in play; those of the
/// third lie inside them and only help training.
#[derive(Debug)]
pub struct Cut<G>(PhantomData<G>);

impl<G: Geometry> Cut<G> {
    /// The shapes, those looked up in play first.
    pub const SHAPES: [Shape; 3] = [Self::BROAD, Self::LONG, Self::SMALL];
    /// Number of shapes looked up in play.
    pub const LOOKED_UP: usize = 2;

    const BROAD: Shape = Shape {
        rows: 4,
        squares: 3,
        step: 2,
    };
    const LONG: Shape = Shape {
        rows: 6,
        squares: 2,
        step: 2,
    };
    const SMALL: Shape = Shape {
        rows: 4,
        squares: 2,
        step: 1,
    };

    /// Playing squares per row.
    pub(super) const ACROSS: usize = G::SQUARES / G::HEIGHT;

    /// Number of rows at which regions of a shape begin.
    pub(super) const fn tops(shape: Shape) -> usize {
        assert!((G::HEIGHT - shape.rows).is_multiple_of(shape.step) && G::HEIGHT <= MOST_ROWS);
        (G::HEIGHT - shape.rows) / shape.step + 1
    }

    /// Number of regions side by side.
    pub(super) const fn lanes(shape: Shape) -> usize {
        let all = Self::ACROSS - shape.squares + 1;
        if all < LANES { all } else { LANES }
    }

    /// The left square of a lane; if not every start fits, lanes are spread over the row.
    pub(super) const fn left(shape: Shape, lane: usize) -> usize {
        let last = Self::ACROSS - shape.squares;
        match (last < LANES, lane) {
            (true, lane) => lane,
            (_, 0) => 0,
            (_, 1) => (last + 1) / 3,
            (_, 2) => last - (last + 1) / 3,
            (..) => last,
        }
    }

    /// Number of regions kept of those that begin at the `i`-th row.
    const fn kept(shape: Shape, i: usize) -> usize {
        let opposite = Self::tops(shape) - 1 - i;
        if i < opposite {
            Self::lanes(shape)
        } else if i == opposite {
            Self::lanes(shape).div_ceil(2)
        } else {
            0
        }
    }

    /// Number of regions kept of a shape.
    pub const fn regions(shape: Shape) -> usize {
        let (mut sum, mut i) = (0, 0);
        while i < Self::tops(shape) {
            sum += Self::kept(shape, i);
            i += 1;
        }
        sum
    }

    /// The top row and left square of each region kept, in order.
    pub(super) fn places(shape: Shape) -> impl Iterator<Item = (usize, usize)> {
        (0..Self::tops(shape)).flat_map(move |i| {
            let lanes = 0..Self::kept(shape, i);
            lanes.map(move |lane| (i * shape.step, Self::left(shape, lane)))
        })
    }

    /// The squares of each region looked up in play, those that White looks at and those that Black does.
    pub(super) fn squares_in_play() -> Vec<[Vec<Square>; 2]> {
        let shapes = Self::SHAPES.into_iter().take(Self::LOOKED_UP);
        shapes.flat_map(Self::squares).collect()
    }

    /// The squares of each region of a shape, those that White looks at and those that Black does.
    pub(super) fn squares(shape: Shape) -> impl Iterator<Item = [Vec<Square>; 2]> {
        let square = |place: usize| G::square(place);
        Self::places(shape).map(move |(top, left)| {
            let rows = top..top + shape.rows;
            let white: Vec<usize> = rows
                .flat_map(|row| (left..left + shape.squares).map(move |i| row * Self::ACROSS + i))
                .collect();
            let black = white.iter().rev().map(|place| G::SQUARES - 1 - place);
            let black = black.map(square).collect();
            [white.into_iter().map(square).collect(), black]
        })
    }

    /// Number of weights of the regions of the first `shapes` shapes.
    pub const fn weights(shapes: usize) -> usize {
        let (mut sum, mut i) = (0, 0);
        while i < shapes {
            sum += Self::regions(Self::SHAPES[i]) * Self::SHAPES[i].size();
            i += 1;
        }
        sum
    }

    /// Calls `visit(sign, region, base, stands)` for every region looked up in play, once with sign 1
    /// from White's perspective and once with -1 from Black's. `stands` encodes the men in the
    /// region, below the size of its shape; the weights of the region begin at `base`.
    #[inline(always)]
    pub fn for_each_in_play(
        board: &Board<G::Bits>,
        mut visit: impl FnMut(i32, usize, usize, usize),
    ) {
        let sides = views::<G>(board);
        Self::from_both_sides(0, sides, &mut visit);
        Self::from_both_sides(1, sides, &mut visit);
    }

    /// As above, for all regions.
    #[inline(always)]
    pub fn for_each(board: &Board<G::Bits>, mut visit: impl FnMut(i32, usize, usize, usize)) {
        let sides = views::<G>(board);
        Self::from_both_sides(0, sides, &mut visit);
        Self::from_both_sides(1, sides, &mut visit);
        Self::from_both_sides(2, sides, &mut visit);
    }

    /// Visits the regions of a shape from both sides.
    #[inline(always)]
    fn from_both_sides(
        shape: usize,
        [white, black]: [[G::Bits; 2]; 2],
        mut visit: impl FnMut(i32, usize, usize, usize),
    ) {
        Self::from_side(shape, white, |region, base, stands| {
            visit(1, region, base, stands);
        });
        Self::from_side(shape, black, |region, base, stands| {
            visit(-1, region, base, stands);
        });
    }

    /// Visits the regions of a shape from one side.
    #[inline(always)]
    fn from_side(
        shape: usize,
        [own, other]: [G::Bits; 2],
        mut visit: impl FnMut(usize, usize, usize),
    ) {
        let before = &Self::SHAPES[..shape];
        let first: usize = before.iter().map(|&shape| Self::regions(shape)).sum();
        let base = Self::weights(shape);
        let shape = Self::SHAPES[shape];
        let mut pairs = [0; MOST_ROWS];
        for i in 0..(G::HEIGHT - 2) / shape.step + 1 {
            let row = i * shape.step;
            let code = |men| Self::code(shape, G::on_rows::<2>(men, row));
            pairs[row] = code(own) + 2 * code(other);
        }
        let factor = shape.size_of_rows(2);
        for place in 0..Self::regions(shape) {
            let (i, lane) = (place / Self::lanes(shape), place % Self::lanes(shape));
            let (top, last) = (i * shape.step, i * shape.step + shape.rows - 2);
            let upper = (1..shape.rows / 2 - 1).fold(pairs[top], |upper, pair| {
                upper * factor + pairs[top + 2 * pair]
            });
            let stands = in_lane(upper, lane) * factor + in_lane(pairs[last], lane);
            visit(first + place, base + place * shape.size(), stands as usize);
        }
    }

    /// The contribution of men on two rows to the number of each lane.
    #[inline(always)]
    fn code(shape: Shape, men: usize) -> Lanes {
        let codes = &Self::CODES[shape.squares - 2];
        if Self::ROWS_AT_ONCE == 2 {
            codes[men]
        } else {
            let [upper, lower] = [men & ((1 << Self::ACROSS) - 1), men >> Self::ACROSS];
            codes[upper] * shape.size_of_rows(1) + codes[lower]
        }
    }

    /// Rows looked up together.
    const ROWS_AT_ONCE: usize = rows_at_once(Self::ACROSS);

    /// For regions of 2 and of 3 squares per row: the contribution of a set of men to the number of
    /// each lane.
    const CODES: &'static [[Lanes; 1 << CODE_BITS]; 2] = &{
        let mut codes = [[0; 1 << CODE_BITS]; 2];
        let mut men = 0;
        while men < 1 << (Self::ROWS_AT_ONCE * Self::ACROSS) {
            codes[0][men] = Self::work_out(Self::LONG, men);
            codes[1][men] = Self::work_out(Self::BROAD, men);
            men += 1;
        }
        codes
    };

    const fn work_out(shape: Shape, men: usize) -> Lanes {
        let (mut code, mut lane) = (0, 0);
        while lane < Self::lanes(shape) {
            let (mut row, mut digit) = (Self::ROWS_AT_ONCE, 1);
            while row > 0 {
                row -= 1;
                let mut square = 0;
                while square < shape.squares {
                    let place = row * Self::ACROSS + Self::left(shape, lane) + square;
                    code += to_lane(digit * (men >> place & 1) as Lanes, lane);
                    digit *= 3;
                    square += 1;
                }
            }
            lane += 1;
        }
        code
    }
}

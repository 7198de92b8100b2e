//! How a board is cut into regions, and what stands in each of them as a number.
//!
//! A region is a rectangle of some squares along some rows; on boards with dark squares only, those are
//! what counts. The men in it are a number to base 3, one digit a square: 0 is no man, 1 an own one, 2 one
//! of the other side. Upper rows weigh more than lower ones, and in a row squares on the right more than
//! those on the left. The board is looked at from both sides: what White's men are in a region, Black's
//! are in the region that a turn by 180 degrees brings it to. So of two such regions one is enough.

use crate::board::Board;
use crate::eval::lanes::{CODE_BITS, LANES, Lanes, in_lane, rows_at_once, to_lane};
use crate::eval::views;
use crate::geometry::Geometry;
use std::marker::PhantomData;

/// Rectangles of one size: one begins at every `step`-th row and at every square of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows.
    pub rows: usize,
    /// Squares along each row.
    pub squares: usize,
    /// Rows from one region to the next below it.
    pub step: usize,
}

impl Shape {
    /// How many different things can stand in a region.
    pub const fn size(self) -> usize {
        self.size_of_rows(self.rows) as usize
    }

    /// How many different things can stand on some of its rows.
    const fn size_of_rows(self, rows: usize) -> u64 {
        3u64.pow((rows * self.squares) as u32)
    }
}

/// The most rows of a board.
const MOST_ROWS: usize = 12;

/// The cut of the board `G`. Regions of two shapes are looked up in play; those of the third lie inside them,
/// and help only to learn.
#[derive(Debug)]
pub struct Cut<G>(PhantomData<G>);

impl<G: Geometry> Cut<G> {
    /// The shapes, those that are looked up in play first.
    pub const SHAPES: [Shape; 3] = [Self::BROAD, Self::LONG, Self::SMALL];
    /// How many of the shapes are looked up in play.
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

    /// Playing squares of a row.
    const ACROSS: usize = G::SQUARES / G::HEIGHT;

    /// Rows at which regions of a shape begin.
    const fn tops(shape: Shape) -> usize {
        assert!((G::HEIGHT - shape.rows).is_multiple_of(shape.step) && G::HEIGHT <= MOST_ROWS);
        (G::HEIGHT - shape.rows) / shape.step + 1
    }

    /// Regions side by side.
    const fn lanes(shape: Shape) -> usize {
        let all = Self::ACROSS - shape.squares + 1;
        if all < LANES { all } else { LANES }
    }

    /// The left square of a lane: where not all fit, they are spread over the row.
    const fn left(shape: Shape, lane: usize) -> usize {
        let last = Self::ACROSS - shape.squares;
        match (last < LANES, lane) {
            (true, lane) => lane,
            (_, 0) => 0,
            (_, 1) => (last + 1) / 3,
            (_, 2) => last - (last + 1) / 3,
            (..) => last,
        }
    }

    /// How many of the regions that begin at the `i`-th row are kept.
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

    /// The regions of a shape that are kept.
    pub const fn regions(shape: Shape) -> usize {
        let (mut sum, mut i) = (0, 0);
        while i < Self::tops(shape) {
            sum += Self::kept(shape, i);
            i += 1;
        }
        sum
    }

    /// The upper row and the left square of each region that is kept, in their order.
    pub(super) fn places(shape: Shape) -> impl Iterator<Item = (usize, usize)> {
        (0..Self::tops(shape)).flat_map(move |i| {
            let lanes = 0..Self::kept(shape, i);
            lanes.map(move |lane| (i * shape.step, Self::left(shape, lane)))
        })
    }

    /// The weights of all regions of the first so many shapes.
    pub const fn weights(shapes: usize) -> usize {
        let (mut sum, mut i) = (0, 0);
        while i < shapes {
            sum += Self::regions(Self::SHAPES[i]) * Self::SHAPES[i].size();
            i += 1;
        }
        sum
    }

    /// Calls `see(sign, region, base, stands)` for every region that is looked up in play, once with sign 1
    /// for White's view and once with -1 for Black's. What `stands` in the region is a number below the
    /// size of its shape; the weights of the region begin at `base` among those of all.
    #[inline(always)]
    pub fn look_up(board: &Board<G::Bits>, mut see: impl FnMut(i32, usize, usize, usize)) {
        let sides = views::<G>(board);
        Self::look_at(0, sides, &mut see);
        Self::look_at(1, sides, &mut see);
    }

    /// The same for all regions.
    #[inline(always)]
    pub fn look(board: &Board<G::Bits>, mut see: impl FnMut(i32, usize, usize, usize)) {
        let sides = views::<G>(board);
        Self::look_at(0, sides, &mut see);
        Self::look_at(1, sides, &mut see);
        Self::look_at(2, sides, &mut see);
    }

    /// The regions of a shape from both sides.
    #[inline(always)]
    fn look_at(
        shape: usize,
        [white, black]: [[G::Bits; 2]; 2],
        mut see: impl FnMut(i32, usize, usize, usize),
    ) {
        Self::look_from(shape, white, |region, base, stands| {
            see(1, region, base, stands);
        });
        Self::look_from(shape, black, |region, base, stands| {
            see(-1, region, base, stands);
        });
    }

    /// The regions of a shape from one side.
    #[inline(always)]
    fn look_from(
        shape: usize,
        [own, other]: [G::Bits; 2],
        mut see: impl FnMut(usize, usize, usize),
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
            see(first + place, base + place * shape.size(), stands as usize);
        }
    }

    /// What men on two rows add to the number of each lane.
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

    /// Rows whose men are looked up together.
    const ROWS_AT_ONCE: usize = rows_at_once(Self::ACROSS);

    /// For regions of 2 and of 3 squares a row, by the men on so many rows: what they add to the number of
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

//! How a board is cut into regions, and what stands in each of them as a number.
//!
//! A region is a rectangle of some squares along some rows; on boards with dark squares only, those are
//! what counts. The men in it are a number to base 3, one digit a square: 0 is no man, 1 an own one, 2 one
//! of the other side. Upper rows weigh more than lower ones, and in a row squares on the right more than
//! those on the left. The board is looked at from both sides: what White's men are in a region, Black's
//! are in the region that a turn by 180 degrees brings it to. So of two such regions one is enough.

use crate::board::{Board, Color};
use crate::geometry::{Bits, Geometry};
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
        3usize.pow((self.rows * self.squares) as u32)
    }
}

/// The most regions side by side.
const LANES: usize = 4;
/// The most rows of a board.
const MOST_ROWS: usize = 12;

/// Numbers of half regions side by side, the left one lowest.
type Lanes = u64;
/// Bits of a lane. Half a region has up to 6 squares, so its number is below 729.
const LANE_BITS: usize = 16;

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
        let men = Self::men(board);
        Self::look_at(Self::BROAD, 0, &men, &mut see);
        Self::look_at(Self::LONG, 1, &men, &mut see);
    }

    /// The same for all regions.
    #[inline(always)]
    pub fn look(board: &Board<G::Bits>, mut see: impl FnMut(i32, usize, usize, usize)) {
        let men = Self::men(board);
        Self::look_at(Self::BROAD, 0, &men, &mut see);
        Self::look_at(Self::LONG, 1, &men, &mut see);
        Self::look_at(Self::SMALL, 2, &men, &mut see);
    }

    /// The regions of the `number`-th shape.
    #[inline(always)]
    fn look_at(
        shape: Shape,
        number: usize,
        men: &[[usize; MOST_ROWS]; 2],
        mut see: impl FnMut(i32, usize, usize, usize),
    ) {
        let mut first = 0;
        for before in &Self::SHAPES[..number] {
            first += Self::regions(*before);
        }
        let base = Self::weights(number);
        let factor = 3u64.pow(shape.squares as u32);
        let half = shape.rows / 2;
        for (view, sign) in [(Color::White, 1), (Color::Black, -1)] {
            let codes = &Self::CODES[shape.squares - 2][view as usize];
            let mut rows = [0; MOST_ROWS];
            for (row, code) in rows.iter_mut().enumerate().take(G::HEIGHT) {
                let real = match view {
                    Color::White => row,
                    Color::Black => G::HEIGHT - 1 - row,
                };
                let (own, other) = (men[view as usize][real], men[!view as usize][real]);
                *code = codes[own] + 2 * codes[other];
            }
            let number = |from: usize| {
                let more = rows[from + 1..from + half].iter();
                more.fold(rows[from], |number, row| number * factor + row)
            };
            let mut place = 0;
            for i in 0..Self::tops(shape).div_ceil(2) {
                let top = i * shape.step;
                let (upper, lower) = (number(top), number(top + half));
                for lane in 0..Self::kept(shape, i) {
                    let of_lane = |lanes: Lanes| {
                        (lanes >> (LANE_BITS * lane)) as usize & ((1 << LANE_BITS) - 1)
                    };
                    let stands = of_lane(upper) * Self::half_size(shape) + of_lane(lower);
                    see(sign, first + place, base + place * shape.size(), stands);
                    place += 1;
                }
            }
        }
    }

    /// How many different things can stand in half a region.
    const fn half_size(shape: Shape) -> usize {
        3usize.pow((shape.rows / 2 * shape.squares) as u32)
    }

    /// By colour and row: the men, the left square lowest.
    #[inline(always)]
    fn men(board: &Board<G::Bits>) -> [[usize; MOST_ROWS]; 2] {
        [Color::White, Color::Black].map(|color| {
            let men = board.men(color);
            let mut rows = [0; MOST_ROWS];
            for (row, squares) in rows.iter_mut().enumerate().take(G::HEIGHT) {
                let left = usize::from(G::BIT_OF[row * Self::ACROSS]);
                *squares = (men >> left).words()[0] as usize & ((1 << Self::ACROSS) - 1);
            }
            rows
        })
    }

    /// For regions of 2 and of 3 squares a row, by view and own men on a row: their part of the number of
    /// each region.
    const CODES: &'static [[[Lanes; 256]; 2]; 2] = &{
        let mut codes = [[[0; 256]; 2]; 2];
        let mut men = 0;
        while men < 1 << Self::ACROSS {
            let turned = (men as u8).reverse_bits() as usize >> (8 - Self::ACROSS);
            codes[0][0][men] = Self::code(Self::LONG, men);
            codes[0][1][men] = Self::code(Self::LONG, turned);
            codes[1][0][men] = Self::code(Self::BROAD, men);
            codes[1][1][men] = Self::code(Self::BROAD, turned);
            men += 1;
        }
        codes
    };

    /// What men on a row add to the number of each region.
    const fn code(shape: Shape, men: usize) -> Lanes {
        let (mut code, mut lane) = (0, 0);
        while lane < Self::lanes(shape) {
            let (mut square, mut digit) = (0, 1);
            while square < shape.squares {
                let has = men >> (Self::left(shape, lane) + square) & 1;
                code += (digit * has as Lanes) << (LANE_BITS * lane);
                digit *= 3;
                square += 1;
            }
            lane += 1;
        }
        code
    }
}

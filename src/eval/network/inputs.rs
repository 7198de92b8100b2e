//! The inputs of the network: the men on tiles of the board. Begin with [`Inputs`].
//!
//! The board is cut into tiles, rectangles of up to eight playing squares. The men on a tile form a
//! number in base 3, one digit per square: 0 for no man, 1 for an own man, 2 for an opponent's.
//! Each number of each tile is an input. The board is seen from one side, rotated by 180 degrees
//! for Black.
//!
//! Kings are not inputs: they are too rare on a full board for a network to learn their value
//! there.

use crate::lanes::{CODE_BITS, LANES, Lanes, in_lane, rows_at_once, to_lane};
use kamen_core::geometry::Geometry;
use std::marker::PhantomData;

/// The inputs of the board `G`: first the tiles, then single men.
#[derive(Debug)]
pub struct Inputs<G>(PhantomData<G>);

/// The place of a square on its tile.
#[derive(Clone, Copy, Debug)]
struct Spot {
    /// The index of the tile.
    tile: u8,
    /// The weight of the square's digit: a power of 3.
    counts: u16,
}

/// The most squares of a board.
const MOST_SQUARES: usize = 72;
/// The most tiles of a board.
pub const MOST_TILES: usize = 9;
/// The most rows of a tile.
const HIGHEST: usize = 4;
/// The most squares of a tile along a row.
const WIDEST: usize = 2;

impl<G: Geometry> Inputs<G> {
    /// Playing squares per row.
    const ACROSS: usize = G::SQUARES / G::HEIGHT;
    /// Tiles side by side.
    const BESIDE: usize = Self::ACROSS.div_ceil(WIDEST);
    /// Number of tiles.
    pub const TILES: usize = Self::BESIDE * G::HEIGHT.div_ceil(HIGHEST);

    /// The left square of the tile at index `beside` from the left. Tiles are equally wide, or the
    /// left ones are one square wider.
    const fn left(beside: usize) -> usize {
        let narrow = Self::ACROSS / Self::BESIDE;
        let wide = Self::ACROSS % Self::BESIDE;
        beside * narrow + if beside < wide { beside } else { wide }
    }

    /// The top row of the tile at index `below` from the top; the lowest tiles may have fewer rows.
    const fn top(below: usize) -> usize {
        if HIGHEST * below < G::HEIGHT {
            HIGHEST * below
        } else {
            G::HEIGHT
        }
    }

    /// The tile and digit of each square, by its place in the order of the board.
    const SPOTS: &'static [Spot; MOST_SQUARES] = &{
        let mut spots = [Spot { tile: 0, counts: 0 }; MOST_SQUARES];
        let mut tile = 0;
        while tile < Self::TILES {
            let (below, beside) = (tile / Self::BESIDE, tile % Self::BESIDE);
            let mut counts = 1;
            let mut row = Self::top(below);
            while row < Self::top(below + 1) {
                let mut square = Self::left(beside);
                while square < Self::left(beside + 1) {
                    let spot = &mut spots[row * Self::ACROSS + square];
                    spot.tile = tile as u8;
                    spot.counts = counts;
                    counts *= 3;
                    square += 1;
                }
                row += 1;
            }
            tile += 1;
        }
        spots
    };

    /// The first input of each tile; at [`Self::TILES`], the end of the last.
    pub const FIRST: &'static [u16; MOST_TILES + 1] = &{
        assert!(Self::TILES <= MOST_TILES && G::SQUARES <= MOST_SQUARES);
        let mut first = [0; MOST_TILES + 1];
        let mut tile = 0;
        while tile < Self::TILES {
            let (below, beside) = (tile / Self::BESIDE, tile % Self::BESIDE);
            let rows = Self::top(below + 1) - Self::top(below);
            let squares = rows * (Self::left(beside + 1) - Self::left(beside));
            first[tile + 1] = first[tile] + 3u16.pow(squares as u32);
            tile += 1;
        }
        first
    };

    /// Calls `visit(tile, input)` for every tile, from the perspective of a side: its own men, which
    /// move up, and the opponent's.
    #[inline(always)]
    pub fn for_each([own, other]: [G::Bits; 2], mut visit: impl FnMut(usize, usize)) {
        for below in 0..Self::TILES / Self::BESIDE {
            let rows = (Self::top(below)..Self::top(below + 1)).step_by(Self::ROWS_AT_ONCE);
            let band: Lanes = (rows.zip(Self::CODES))
                .map(|(row, codes)| {
                    codes[Self::on_rows(own, row)] + 2 * codes[Self::on_rows(other, row)]
                })
                .sum();
            for beside in 0..Self::BESIDE {
                let tile = below * Self::BESIDE + beside;
                let number = in_lane(band, beside) as usize;
                visit(tile, usize::from(Self::FIRST[tile]) + number);
            }
        }
    }

    /// Rows looked up together.
    const ROWS_AT_ONCE: usize = rows_at_once(Self::ACROSS);

    #[inline(always)]
    fn on_rows(men: G::Bits, row: usize) -> usize {
        match Self::ROWS_AT_ONCE {
            1 => G::on_rows::<1>(men, row),
            _ => G::on_rows::<2>(men, row),
        }
    }

    /// The contribution of men to the numbers of a band of tiles, by their first row, counted from
    /// the band's top, and by the set of men.
    const CODES: &'static [[Lanes; 1 << CODE_BITS]; HIGHEST] = &{
        assert!(Self::BESIDE <= LANES);
        let mut codes = [[0; 1 << CODE_BITS]; HIGHEST];
        let squares = Self::ROWS_AT_ONCE * Self::ACROSS;
        let mut rows = 0;
        while rows < HIGHEST / Self::ROWS_AT_ONCE {
            let mut men = 1usize;
            while men < 1 << squares {
                let lowest = men.trailing_zeros() as usize;
                let spot = Self::SPOTS[rows * squares + lowest];
                let counts = to_lane(spot.counts as Lanes, spot.tile as usize);
                codes[rows][men] = codes[rows][men & (men - 1)] + counts;
                men += 1;
            }
            rows += 1;
        }
        codes
    };

    /// Number of inputs in play.
    pub const IN_PLAY: usize = Self::FIRST[Self::TILES] as usize;

    /// The input of a single man on the square with this place. It exists only in training; in play
    /// its row is added to the rows of the tile. So rare tile numbers still get a sensible row.
    pub const fn man(is_own: bool, place: usize) -> usize {
        Self::IN_PLAY + if is_own { place } else { G::SQUARES + place }
    }

    /// Number of inputs in training, single men included.
    pub const COUNT: usize = Self::man(false, G::SQUARES);

    /// The single-man inputs contained in a tile input; none for other inputs.
    pub fn men_of(input: usize) -> impl Iterator<Item = usize> {
        let first = |tile: usize| usize::from(Self::FIRST[tile]);
        let tile = (0..Self::TILES).find(|&tile| (first(tile)..first(tile + 1)).contains(&input));
        let stands = input - tile.map_or(0, first);
        let spots = Self::SPOTS[..G::SQUARES].iter().enumerate();
        let on_tile = spots.filter(move |(_, spot)| Some(usize::from(spot.tile)) == tile);
        let men = on_tile.map(move |(place, spot)| (place, stands / usize::from(spot.counts) % 3));
        men.filter(|&(_, digit)| digit > 0)
            .map(|(place, digit)| Self::man(digit == 1, place))
    }
}

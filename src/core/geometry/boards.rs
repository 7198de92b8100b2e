//! The boards that the variants are played on.

use super::{Direction, Geometry, Layout, MAX_BITS, Rays};

/// Declares a board: its name, its word and its size.
macro_rules! board {
    ($(#[$doc:meta])* $name:ident, $bits:ty, $width:literal x $height:literal, ghosts $ghosts:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl $name {
            const LAYOUT: Layout = Layout { width: $width, height: $height, ghosts: $ghosts };

            const fn narrow<const N: usize>(wide: [u128; N]) -> [$bits; N] {
                let mut narrow = [0; N];
                let mut i = 0;
                while i < N {
                    narrow[i] = wide[i] as $bits;
                    i += 1;
                }
                narrow
            }
        }

        impl Geometry for $name {
            type Bits = $bits;
            const WIDTH: usize = $width;
            const HEIGHT: usize = $height;
            const SQUARES: usize = Self::LAYOUT.squares();
            const BOARD: $bits = Self::LAYOUT.mask(-1, -1) as $bits;
            const ROWS: &'static [$bits; 16] = &Self::narrow(Self::LAYOUT.lines(false));
            const FILES: &'static [$bits; 16] = &Self::narrow(Self::LAYOUT.lines(true));
            const RAYS: &'static Rays<$bits> = &{
                let wide = Self::LAYOUT.rays();
                let mut rays = [[0; MAX_BITS]; Direction::COUNT];
                let mut d = 0;
                while d < Direction::COUNT {
                    rays[d] = Self::narrow(wide[d]);
                    d += 1;
                }
                rays
            };
            const BIT_OF: &'static [u8; MAX_BITS] = &Self::LAYOUT.order().0;
            const PLACE_OF: &'static [u8; MAX_BITS] = &Self::LAYOUT.order().1;
            const STEPS: [usize; Direction::COUNT] = Self::LAYOUT.steps();
            const EDGES: [$bits; Direction::COUNT] = Self::narrow(Self::LAYOUT.edges());
            const ALL_SQUARES: bool = Self::LAYOUT.is_all_squares();
        }
    };
}

board!(
    /// 32 squares of 8x8, for diagonal lines.
    Board8x8, u64, 8 x 8, ghosts 1
);
board!(
    /// 40 squares of 10 files and 8 rows, for diagonal lines.
    Board10x8, u64, 10 x 8, ghosts 1
);
board!(
    /// 50 squares of 10x10, for diagonal lines.
    Board10x10, u64, 10 x 10, ghosts 1
);
board!(
    /// 50 squares of 10x10, for diagonals, rows and files.
    Board10x10AllLines, u64, 10 x 10, ghosts 3
);
board!(
    /// 72 squares of 12x12, for diagonal lines.
    Board12x12, u128, 12 x 12, ghosts 1
);
board!(
    /// All 64 squares of 8x8, for rows and files.
    Board8x8AllSquares, u64, 8 x 8, ghosts 0
);

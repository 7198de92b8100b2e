//! Where the squares of a board lie in the word, built at compile time.

use super::Direction;

/// Length of tables indexed by bit: 77 bits for 12x12, rounded up.
pub const MAX_BITS: usize = 80;

/// A board of `width` x `height` whose lower left corner is a playing square, with one ghost
/// square after every two rows.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Files, even.
    pub width: usize,
    /// Rows, even.
    pub height: usize,
}

impl Layout {
    /// Playing squares.
    pub const fn squares(self) -> usize {
        self.width * self.height / 2
    }

    /// Bit of the playing square at `row` (0 is the top) and `file` (0 is the left); `None` off the
    /// board and on the squares that are not played on.
    pub const fn bit(self, row: i32, file: i32) -> Option<usize> {
        if row < 0 || file < 0 || row >= self.height as i32 || file >= self.width as i32 {
            return None;
        }
        if (row + file) % 2 == 0 {
            return None;
        }
        let (row, file) = (row as usize, file as usize);
        let two_rows = self.width + 1;
        Some(row / 2 * two_rows + row % 2 * (two_rows / 2) + file / 2)
    }

    /// Bits of one step in each direction, without sign.
    pub const fn steps(self) -> [usize; Direction::COUNT] {
        let short = self.width / 2;
        [short + 1, short, short, short + 1]
    }

    /// The squares on which `row` and `file` are as given; -1 stands for any.
    pub const fn mask(self, row: i32, file: i32) -> u128 {
        let mut mask = 0;
        let mut r = 0;
        while r < self.height as i32 {
            let mut f = 0;
            while f < self.width as i32 {
                if (row < 0 || row == r)
                    && (file < 0 || file == f)
                    && let Some(bit) = self.bit(r, f)
                {
                    mask |= 1 << bit;
                }
                f += 1;
            }
            r += 1;
        }
        mask
    }

    /// Rows (`by_file` false) or files (`by_file` true) as masks.
    pub const fn lines(self, by_file: bool) -> [u128; 16] {
        let mut lines = [0; 16];
        let mut i = 0;
        while i < if by_file { self.width } else { self.height } {
            lines[i] = if by_file {
                self.mask(-1, i as i32)
            } else {
                self.mask(i as i32, -1)
            };
            i += 1;
        }
        lines
    }

    /// The squares from (`row`, `file`) in `direction`, up to the edge.
    const fn ray(self, row: i32, file: i32, direction: Direction) -> u128 {
        let (dr, df) = direction.delta();
        let (mut r, mut f) = (row + dr, file + df);
        let mut ray = 0;
        while let Some(bit) = self.bit(r, f) {
            ray |= 1 << bit;
            r += dr;
            f += df;
        }
        ray
    }

    /// Rays from every square in every direction.
    pub const fn rays(self) -> [[u128; MAX_BITS]; Direction::COUNT] {
        let mut rays = [[0; MAX_BITS]; Direction::COUNT];
        let mut d = 0;
        while d < Direction::COUNT {
            let mut i = 0;
            while i < self.width * self.height {
                let (r, f) = ((i / self.width) as i32, (i % self.width) as i32);
                if let Some(bit) = self.bit(r, f) {
                    rays[d][bit] = self.ray(r, f, Direction::DIAGONALS[d]);
                }
                i += 1;
            }
            d += 1;
        }
        rays
    }

    /// Bit of each playing square in reading order, and the place of each bit in that order (255
    /// for ghosts).
    pub const fn order(self) -> ([u8; MAX_BITS], [u8; MAX_BITS]) {
        let mut bit_of = [255; MAX_BITS];
        let mut place_of = [255; MAX_BITS];
        let (mut i, mut place) = (0, 0);
        while i < self.width * self.height {
            if let Some(bit) = self.bit((i / self.width) as i32, (i % self.width) as i32) {
                bit_of[place] = bit as u8;
                place_of[bit] = place as u8;
                place += 1;
            }
            i += 1;
        }
        (bit_of, place_of)
    }
}

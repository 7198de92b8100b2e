//! Maps the squares of a board to bits of a word, at compile time. Begin with [`Layout`].

use super::Direction;

/// Length of tables indexed by bit: 77 bits for 12x12, rounded up.
pub const MAX_BITS: usize = 80;

/// A board of `width` x `height`, both even, whose lower left corner is a playing square.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// Files.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Ghost squares per two rows, odd; 0 if all squares are playing squares.
    pub ghosts: usize,
}

impl Layout {
    /// Whether all squares are playing squares, not only the dark ones.
    pub const fn is_all_squares(self) -> bool {
        self.ghosts == 0
    }

    /// Number of playing squares.
    pub const fn squares(self) -> usize {
        let all = self.width * self.height;
        if self.is_all_squares() { all } else { all / 2 }
    }

    /// Bit of the playing square at `row` (0 is the top) and `file` (0 is the left); `None` off the
    /// board and on other squares.
    pub const fn bit(self, row: i32, file: i32) -> Option<usize> {
        if row < 0 || file < 0 || row >= self.height as i32 || file >= self.width as i32 {
            return None;
        }
        let (row, file) = (row as usize, file as usize);
        if self.is_all_squares() {
            return Some(row * self.width + file);
        }
        if (row + file).is_multiple_of(2) {
            return None;
        }
        let two_rows = self.width + self.ghosts;
        Some(row / 2 * two_rows + row % 2 * (two_rows / 2) + file / 2)
    }

    /// Change of row and file from a square to the next in a direction.
    const fn delta(self, direction: Direction) -> (i32, i32) {
        let (row, file) = direction.delta();
        if self.is_all_squares() || direction.is_diagonal() {
            (row, file)
        } else {
            (2 * row, 2 * file)
        }
    }

    /// Bit distance of one step in each direction, unsigned.
    pub const fn steps(self) -> [usize; Direction::COUNT] {
        if self.is_all_squares() {
            let row = self.width;
            return [row + 1, row, row - 1, 1, 1, row - 1, row, row + 1];
        }
        let rows = self.width + self.ghosts;
        let (short, long) = (rows / 2, rows / 2 + 1);
        [long, rows, short, 1, 1, short, rows, long]
    }

    /// Per direction, squares from which a step would wrap onto another line.
    pub const fn edges(self) -> [u128; Direction::COUNT] {
        let mut edges = [0; Direction::COUNT];
        let mut d = 0;
        while self.is_all_squares() && d < Direction::COUNT {
            edges[d] = match Direction::ALL[d].delta().1 {
                -1 => self.mask(-1, 0),
                1 => self.mask(-1, self.width as i32 - 1),
                _ => 0,
            };
            d += 1;
        }
        edges
    }

    /// The squares with this `row` and `file`; -1 stands for any.
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

    /// The squares from (`row`, `file`) in `direction` to the edge.
    const fn ray(self, row: i32, file: i32, direction: Direction) -> u128 {
        let (dr, df) = self.delta(direction);
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
                    rays[d][bit] = self.ray(r, f, Direction::ALL[d]);
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

//! Regions around kings, in which all pieces count: what men alone cannot tell, such as a king that holds two men.
//!
//! The pieces in a region form a number in base 5, one digit per square: 0 for none, 1 for an own man, 2 for an own
//! king, 3 for an opponent's man, 4 for an opponent's king, in the order of the [men's regions](super::cut). Only regions
//! with a king count.

use super::cut::{Cut, MOST_ROWS, Shape};
use crate::lanes::{Lanes, in_lane, lanes_in_use, to_lane};
use kamen_core::board::{Board, Color};
use kamen_core::geometry::{Bits, Geometry};

/// The most playing squares of a row.
const MOST_ACROSS: usize = 8;

impl<G: Geometry> Cut<G> {
    /// The shape of the regions around kings.
    pub const AROUND_KINGS: Shape = Shape {
        rows: 3,
        squares: 2,
        step: 1,
    };
    /// Number of arrangements of pieces in a region around kings.
    pub const AROUND_KINGS_SIZE: usize =
        5usize.pow((Self::AROUND_KINGS.rows * Self::AROUND_KINGS.squares) as u32);
    /// Number of weights of all regions around kings.
    pub const AROUND_KINGS_WEIGHTS: usize =
        Self::regions(Self::AROUND_KINGS) * Self::AROUND_KINGS_SIZE;

    /// If there is a king on the board, calls `visit(sign, region, base, stands)` for every region around kings, as
    /// [`Cut::for_each_in_play`] does. `stands` is 0 where no king stands, as in an empty region, which is worth nothing. Regions
    /// and weights count from 0.
    #[inline(always)]
    pub fn for_each_around_kings(
        board: &Board<G::Bits>,
        mut visit: impl FnMut(i32, usize, usize, usize),
    ) {
        if board.kings.is_empty() {
            return;
        }
        let [white, black] = [Color::White, Color::Black].map(|color| board.of(color));
        let [own, other, kings] = [black, white, board.kings].map(G::turned);
        Self::around_kings([white, black], board.kings, |region, stands| {
            visit(1, region, region * Self::AROUND_KINGS_SIZE, stands);
        });
        Self::around_kings([own, other], kings, |region, stands| {
            visit(-1, region, region * Self::AROUND_KINGS_SIZE, stands);
        });
    }

    /// Visits the regions from one side: own pieces, those of the other side, and the kings among them.
    #[inline(always)]
    fn around_kings(
        [own, other]: [G::Bits; 2],
        kings: G::Bits,
        mut visit: impl FnMut(usize, usize),
    ) {
        let shape = Self::AROUND_KINGS;
        let tops = Self::tops(shape) / 2;
        let mut rows: [Lanes; MOST_ROWS] = [0; MOST_ROWS];
        let mut with_king: [Lanes; MOST_ROWS] = [0; MOST_ROWS];
        for row in 0..tops + shape.rows - 1 {
            let code = |set| Self::AROUND_KINGS_CODES[G::on_rows::<1>(set, row)];
            with_king[row] = code(kings);
            rows[row] = code(own) + 3 * code(other) + with_king[row];
        }
        for top in 0..tops {
            let with_king = with_king[top] | with_king[top + 1] | with_king[top + 2];
            let stands = (rows[top] * 25 + rows[top + 1]) * 25 + rows[top + 2];
            // Without branches: which of the regions have a king cannot be foreseen.
            let stands = stands & lanes_in_use(with_king);
            for lane in 0..Self::lanes(shape) {
                visit(
                    top * Self::lanes(shape) + lane,
                    in_lane(stands, lane) as usize,
                );
            }
        }
    }

    /// The contribution of a set of pieces on a row to the number of each lane.
    const AROUND_KINGS_CODES: &'static [Lanes; 1 << MOST_ACROSS] = &{
        let shape = Self::AROUND_KINGS;
        assert!(
            Self::ACROSS <= MOST_ACROSS && Self::tops(shape).is_multiple_of(2) && shape.rows == 3
        );
        let mut codes = [0; 1 << MOST_ACROSS];
        let mut pieces = 0;
        while pieces < 1 << Self::ACROSS {
            let mut lane = 0;
            while lane < Self::lanes(shape) {
                let left = Self::left(shape, lane);
                let number = (pieces >> left & 1) + 5 * (pieces >> (left + 1) & 1);
                codes[pieces] += to_lane(number as Lanes, lane);
                lane += 1;
            }
            pieces += 1;
        }
        codes
    };
}

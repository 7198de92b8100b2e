//! The prime code: the moves of a winner as whole numbers that are the same wherever on the board, and in whichever of the eight
//! mirror forms, the game was played.
//!
//! A number is the shift from one move of the winner to his next one. The primes from 5 on stand for shifts of 1, 2, 3, ..
//! in turn along the two axes: 5, 11, 17, 23 along x and 7, 13, 19, 29 along y. A shift along both is the product; times 2
//! against the direction of reference on x, times 3 on y. The directions are those of the first shift that has a part on the
//! axis, and x is the axis with the larger part of the first shift whose parts differ.

use crate::board::{DIRECTIONS, ROW, Side, Square};
use std::collections::HashSet;
use std::sync::LazyLock;

/// The longest shift along an axis whose number, with one of the same length along the other, fits into 32 bits.
pub const LONGEST_SHIFT: usize = 1467;

/// The primes from 5 on: for a shift of n the first of the pair n - 1 along x, the second along y.
static PRIMES: LazyLock<Vec<u32>> = LazyLock::new(|| {
    let mut primes: Vec<u32> = Vec::with_capacity(2 * LONGEST_SHIFT);
    // Numbers without the factors 2 and 3.
    let mut numbers = (5..).filter(|n| n % 2 != 0 && n % 3 != 0);
    while primes.len() < 2 * LONGEST_SHIFT {
        let Some(n) = numbers.next() else { break };
        let mut smaller = primes.iter().take_while(|&&p| p * p <= n);
        if smaller.all(|p| n % p != 0) {
            primes.push(n);
        }
    }
    primes
});

/// Why numbers are no record of a win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// A number that is no shift.
    #[error(
        "number {place}: {found} is no shift, expected a product of a prime of each axis at most, with 2 and 3 for their directions"
    )]
    NoShift {
        /// Which one, from 1.
        place: usize,
        /// The number.
        found: u32,
    },
    /// The moves meet a square twice.
    #[error("number {place} leads to a square that has a stone")]
    Occupied {
        /// Which one, from 1.
        place: usize,
    },
    /// The row of five is missing, or made too early.
    #[error("five stones in a row are made {}, expected by the last of {moves} moves", match made {
        Some(_) => "earlier",
        None => "nowhere",
    })]
    NoWin {
        /// The move that makes it, from 1.
        made: Option<usize>,
        /// The moves.
        moves: usize,
    },
    /// Another form of the same shifts is the one that is used.
    #[error("the directions of reference are not those of the first moves")]
    Form,
    /// A shift that is too long.
    #[error("a shift is longer than {LONGEST_SHIFT} squares")]
    TooLong,
}

/// One of the eight ways to turn and mirror a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    swaps: bool,
    x: i16,
    y: i16,
}

impl Symmetry {
    /// Nothing changes.
    pub const IDENTITY: Symmetry = Symmetry {
        swaps: false,
        x: 1,
        y: 1,
    };

    /// All of them, the identity first.
    pub fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|n| Symmetry {
            swaps: n & 4 != 0,
            x: if n & 1 == 0 { 1 } else { -1 },
            y: if n & 2 == 0 { 1 } else { -1 },
        })
    }

    /// A shift turned and mirrored: exchanged axes first, then directions.
    pub fn of(self, shift: Square) -> Square {
        let (x, y) = match self.swaps {
            true => (shift.y, shift.x),
            false => (shift.x, shift.y),
        };
        Square::new(x * self.x, y * self.y)
    }
}

/// The moves of a winner, from his first one to the row of five.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Win {
    codes: Vec<u32>,
    shifts: Vec<Square>,
}

impl Win {
    /// The win whose moves these are, in their order.
    ///
    /// # Errors
    /// They end with no row of five, or make it earlier.
    pub fn of_moves(moves: &[Square]) -> Result<Win, CodeError> {
        check(moves)?;
        let shifts: Vec<Square> = moves.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let form = reference(&shifts)?;
        let shifts: Vec<Square> = shifts.into_iter().map(|shift| form.of(shift)).collect();
        let codes = codes(&shifts)?;
        Ok(Win { codes, shifts })
    }

    /// The win that these numbers stand for.
    ///
    /// # Errors
    /// They stand for none.
    pub fn of_codes(codes: Vec<u32>) -> Result<Win, CodeError> {
        let mut shifts = Vec::with_capacity(codes.len());
        for (place, &found) in (1..).zip(&codes) {
            shifts.push(shift(found).ok_or(CodeError::NoShift { place, found })?);
        }
        let mut moves = vec![Square::default()];
        let ends = shifts.iter().scan(Square::default(), |at, &shift| {
            *at = *at + shift;
            Some(*at)
        });
        moves.extend(ends);
        let win = Win::of_moves(&moves)?;
        (win.codes == codes).then_some(win).ok_or(CodeError::Form)
    }

    /// The numbers.
    pub fn codes(&self) -> &[u32] {
        &self.codes
    }

    /// The shifts from move to move, in the directions of reference.
    pub fn shifts(&self) -> &[Square] {
        &self.shifts
    }
}

/// Checks that the last move makes the only row of five.
fn check(moves: &[Square]) -> Result<(), CodeError> {
    let mut stones = HashSet::new();
    let makes_row = |stones: &HashSet<Square>, at: Square| {
        DIRECTIONS.iter().any(|&direction| {
            let run = |sign: i16| {
                (1..)
                    .take_while(|n| stones.contains(&(at + direction * (n * sign))))
                    .count()
            };
            run(1) + run(-1) + 1 >= ROW
        })
    };
    for (place, &at) in (0..).zip(moves) {
        if !stones.insert(at) {
            return Err(CodeError::Occupied { place });
        }
        if makes_row(&stones, at) {
            let last = place + 1 == moves.len();
            return last.then_some(()).ok_or(CodeError::NoWin {
                made: Some(place + 1),
                moves: moves.len(),
            });
        }
    }
    Err(CodeError::NoWin {
        made: None,
        moves: moves.len(),
    })
}

/// The symmetry that gives shifts their directions of reference.
fn reference(shifts: &[Square]) -> Result<Symmetry, CodeError> {
    let uneven = shifts.iter().find(|s| s.x.abs() != s.y.abs());
    let forms = Symmetry::all().filter(|form| {
        let mut turned = shifts.iter().map(|&shift| form.of(shift));
        let first_x = turned.clone().map(|s| s.x).find(|&x| x != 0);
        let first_y = turned.clone().map(|s| s.y).find(|&y| y != 0);
        let first_uneven = turned.find(|s| s.x.abs() != s.y.abs());
        first_x.is_none_or(|x| x > 0)
            && first_y.is_none_or(|y| y > 0)
            && first_uneven.is_none_or(|s| s.x.abs() > s.y.abs())
    });
    // Without a shift of unequal parts both axes may be x; the smaller numbers decide. A direction that is never used is free.
    let best = match uneven {
        Some(_) => forms.take(1).next(),
        None => {
            let numbered = forms.filter_map(|form| {
                let turned: Vec<Square> = shifts.iter().map(|&shift| form.of(shift)).collect();
                Some((codes(&turned).ok()?, form))
            });
            numbered.min_by(|a, b| a.0.cmp(&b.0)).map(|found| found.1)
        }
    };
    best.ok_or(CodeError::TooLong)
}

/// The numbers of shifts in the directions of reference.
fn codes(shifts: &[Square]) -> Result<Vec<u32>, CodeError> {
    let code = |shift: &Square| {
        let part = |length: i16, axis: usize, against: u32| {
            let n = usize::from(length.unsigned_abs());
            let prime = match n {
                0 => 1,
                _ => *PRIMES.get(2 * (n - 1) + axis)?,
            };
            Some(if length < 0 { prime * against } else { prime })
        };
        part(shift.x, 0, 2)?.checked_mul(part(shift.y, 1, 3)?)
    };
    let codes: Option<Vec<u32>> = shifts.iter().map(code).collect();
    codes.ok_or(CodeError::TooLong)
}

/// The shift of a number.
fn shift(code: u32) -> Option<Square> {
    let mut rest = code;
    let mut divides = |factor: u32| {
        let is_factor = rest != 0 && rest.is_multiple_of(factor);
        rest = if is_factor { rest / factor } else { rest };
        is_factor
    };
    let (against_x, against_y) = (divides(2), divides(3));
    let mut along = [0_i16; 2];
    for (place, &prime) in PRIMES.iter().enumerate() {
        let length = (place / 2 + 1) as i16;
        let part = along.get_mut(place % 2).filter(|part| **part == 0);
        if let Some(part) = part
            && divides(prime)
        {
            *part = length;
        }
    }
    let [x, y] = along;
    let is_shift =
        rest == 1 && (x, y) != (0, 0) && (x != 0 || !against_x) && (y != 0 || !against_y);
    let signed = |length: i16, against: bool| if against { -length } else { length };
    is_shift.then_some(Square::new(signed(x, against_x), signed(y, against_y)))
}

/// The moves of a side on a board, the first one first, as [`Win::of_moves`] wants them.
pub fn moves_of(board: &crate::board::Board, side: Side) -> Vec<Square> {
    let mut moves: Vec<Square> = board.stones_of(side).collect();
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The records that the thesis prints.
    const PRINTED: [&[u32]; 3] = [
        &[35, 858, 210, 119, 10, 21, 5, 22, 17],
        &[35, 858, 210, 119, 7, 22, 7, 70, 2001],
        &[35, 858, 210, 119, 10, 130, 285, 10, 11, 5],
    ];

    /// Where the moves of a win lead from a square, in a form.
    fn played(win: &Win, from: Square, form: Symmetry) -> Vec<Square> {
        let mut moves = vec![from];
        for &shift in win.shifts() {
            let last = *moves.last().unwrap();
            moves.push(last + form.of(shift));
        }
        moves
    }

    #[test]
    fn the_printed_records_are_wins_and_come_back_in_all_forms_and_places() {
        for codes in PRINTED {
            let win = Win::of_codes(codes.to_vec()).unwrap();
            assert_eq!(win.codes(), codes);
            for form in Symmetry::all() {
                for from in [Square::new(7, 7), Square::new(15, 3)] {
                    let again = Win::of_moves(&played(&win, from, form)).unwrap();
                    assert_eq!(again, win, "{form:?} from {from}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_shifts() {
        let cases = [
            (35, Some((1, 1))),
            (210, Some((-1, -1))),
            (858, Some((-2, -2))),
            (119, Some((3, 1))),
            (10, Some((-1, 0))),
            (21, Some((0, -1))),
            (2001, Some((4, -4))),
            (0, None),
            (1, None),
            (2, None),
            (15, None),
            (14, None),
            (25, None),
            (55, None),
            (20, None),
            (u32::MAX, None),
        ];
        for (code, expected) in cases {
            let expected = expected.map(|(x, y)| Square::new(x, y));
            assert_eq!(shift(code), expected, "{code}");
            if let Some(shift) = expected {
                assert_eq!(codes(&[shift]), Ok(vec![code]));
            }
        }
        // The longest one against both directions; the next one has no room.
        let number = |n: usize| u64::from(PRIMES[2 * n - 2]) * u64::from(PRIMES[2 * n - 1]) * 6;
        assert!(number(LONGEST_SHIFT) <= u64::from(u32::MAX));
        let next_primes: [u64; 2] = [26_759, 26_777];
        assert!(next_primes.iter().product::<u64>() * 6 > u64::from(u32::MAX));
        let longest = -(LONGEST_SHIFT as i16);
        let both = Square::new(longest, longest);
        assert_eq!(shift(codes(&[both]).unwrap()[0]), Some(both));
    }

    #[test]
    fn what_is_no_win_is_refused_with_its_place() {
        let cases: &[(&[u32], &str)] = &[
            (&[35, 858, 210, 120, 10], "number 4: 120 is no shift"),
            (&[35, 210, 5], "number 2 leads to a square that has a stone"),
            (
                &[35, 858, 210, 119],
                "are made nowhere, expected by the last of 5",
            ),
            (&[5, 5, 5, 5, 5], "are made earlier"),
            (&[10, 10, 10, 10], "the directions of reference"),
            (&[7, 7, 7, 7], "the directions of reference"),
            (&[], "nowhere"),
        ];
        for (codes, expected) in cases {
            let error = Win::of_codes(codes.to_vec()).unwrap_err().to_string();
            assert!(error.contains(expected), "{codes:?}: {error}");
        }
    }

    proptest! {
        #[test]
        fn any_win_has_one_code_in_its_eight_forms(
            mut moves in proptest::collection::vec((0_i16..23, 0_i16..23), 0..12),
            row in 0_usize..4,
        ) {
            // A row at a place of its own, so that there is one.
            moves.extend((0..5).map(|n| {
                let at = Square::new(40, 40) + DIRECTIONS[row] * n;
                (at.x, at.y)
            }));
            let moves: Vec<Square> = moves.into_iter().map(|(x, y)| Square::new(x, y)).collect();
            if let Ok(win) = Win::of_moves(&moves) {
                prop_assert_eq!(&Win::of_codes(win.codes().to_vec()), &Ok(win.clone()));
                for form in Symmetry::all() {
                    let turned: Vec<Square> = moves.iter().map(|&at| form.of(at)).collect();
                    prop_assert_eq!(&Win::of_moves(&turned), &Ok(win.clone()));
                }
            }
        }

        #[test]
        fn no_numbers_panic(codes in proptest::collection::vec(any::<u32>(), 0..6)) {
            let _ = Win::of_codes(codes);
        }
    }
}

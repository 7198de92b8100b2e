//! The prime code: the moves of a winner as whole numbers that are the same wherever on the board, and in whichever of the eight
//! mirror forms, the game was played.
//!
//! A number is the shift from one move of the winner to his next one. The primes from 5 on stand for shifts of 1, 2, 3, ..
//! in turn along the two axes: 5, 11, 17, 23 along x and 7, 13, 19, 29 along y. A shift along both is the product; times 2
//! against the direction of reference on x, times 3 on y. The directions are those of the first shift that has a part on the
//! axis, and x is the axis with the larger part of the first shift whose parts differ.

use crate::board::{DIRECTIONS, ROW, Square};
use kamen_files::LineDamage;
use std::collections::HashSet;
use std::fmt;
use std::iter::{once, successors};
use std::str::FromStr;
use std::sync::LazyLock;

/// The longest shift along an axis whose number, with one of the same length along the other, fits into 32 bits.
pub const LONGEST_SHIFT: usize = 1467;

/// The factors of shifts by their length, along x and along y.
static FACTORS: LazyLock<Vec<[u32; 2]>> = LazyLock::new(|| {
    let is_prime = |n: &u32| (2..=n.isqrt()).all(|d| !n.is_multiple_of(d));
    let factors = [1, 1].into_iter().chain((5..).filter(is_prime));
    let factors: Vec<u32> = factors.take(2 * LONGEST_SHIFT + 2).collect();
    factors.as_chunks().0.to_vec()
});

/// The factors of shifts against the directions of reference on x and on y.
const AGAINST: [u32; 2] = [2, 3];

/// Why moves, or a line with numbers, are no record of a win.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// The line is not what was written.
    #[error(transparent)]
    Damage(#[from] LineDamage),
    /// A word is no number.
    #[error("found '{0}', expected a whole number")]
    Word(String),
    /// A number, after its place from 1, that is no shift.
    #[error(
        "number {0}: {1} is no shift, expected a product of a prime of each axis at most, with 2 and 3 for their directions"
    )]
    NoShift(usize, u32),
    /// The moves meet a square twice, the second time by the number of this place from 1.
    #[error("number {0} leads to a square that has a stone")]
    Occupied(usize),
    /// The row of five is missing, or made before the last move, whose number follows.
    #[error("five stones in a row are made {0}, expected by the last of {1} moves")]
    NoWin(&'static str, usize),
    /// Another form of the same shifts is the one that is used.
    #[error("the directions of reference are not those of the first moves")]
    Form,
    /// A shift that is too long.
    #[error("a shift is longer than {LONGEST_SHIFT} squares")]
    TooLong,
}

/// A way to turn and mirror a shift.
pub type Symmetry = fn(Square) -> Square;

/// The eight forms of a board: as it is, with left and right exchanged, and so on.
pub const FORMS: [Symmetry; 8] = [
    |Square(x, y)| Square(x, y),
    |Square(x, y)| Square(x.wrapping_neg(), y),
    |Square(x, y)| Square(x, y.wrapping_neg()),
    |Square(x, y)| Square(x.wrapping_neg(), y.wrapping_neg()),
    |Square(x, y)| Square(y, x),
    |Square(x, y)| Square(y.wrapping_neg(), x),
    |Square(x, y)| Square(y, x.wrapping_neg()),
    |Square(x, y)| Square(y.wrapping_neg(), x.wrapping_neg()),
];

/// Where shifts lead in a form: the first square, and one for each of them.
pub fn path(form: Symmetry, from: Square, shifts: &[Square]) -> Vec<Square> {
    let ends = shifts.iter().scan(from, |at, &shift| {
        *at = *at + form(shift);
        Some(*at)
    });
    once(from).chain(ends).collect()
}

/// The moves of a winner, from his first one to the row of five. As a text it is its numbers, with spaces between.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
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
        let in_form = |form: Symmetry| {
            let shifts = moves.windows(2).map(|pair| form(pair[1] - pair[0]));
            let shifts: Vec<Square> = shifts.collect();
            let codes = shifts.iter().copied().map(code).collect::<Option<_>>()?;
            has_reference(&shifts).then_some(Win { codes, shifts })
        };
        // Where no shift has unequal parts both axes may be x; the smaller numbers decide.
        let wins = FORMS.into_iter().filter_map(in_form);
        wins.min().ok_or(CodeError::TooLong)
    }

    /// The shifts from move to move, in the directions of reference.
    pub fn shifts(&self) -> &[Square] {
        &self.shifts
    }
}

impl FromStr for Win {
    type Err = CodeError;

    fn from_str(text: &str) -> Result<Win, CodeError> {
        let (mut codes, mut shifts) = (Vec::new(), Vec::new());
        for word in text.split_whitespace() {
            let shown = || word.chars().filter(|c| !c.is_control()).take(20).collect();
            codes.push(word.parse().map_err(|_| CodeError::Word(shown()))?);
        }
        for (place, &code) in (1..).zip(&codes) {
            shifts.push(shift(code).ok_or(CodeError::NoShift(place, code))?);
        }
        let win = Win::of_moves(&path(FORMS[0], Square::default(), &shifts))?;
        (win.codes == codes).then_some(win).ok_or(CodeError::Form)
    }
}

impl fmt::Display for Win {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.codes.iter().map(u32::to_string).collect();
        write!(f, "{}", numbers.join(" "))
    }
}

/// Checks that the last move makes the only row of five.
fn check(moves: &[Square]) -> Result<(), CodeError> {
    let mut stones = HashSet::new();
    for (number, &at) in (1..).zip(moves) {
        if !stones.insert(at) {
            return Err(CodeError::Occupied(number - 1));
        }
        let run = |way: Square| {
            let line = successors(Some(at + way), |&square| Some(square + way));
            line.take_while(|square| stones.contains(square)).count()
        };
        let mut rows = DIRECTIONS.iter().map(|&ways| ways.map(run));
        if rows.any(|[ahead, behind]| ahead + behind + 1 >= ROW) {
            let early = CodeError::NoWin("earlier", moves.len());
            return if number == moves.len() {
                Ok(())
            } else {
                Err(early)
            };
        }
    }
    Err(CodeError::NoWin("nowhere", moves.len()))
}

/// Whether shifts are in the directions of reference: the first part along x, the first one along y, and the first excess of x over y
/// are positive. A direction that is never used is free.
fn has_reference(shifts: &[Square]) -> bool {
    let parts: [fn(&Square) -> i32; 3] = [
        |shift| shift.0.into(),
        |shift| shift.1.into(),
        |shift| i32::from(shift.0).abs() - i32::from(shift.1).abs(),
    ];
    parts.into_iter().all(|part| {
        let first = shifts.iter().map(part).find(|&part| part != 0);
        first.is_none_or(|part| part > 0)
    })
}

/// The number of a shift in the directions of reference; `None` if it is too long.
fn code(Square(x, y): Square) -> Option<u32> {
    let part = |length: i16, axis: usize| {
        let factors = FACTORS.get(usize::from(length.unsigned_abs()))?;
        let against = if length < 0 { AGAINST[axis] } else { 1 };
        Some(factors[axis] * against)
    };
    part(x, 0)?.checked_mul(part(y, 1)?)
}

/// The shift of a number: its first prime of each axis, if they alone make it.
fn shift(number: u32) -> Option<Square> {
    let part = |axis: usize| {
        let mut primes = FACTORS.iter().skip(1).map(|factors| factors[axis]);
        let place = primes.position(|prime| number.is_multiple_of(prime));
        let length = place.map_or(0, |place| place as i16 + 1);
        let is_against = number.is_multiple_of(AGAINST[axis]);
        if is_against { -length } else { length }
    };
    let shift = Square(part(0), part(1));
    (shift != Square::default() && code(shift) == Some(number)).then_some(shift)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The records that the thesis prints.
    pub(crate) const PRINTED: &str = "35 858 210 119 10 21 5 22 17\n\
        35 858 210 119 7 22 7 70 2001\n35 858 210 119 10 130 285 10 11 5\n";

    #[test]
    fn the_printed_records_are_wins_and_come_back_in_all_forms_and_places() {
        for printed in PRINTED.lines() {
            let win: Win = printed.parse().unwrap();
            assert_eq!(win.to_string(), printed);
            for form in FORMS {
                for from in [Square(7, 7), Square(15, 3)] {
                    let again = Win::of_moves(&path(form, from, win.shifts()));
                    assert_eq!(again.as_ref(), Ok(&win), "{form:?} from {from}");
                }
            }
        }
    }

    #[test]
    fn numbers_are_shifts() {
        let cases = [
            (35, (1, 1)),
            (210, (-1, -1)),
            (858, (-2, -2)),
            (119, (3, 1)),
            (10, (-1, 0)),
            (21, (0, -1)),
            (2001, (4, -4)),
        ];
        for (number, (x, y)) in cases {
            let expected = Square(x, y);
            assert_eq!(
                (shift(number), code(expected)),
                (Some(expected), Some(number))
            );
        }
        for number in [0, 1, 2, 14, 15, 20, 25, 55, u32::MAX] {
            assert_eq!(shift(number), None, "{number}");
        }
        // The longest one against both directions; the next one has no room.
        let longest = Square(-(LONGEST_SHIFT as i16), -(LONGEST_SHIFT as i16));
        assert_eq!(code(longest).and_then(shift), Some(longest));
        let next_primes: [u64; 2] = [26_759, 26_777];
        assert!(next_primes.iter().product::<u64>() * 6 > u64::from(u32::MAX));
    }

    proptest! {
        #[test]
        fn any_win_has_one_code_in_its_eight_forms(
            moves in proptest::collection::vec((0_i16..23, 0_i16..23), 0..12),
            row in 0_usize..4,
        ) {
            let mut moves: Vec<Square> = moves.into_iter().map(|(x, y)| Square(x, y)).collect();
            // A row at a place of its own, so that there is one.
            moves.extend(path(FORMS[0], Square(40, 40), &[DIRECTIONS[row][0]; 4]));
            if let Ok(win) = Win::of_moves(&moves) {
                prop_assert_eq!(win.to_string().parse(), Ok(win.clone()));
                for form in FORMS {
                    let turned: Vec<Square> = moves.iter().map(|&at| form(at)).collect();
                    prop_assert_eq!(Win::of_moves(&turned), Ok(win.clone()));
                }
            }
        }

        #[test]
        fn no_numbers_panic(numbers in proptest::collection::vec(any::<u32>(), 0..6)) {
            let words: Vec<String> = numbers.iter().map(u32::to_string).collect();
            let _ = words.join(" ").parse::<Win>();
        }
    }
}

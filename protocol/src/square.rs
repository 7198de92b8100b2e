//! Names of squares: numbers and letters, without a board.

use std::fmt;
use std::str::FromStr;

use nom::Parser;
use nom::character::complete::digit1;

use crate::ParseError;
use crate::lex::{Parsed, Span, expect, fail};

/// The letters that name a file; ten files is the widest lettered board (Spantsireti).
const FILES: &str = "abcdefghij";
/// Cyrillic letters that look like those of files, which files written on Russian keyboards have.
const CYRILLIC: [(char, char); 8] = [
    ('а', 'a'),
    ('А', 'a'),
    ('В', 'b'),
    ('с', 'c'),
    ('С', 'c'),
    ('е', 'e'),
    ('Е', 'e'),
    ('Н', 'h'),
];

/// A square as it is written (PDN 3.0, section "Squares"); whether it exists is not known here.
///
/// The order is that of the numbers, then of the letters (a1, a3, c1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SquareName {
    /// The number printed on the board, from 1.
    Number(u16),
    /// File letter and rank digit, as in `c3`.
    Letters {
        /// 0 for the `a` file; up to 9 is read.
        file: u8,
        /// The rank as written, from 1; 0 where a short move names the file alone (`cd4`), see
        /// [`MoveText`](crate::MoveText).
        rank: u8,
    },
}

impl SquareName {
    /// Reads one square and nothing else: `32`, `07`, `c3`, `C3` (PDN 3.0, "Squares").
    ///
    /// # Errors
    /// Anything else, the number 0, a number above 65535 and a rank above 255.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Span::new(text).parse("the end of the square", square)
    }

    /// Whether the square is named by a letter and a digit.
    #[must_use]
    pub const fn is_letters(self) -> bool {
        matches!(self, Self::Letters { .. })
    }

    /// Whether only the file is named, as in short moves.
    #[must_use]
    pub const fn is_file(self) -> bool {
        matches!(self, Self::Letters { rank: 0, .. })
    }
}

/// Reads a square at the start of `input`.
pub(crate) fn square(input: &str) -> Parsed<'_, SquareName> {
    match input.chars().next() {
        Some('0'..='9') => numbered(input),
        Some(letter) if file_of(letter).is_some() => lettered(input),
        _ => fail(input, "a square"),
    }
}

/// The file that a letter names, in either case.
pub(crate) fn file_of(letter: char) -> Option<u8> {
    let like = CYRILLIC.iter().find(|(cyrillic, _)| *cyrillic == letter);
    let letter = like.map_or(letter.to_ascii_lowercase(), |&(_, latin)| latin);
    FILES.find(letter).map(|file| file as u8)
}

/// Reads the letter of a file at the start of `input`.
pub(crate) fn file(input: &str) -> Parsed<'_, u8> {
    let mut letters = input.chars();
    match letters.next().and_then(file_of) {
        Some(file) => Ok((letters.as_str(), file)),
        None => fail(input, "a square"),
    }
}

fn numbered(input: &str) -> Parsed<'_, SquareName> {
    let (rest, digits) = expect("a square", digit1).parse(input)?;
    match digits.parse() {
        Ok(number) if number > 0 => Ok((rest, SquareName::Number(number))),
        _ => fail(input, "a square number from 1 to 65535"),
    }
}

fn lettered(input: &str) -> Parsed<'_, SquareName> {
    let (after, file) = file(input)?;
    let (rest, digits) = expect("a rank after the letter", digit1).parse(after)?;
    match digits.parse() {
        Ok(rank) if rank > 0 => Ok((rest, SquareName::Letters { file, rank })),
        _ => fail(after, "a rank from 1 to 255"),
    }
}

impl FromStr for SquareName {
    type Err = ParseError;

    /// As [`SquareName::parse`].
    fn from_str(text: &str) -> Result<Self, ParseError> {
        Self::parse(text)
    }
}

/// Writes the number, or the lower-case letter and the rank, if it has one; `?` for a file beyond
/// `z`.
impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Letters { file, rank } => {
                let letter = if file < 26 {
                    (b'a' + file) as char
                } else {
                    '?'
                };
                match rank {
                    0 => write!(f, "{letter}"),
                    rank => write!(f, "{letter}{rank}"),
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn letters(file: u8, rank: u8) -> SquareName {
        SquareName::Letters { file, rank }
    }

    const GOOD: &[(&str, SquareName, &str)] = &[
        ("1", SquareName::Number(1), "1"),
        ("07", SquareName::Number(7), "7"),
        ("0000000000050", SquareName::Number(50), "50"),
        ("65535", SquareName::Number(65535), "65535"),
        ("a1", letters(0, 1), "a1"),
        ("C3", letters(2, 3), "c3"),
        ("j10", letters(9, 10), "j10"),
        ("h08", letters(7, 8), "h8"),
        // Cyrillic letters.
        ("с3", letters(2, 3), "c3"),
        ("Н4", letters(7, 4), "h4"),
    ];

    const BAD: &[(&str, usize, &str)] = &[
        ("", 0, "a square"),
        ("k1", 0, "a square"),
        ("0", 0, "a square number from 1 to 65535"),
        ("65536", 0, "a square number from 1 to 65535"),
        (
            "99999999999999999999999",
            0,
            "a square number from 1 to 65535",
        ),
        ("a", 1, "a rank after the letter"),
        ("a0", 1, "a rank from 1 to 255"),
        ("a256", 1, "a rank from 1 to 255"),
        ("12 ", 2, "the end of the square"),
        ("-1", 0, "a square"),
        ("٣", 0, "a square"),
        ("д4", 0, "a square"),
    ];

    #[test]
    fn good_squares() {
        for (text, square, printed) in GOOD {
            assert_eq!(SquareName::parse(text), Ok(*square), "{text}");
            assert_eq!(square.to_string(), *printed, "{text}");
        }
    }

    #[test]
    fn bad_squares() {
        for (text, at, expected) in BAD {
            assert_eq!(
                SquareName::parse(text),
                Err(ParseError::new(text, *at, *expected)),
                "{text}"
            );
        }
    }

    #[test]
    fn impossible_file_is_printable() {
        assert_eq!(letters(255, 1).to_string(), "?1");
    }
}

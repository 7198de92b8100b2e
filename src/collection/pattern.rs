//! Positions of which some squares are given. Begin with [`Pattern`].

use kamen_core::board::{Color, Kind};
use kamen_core::game::AnyPosition;
use kamen_core::geometry::Square;
use kamen_core::notation::square_named;
use kamen_core::rules::Variant;
use kamen_protocol::SquareName;

/// What has to stand on some squares; the others are free. It is written as a FEN, of which nothing but the squares that it names
/// counts: `W:W31,K32:B14:E33,34` is White to move, a man on 31, a king on 32, a black man on 14 and nothing on 33 and 34.
///
/// The side to move may be left out, or be `?`. `?31` in place of `31` and `K31` is a man or a king. A range such as `31-35` stands for
/// all numbers in it.
///
/// ```
/// use kamen_collection::Pattern;
/// use kamen_core::{AnyPosition, Variant};
///
/// let start = AnyPosition::start(Variant::International);
/// let pattern = Pattern::parse(Variant::International, "?:W31,?32:B16-20:E21,22")?;
/// assert!(pattern.is_in(&start));
/// assert!(!Pattern::parse(Variant::International, "B:W31")?.is_in(&start));
/// # Ok::<(), kamen_collection::PatternError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    variant: Variant,
    turn: Option<Color>,
    squares: Vec<(Square, Given)>,
}

/// What has to stand on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Given {
    Nothing,
    Piece(Color, Kind),
    /// A man or a king.
    Either(Color),
}

/// Why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PatternError {
    /// A part begins with another letter.
    #[error(
        "bad pattern: found '{found}', expected W, B or E and squares, as in W:W31,K32:B14:E33"
    )]
    Part {
        /// The part.
        found: String,
    },
    /// There is no such square.
    #[error(
        "bad pattern: found '{found}', expected a square of {variant}, K or ? and a square, or a range of numbers"
    )]
    Square {
        /// The text.
        found: String,
        /// The variant.
        variant: Variant,
    },
    /// A square is given twice.
    #[error("bad pattern: square {0} is given twice")]
    Twice(SquareName),
    /// No square is given.
    #[error("bad pattern: no squares, expected some, as in W31,K32:B14")]
    Empty,
}

impl Pattern {
    /// Reads a pattern.
    ///
    /// # Errors
    /// The text is none, or the variant has no such square.
    pub fn parse(variant: Variant, text: &str) -> Result<Pattern, PatternError> {
        let mut pattern = Pattern {
            variant,
            turn: None,
            squares: Vec::new(),
        };
        let mut parts = text
            .trim()
            .trim_end_matches('.')
            .split(':')
            .map(str::trim)
            .peekable();
        let turn = parts.next_if(|part| matches!(*part, "W" | "w" | "B" | "b" | "?" | ""));
        pattern.turn = match turn {
            Some("W" | "w") => Some(Color::White),
            Some("B" | "b") => Some(Color::Black),
            _ => None,
        };
        for part in parts.filter(|part| !part.is_empty()) {
            pattern.part(part)?;
        }
        match pattern.squares.is_empty() {
            true => Err(PatternError::Empty),
            false => Ok(pattern),
        }
    }

    /// Reads `W31,K32`.
    fn part(&mut self, part: &str) -> Result<(), PatternError> {
        let unknown = || PatternError::Part {
            found: part.to_owned(),
        };
        let mut chars = part.chars();
        let color = match chars.next() {
            Some('W' | 'w') => Some(Color::White),
            // `b4` names a square of a part whose letter is missing.
            Some('B' | 'b') if !part.starts_with('b') || !self.is_square(part) => {
                Some(Color::Black)
            }
            Some('E' | 'e') if !part.starts_with('e') || !self.is_square(part) => None,
            _ => return Err(unknown()),
        };
        for word in chars.as_str().split(',').map(str::trim) {
            self.word(word, color)?;
        }
        Ok(())
    }

    fn is_square(&self, text: &str) -> bool {
        let first = text.split(',').next().unwrap_or_default();
        let name = SquareName::parse(first).ok();
        name.is_some_and(|name| square_named(self.variant, name).is_some())
    }

    /// Reads `31`, `K31`, `?31`, `31-35`.
    fn word(&mut self, word: &str, color: Option<Color>) -> Result<(), PatternError> {
        let bad = || PatternError::Square {
            found: word.to_owned(),
            variant: self.variant,
        };
        let (given, names) = match (color, word.strip_prefix('K'), word.strip_prefix('?')) {
            (None, ..) => (Given::Nothing, word),
            (Some(color), Some(rest), _) => (Given::Piece(color, Kind::King), rest),
            (Some(color), None, Some(rest)) => (Given::Either(color), rest),
            (Some(color), None, None) => (Given::Piece(color, Kind::Man), word),
        };
        let name = |text: &str| SquareName::parse(text.trim()).map_err(|_| bad());
        let names = match names.split_once('-') {
            None => vec![name(names)?],
            Some((first, last)) => match (name(first)?, name(last)?) {
                (SquareName::Number(first), SquareName::Number(last)) if first < last => {
                    (first..=last).map(SquareName::Number).collect()
                }
                _ => return Err(bad()),
            },
        };
        for name in names {
            let square = square_named(self.variant, name).ok_or_else(bad)?;
            if self.squares.iter().any(|&(other, _)| other == square) {
                return Err(PatternError::Twice(name));
            }
            self.squares.push((square, given));
        }
        Ok(())
    }

    /// The pattern turned by 180 degrees with colours exchanged.
    #[must_use]
    pub fn half_turned(&self) -> Pattern {
        let shape = self.variant.shape();
        let turned = |given| match given {
            Given::Nothing => Given::Nothing,
            Given::Piece(color, kind) => Given::Piece(!color, kind),
            Given::Either(color) => Given::Either(!color),
        };
        let squares = self.squares.iter();
        Pattern {
            variant: self.variant,
            turn: self.turn.map(|color| !color),
            squares: squares
                .map(|&(square, given)| (shape.half_turned(square), turned(given)))
                .collect(),
        }
    }

    /// Whether a position of the variant has it.
    pub fn is_in(&self, position: &AnyPosition) -> bool {
        self.turn.is_none_or(|turn| turn == position.turn())
            && self.squares.iter().all(|&(square, given)| match given {
                Given::Nothing => position.at(square).is_none(),
                Given::Piece(color, kind) => position.at(square) == Some((color, kind)),
                Given::Either(color) => position.at(square).is_some_and(|found| found.0 == color),
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn given_squares_count_and_others_are_free() {
        let position = AnyPosition::parse_fen(Variant::Czech, "W:WKa1,c3,e3:Bd6,Kh8").unwrap();
        let cases = [
            ("Wc3", true),
            ("W:Wc3", true),
            ("B:Wc3", false),
            ("?:Wc3,Ka1:Bd6:Ee5,f6", true),
            ("WKc3", false),
            ("Wa1", false),
            ("W?a1,?c3:B?h8", true),
            ("W?d6", false),
            ("Ed6", false),
            ("W22,23", true),
            ("E13-16", true),
            ("E13-23", false),
            (":Bd6", true),
        ];
        for (text, expected) in cases {
            let pattern = Pattern::parse(Variant::Czech, text).unwrap();
            assert_eq!(pattern.is_in(&position), expected, "{text}");
            let turned = pattern.half_turned();
            assert_eq!(turned.is_in(&position.half_turned()), expected, "{text}");
            assert_eq!(turned.half_turned(), pattern);
        }
    }

    #[test]
    fn other_texts_are_refused_with_what_was_expected() {
        let cases = [
            ("", "no squares"),
            ("W", "no squares"),
            ("W:X31", "found 'X31', expected W, B or E"),
            ("b4,c3", "found 'b4,c3', expected W, B or E"),
            ("W33", "found '33', expected a square of czech"),
            ("Wa2", "found 'a2', expected a square of czech"),
            ("W5-3", "found '5-3', expected a square of czech"),
            ("EKa1", "found 'Ka1'"),
            ("W", "no squares"),
            ("Wc3,:B", "found ''"),
            ("Wc3:E22", "square 22 is given twice"),
        ];
        for (text, expected) in cases {
            let error = Pattern::parse(Variant::Czech, text)
                .unwrap_err()
                .to_string();
            assert!(error.contains(expected), "{text}: {error}");
        }
    }
}

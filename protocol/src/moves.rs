//! One move as text: Hub, PDN and the short forms of old files.

use std::fmt;

use nom::Parser;
use nom::character::complete::one_of;

use crate::lex::{Fail, Parsed, Span, expect, fail};
use crate::square::square;
use crate::{ParseError, SquareName};

/// What the sign between the squares says about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MoveKind {
    /// Two squares and `-`. Thai PDN writes captures like that too.
    Quiet,
    /// `x` or `:`.
    Capture,
    /// The text does not say: no sign at all (`a3b4`, `3228`) or `-` between three squares or more.
    Unknown,
}

/// A move as it is written; the meaning of the squares is the caller's.
///
/// Hub (Scan `protocol.txt`, "Moves"): from, to, then the captured squares. PDN 3.0, "Moves":
/// from, to, or all landing squares.
///
/// ```
/// use kamen_protocol::{MoveKind, MoveText, SquareName};
///
/// let capture = MoveText::parse("28:19")?;
/// assert_eq!(capture.kind, MoveKind::Capture);
/// assert_eq!(capture.squares, [SquareName::Number(28), SquareName::Number(19)]);
/// assert_eq!(capture.to_string(), "28x19");
/// # Ok::<(), kamen_protocol::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// What the sign says.
    pub kind: MoveKind,
    /// At least two squares in the order of the text.
    pub squares: Vec<SquareName>,
}

impl MoveText {
    /// Reads one move: `32-28`, `28x19x23`, `28:19`, `c3xe5xg7`, `c3-d4`, `a3b4`, `3228`, either
    /// case, leading zeros, blanks around it (PDN 3.0, "Moves"; Hub writes `x` only).
    ///
    /// # Errors
    /// Fewer than two squares, a mixture of `-` with `x` or `:`, anything after the last square.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Span::new(text)
            .trim()
            .parse("the end of the move", move_text)
    }
}

fn move_text(input: &str) -> Parsed<'_, MoveText> {
    if input.len() == 4 && input.bytes().all(|b| b.is_ascii_digit()) {
        return four_digits(input);
    }
    let (rest, first) = square(input)?;
    if first.is_letters() && is_glued(rest) {
        return glued(rest, first);
    }
    let (_, sign) = expect("-, x or : between two squares", one_of("-xX:")).parse(rest)?;
    let signs = if sign == '-' { "-" } else { "xX:" };
    let (rest, squares) = chain(rest, first, signs)?;
    let kind = match (sign, squares.len()) {
        ('-', 2) => MoveKind::Quiet,
        ('-', _) => MoveKind::Unknown,
        _ => MoveKind::Capture,
    };
    Ok((rest, MoveText { kind, squares }))
}

/// Whether a lettered square follows at once, with no sign before it.
fn is_glued(input: &str) -> bool {
    input.starts_with(|c: char| c.is_ascii_alphabetic() && !matches!(c, 'x' | 'X'))
}

/// The rest of a chain: one of `signs` before each further square.
fn chain<'a>(
    input: &'a str,
    first: SquareName,
    signs: &'static str,
) -> Parsed<'a, Vec<SquareName>> {
    // Most moves have no more than two.
    let mut squares = Vec::with_capacity(2);
    squares.push(first);
    let mut rest = input;
    while let Ok((after, _)) = one_of::<_, _, Fail<'_>>(signs).parse(rest) {
        let (after, next) = square(after)?;
        squares.push(next);
        rest = after;
    }
    Ok((rest, squares))
}

/// `a3b4`: lettered squares without a sign.
fn glued(input: &str, first: SquareName) -> Parsed<'_, MoveText> {
    let mut squares = vec![first];
    let mut rest = input;
    while is_glued(rest) {
        let (after, next) = square(rest)?;
        squares.push(next);
        rest = after;
    }
    let kind = MoveKind::Unknown;
    Ok((rest, MoveText { kind, squares }))
}

/// `3228`: two numbers of two digits without a sign.
fn four_digits(input: &str) -> Parsed<'_, MoveText> {
    let (from, to) = input.split_at_checked(2).unwrap_or((input, ""));
    let (_, first) = square(from).or_else(|_| fail(input, "a square"))?;
    let (rest, second) = square(to)?;
    let squares = vec![first, second];
    let kind = MoveKind::Unknown;
    Ok((rest, MoveText { kind, squares }))
}

/// Writes `-` in a quiet move, `x` in a capture; an unknown one as `a3b4` or `3228` where that is
/// possible and with `-` otherwise.
impl fmt::Display for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = match (self.kind, self.squares.as_slice()) {
            (MoveKind::Capture, _) => "x",
            (MoveKind::Quiet, _) => "-",
            (MoveKind::Unknown, [SquareName::Number(from), SquareName::Number(to)])
                if *from < 100 && *to < 100 =>
            {
                return write!(f, "{from:02}{to:02}");
            }
            (MoveKind::Unknown, squares) if squares.iter().all(|s| s.is_letters()) => "",
            (MoveKind::Unknown, _) => "-",
        };
        for (index, square) in self.squares.iter().enumerate() {
            let sign = if index == 0 { "" } else { sign };
            write!(f, "{sign}{square}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use MoveKind::{Capture, Quiet, Unknown};

    const GOOD: &[(&str, MoveKind, &str)] = &[
        ("32-28", Quiet, "32-28"),
        (" 01-07\t", Quiet, "1-7"),
        ("28x19x23", Capture, "28x19x23"),
        ("28x19", Capture, "28x19"),
        ("28:19", Capture, "28x19"),
        ("28X19:23", Capture, "28x19x23"),
        ("47x36x42x29x14x31", Capture, "47x36x42x29x14x31"),
        ("c3-d4", Quiet, "c3-d4"),
        ("C3-D4", Quiet, "c3-d4"),
        ("c3xe5", Capture, "c3xe5"),
        ("c3:e5:g7", Capture, "c3xe5xg7"),
        ("C3XE5XG7", Capture, "c3xe5xg7"),
        ("a3b4", Unknown, "a3b4"),
        ("A3B4", Unknown, "a3b4"),
        ("a3b4c5", Unknown, "a3b4c5"),
        ("a3-b4-c5", Unknown, "a3b4c5"),
        ("3228", Unknown, "3228"),
        ("0107", Unknown, "0107"),
        ("5-14-23", Unknown, "5-14-23"),
    ];

    const BAD: &[(&str, usize, &str)] = &[
        ("", 0, "a square"),
        ("-", 0, "a square"),
        ("32", 2, "-, x or : between two squares"),
        ("32-", 3, "a square"),
        ("32-28x19", 5, "the end of the move"),
        ("28x19-23", 5, "the end of the move"),
        ("28x19x", 6, "a square"),
        ("28xx19", 3, "a square"),
        ("32 - 28", 2, "-, x or : between two squares"),
        ("32-28!", 5, "the end of the move"),
        ("  32-99999", 5, "a square number from 1 to 65535"),
        ("0-5", 0, "a square number from 1 to 65535"),
        ("0028", 0, "a square"),
        ("2800", 2, "a square number from 1 to 65535"),
        ("a3b", 3, "a rank after the letter"),
        ("a3b4-", 4, "the end of the move"),
        ("a3b4!", 4, "the end of the move"),
        ("a3k4", 2, "a square"),
        ("32281", 5, "-, x or : between two squares"),
        ("322811", 0, "a square number from 1 to 65535"),
        ("c3x", 3, "a square"),
        ("ab", 1, "a rank after the letter"),
        ("32–28", 2, "-, x or : between two squares"),
    ];

    #[test]
    fn good_moves() {
        for (text, kind, printed) in GOOD {
            let parsed = MoveText::parse(text).unwrap_or_else(|e| panic!("{text}: {e}"));
            assert_eq!(parsed.kind, *kind, "{text}");
            assert_eq!(parsed.to_string(), *printed, "{text}");
            assert_eq!(MoveText::parse(printed), Ok(parsed), "{text}");
        }
    }

    #[test]
    fn bad_moves() {
        for (text, at, expected) in BAD {
            let error = ParseError::new(text, *at, *expected);
            assert_eq!(MoveText::parse(text), Err(error), "{text}");
        }
    }

    #[test]
    fn squares_are_kept_in_order() {
        let parsed = MoveText::parse("28x19x23").expect("a capture");
        assert_eq!(parsed.squares, [28, 19, 23].map(SquareName::Number));
    }
}

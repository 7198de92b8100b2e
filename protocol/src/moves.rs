//! One move as text: Hub, PDN and the short forms of old files.

use std::fmt;

use nom::Parser;
use nom::character::complete::char;

use crate::lex::{Parsed, Span, expect, fail, spaces};
use crate::square::{file, file_of, square};
use crate::{ParseError, SquareName};

/// The signs of quiet moves: the hyphen, and what typesetters and word processors make of it.
pub(crate) const DASHES: &str = "-\u{ad}‐‑‒–—―−﹣\u{ff0d}";
/// The signs of captures: `x` and `:`, the Cyrillic letter, the multiplication sign and the like.
const CROSSES: &str = "xX:хХ×✕✖⨯∶\u{ff1a}\u{ff58}";

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
///
/// Short moves, as Russian books and score sheets have them, name the file alone of all squares
/// but the last: `cd4`, `d:f6`, `c:e5:g3`. Those squares have the rank 0.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MoveText {
    /// What the sign says.
    pub kind: MoveKind,
    /// At least two squares in the order of the text; the last is whole.
    pub squares: Vec<SquareName>,
}

impl MoveText {
    /// Reads one move: `32-28`, `28x19x23`, `28:19`, `c3xe5xg7`, `c3-d4`, `a3b4`, `cd4`, `3228`,
    /// either case, leading zeros, blanks around it (PDN 3.0, "Moves"; Hub writes `x` only). Dashes
    /// and crosses may be those of typesetters (`32–28`, `28×19`), or the Cyrillic letter.
    ///
    /// Captured squares in angle brackets, `47x36 <42, 29, 14, 31>` (proposed for PDN 3.1), are
    /// added behind from and to, as Hub has them.
    ///
    /// # Errors
    /// Fewer than two squares, a mixture of `-` with `x` or `:`, anything after the last square.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Span::new(text)
            .trim()
            .parse("the end of the move", move_text)
    }

    /// Whether a square is named by its file alone.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.squares.iter().any(|square| square.is_file())
    }
}

fn move_text(input: &str) -> Parsed<'_, MoveText> {
    let (rest, mut text) = squares_and_sign(input)?;
    let (behind, _) = spaces(rest)?;
    if !behind.starts_with('<') {
        return Ok((rest, text));
    }
    let (rest, captured) = in_brackets(behind)?;
    if let [from, .., to] = text.squares[..] {
        text.squares = vec![from, to];
    }
    text.squares.extend(captured);
    text.kind = MoveKind::Capture;
    Ok((rest, text))
}

fn squares_and_sign(input: &str) -> Parsed<'_, MoveText> {
    if input.len() == 4 && input.bytes().all(|b| b.is_ascii_digit()) {
        return four_digits(input);
    }
    let (rest, first) = stop(input)?;
    if first.is_letters() && is_glued(rest) {
        return glued(rest, first);
    }
    let Some((_, sign)) = sign(rest) else {
        return fail(rest, "-, x or : between two squares");
    };
    let (rest, squares) = chain(rest, first, sign)?;
    let kind = match (sign, squares.len()) {
        (MoveKind::Quiet, 3..) => MoveKind::Unknown,
        _ => sign,
    };
    Ok((rest, MoveText { kind, squares }))
}

/// A square, or the file alone where another square follows.
fn stop(input: &str) -> Parsed<'_, SquareName> {
    let read = square(input);
    if read.is_err()
        && let Ok((rest, file)) = file(input)
        && (is_glued(rest) || sign(rest).is_some())
    {
        return Ok((rest, SquareName::Letters { file, rank: 0 }));
    }
    read
}

/// The sign at the start of `input`, and what follows it.
fn sign(input: &str) -> Option<(&str, MoveKind)> {
    let mut chars = input.chars();
    let kind = match chars.next()? {
        dash if DASHES.contains(dash) => MoveKind::Quiet,
        cross if CROSSES.contains(cross) => MoveKind::Capture,
        _ => return None,
    };
    Some((chars.as_str(), kind))
}

/// Whether a lettered square follows at once, with no sign before it.
fn is_glued(input: &str) -> bool {
    input.chars().next().and_then(file_of).is_some()
}

/// The rest of a chain: a sign of that kind before each further square.
fn chain(input: &str, first: SquareName, kind: MoveKind) -> Parsed<'_, Vec<SquareName>> {
    // Most moves have no more than two.
    let mut squares = Vec::with_capacity(2);
    squares.push(first);
    let mut rest = input;
    while let Some((after, _)) = sign(rest).filter(|&(_, other)| other == kind) {
        let (after, next) = stop(after)?;
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
        let (after, next) = stop(rest)?;
        squares.push(next);
        rest = after;
    }
    let kind = MoveKind::Unknown;
    Ok((rest, MoveText { kind, squares }))
}

/// `<42, 29, 14, 31>`: captured squares.
fn in_brackets(input: &str) -> Parsed<'_, Vec<SquareName>> {
    let (mut rest, _) = expect("<", char('<')).parse(input)?;
    let mut squares = Vec::new();
    loop {
        let (after, _) = spaces(rest)?;
        let (after, next) = square(after)?;
        squares.push(next);
        let (after, _) = spaces(after)?;
        rest = match after.strip_prefix('>') {
            Some(rest) => return Ok((rest, squares)),
            None => after.strip_prefix([',', ';']).unwrap_or(after),
        };
        if rest.len() == after.len() && !after.starts_with(|c: char| c.is_alphanumeric()) {
            return fail(after, "> behind the captured squares");
        }
    }
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
        // Short moves.
        ("cd4", Unknown, "cd4"),
        ("CD4", Unknown, "cd4"),
        ("d:f6", Capture, "dxf6"),
        ("c:e5:g3", Capture, "cxe5xg3"),
        ("c:e:g3", Capture, "cxexg3"),
        ("c3:e:g7", Capture, "c3xexg7"),
        ("c-d4", Quiet, "c-d4"),
        ("ab4", Unknown, "ab4"),
        ("c3eg7", Unknown, "c3eg7"),
        // The signs of typesetters and of Russian keyboards.
        ("32–28", Quiet, "32-28"),
        ("32—28", Quiet, "32-28"),
        ("32−28", Quiet, "32-28"),
        ("19‑23", Quiet, "19-23"),
        ("28×19", Capture, "28x19"),
        ("14х23", Capture, "14x23"),
        ("14Х23", Capture, "14x23"),
        ("28×19x23", Capture, "28x19x23"),
        ("с3хе5", Capture, "c3xe5"),
        ("сd4", Unknown, "cd4"),
        // Captured squares in brackets.
        ("47x36 <42, 29, 14, 31>", Capture, "47x36x42x29x14x31"),
        ("47x36<42,29,14,31>", Capture, "47x36x42x29x14x31"),
        ("47-36 < 42 29 >", Capture, "47x36x42x29"),
        ("47x38x20x9x36 <42,29,14,31>", Capture, "47x36x42x29x14x31"),
        ("c3:g7 <d4,f6>", Capture, "c3xg7xd4xf6"),
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
        ("cd", 2, "a rank after the letter"),
        ("c:", 2, "a square"),
        ("c:e5:g", 6, "a rank after the letter"),
        ("32-x28", 3, "a square"),
        ("47x36 <", 7, "a square"),
        ("47x36 <42", 9, "> behind the captured squares"),
        ("47x36 <>", 7, "a square"),
        ("47x36 <42> 1", 10, "the end of the move"),
        ("a3b4-", 4, "the end of the move"),
        ("a3b4!", 4, "the end of the move"),
        ("a3k4", 2, "-, x or : between two squares"),
        ("32281", 5, "-, x or : between two squares"),
        ("322811", 0, "a square number from 1 to 65535"),
        ("c3x", 3, "a square"),
        ("ab", 2, "a rank after the letter"),
        ("32~28", 2, "-, x or : between two squares"),
        ("дe5", 0, "a square"),
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

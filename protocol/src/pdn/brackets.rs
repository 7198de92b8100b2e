//! Captures with brackets in them or behind them: `32x(23)x14`, `47x36 (42,29,19,22)`.

use std::io::{self, Read};

use super::Place;
use super::cursor::Cursor;
use super::slip::SlipKind;
use crate::{MoveKind, MoveText, SquareName};

/// The longest capture that is looked at, in bytes.
const MAX_WORD: usize = 80;

/// Takes the brackets around squares out of the capture that begins here, if there are any: `32x(23)x14`, `32(23)14`.
pub(super) fn unbracket<R: Read>(cursor: &mut Cursor<R>, place: Place) -> io::Result<bool> {
    let is_end = |byte: u8| byte.is_ascii_whitespace();
    let length = match cursor.source.find(0, MAX_WORD, is_end)? {
        Some(length) => length,
        None => cursor.start(MAX_WORD).len(),
    };
    let has_bracket = |byte: &u8| matches!(byte, b'(' | b'[');
    if !cursor.start(length).iter().any(has_bracket) {
        return Ok(false);
    }
    let Some(meant) = std::str::from_utf8(cursor.start(length))
        .ok()
        .and_then(without_brackets)
    else {
        return Ok(false);
    };
    let written = cursor.text(0, length)?;
    cursor.slip(SlipKind::Spelling, place, &written);
    cursor.source.replace(length, meant.as_bytes(), &written);
    Ok(true)
}

/// A capture without brackets around one of its squares or signs each, or around what stands between two signs.
fn without_brackets(word: &str) -> Option<String> {
    let is_inside = |c: char| c.is_ascii_alphanumeric() || matches!(c, ':' | '(' | ')' | '[' | ']');
    let is_bracketed = word.contains(['(', '[']) && word.chars().all(is_inside);
    if !is_bracketed || !word.ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let mut bare = String::with_capacity(word.len());
    let mut rest = word;
    while let Some((before, behind)) = rest.split_once(['(', '[']) {
        let (inside, after) = behind.split_once([')', ']'])?;
        let square = inside.trim_matches(['x', 'X', ':']);
        let is_between = before.ends_with(['x', 'X', ':']);
        if !(is_between || square.is_empty() || SquareName::parse(square).is_ok()) {
            return None;
        }
        for part in [before, square] {
            push(&mut bare, part);
        }
        rest = after;
    }
    push(&mut bare, rest);
    let is_capture = |read: &MoveText| read.kind == MoveKind::Capture && read.squares.len() > 2;
    MoveText::parse(&bare).ok().filter(is_capture)?;
    Some(bare)
}

/// Adds a part of a capture behind the sign of captures.
fn push(bare: &mut String, part: &str) {
    let part = part.trim_matches(['x', 'X', ':']);
    if !bare.is_empty() && !part.is_empty() {
        bare.push('x');
    }
    bare.push_str(part);
}

/// The squares of a list in brackets, `42,29`, `42 29`, `x42,29`; at least `least`.
pub(super) fn listed_squares(
    inside: &str,
    separators: &[char],
    least: usize,
) -> Option<Vec<SquareName>> {
    let names = inside.split(separators).filter(|name| !name.is_empty());
    let squares: Option<Vec<SquareName>> = names.map(|name| SquareName::parse(name).ok()).collect();
    squares.filter(|squares| squares.len() >= least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_taken_out_of_captures() {
        let cases = [
            ("32x(23)x14", Some("32x23x14")),
            ("32x(23x)14", Some("32x23x14")),
            ("32(x23)x14", Some("32x23x14")),
            ("32(23)14", Some("32x23x14")),
            ("47x(24)x(13)x36", Some("47x24x13x36")),
            ("47x[24x13]x36", Some("47x24x13x36")),
            ("47x24x13(x)36", Some("47x24x13x36")),
            ("c3:(e5):g7", Some("c3xe5xg7")),
            // A variation or a number of pieces behind a move, or none of these.
            ("28x19(23)", None),
            ("28x19(31x27)14x23", None),
            ("28x19(2x)", None),
            ("32(23", None),
            ("1(2)", None),
            ("28x19", None),
            ("(28)x19x23", Some("28x19x23")),
        ];
        for (word, expected) in cases {
            assert_eq!(without_brackets(word).as_deref(), expected, "{word}");
        }
    }
}

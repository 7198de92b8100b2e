//! The numbers of moves, as strict and as loose as files have them.

use std::io::{self, Read};

use super::cursor::Cursor;
use super::slip::SlipKind;
use super::token::Token;
use super::{MoveNumber, Place};
use crate::text::is_dash;

/// The most digits of a number that stands alone; four may be a move.
const MAX_DIGITS: usize = 3;

/// The most digits of any number, and one more.
const MAX_LENGTH: usize = 11;

/// A number that begins here: `12.`, `12...`, and `12`, `12)`, `12 .`, `12..`, `12…`.
pub(super) fn number<R: Read>(cursor: &mut Cursor<R>, place: Place) -> io::Result<Option<Token>> {
    let end = cursor
        .source
        .find(0, MAX_LENGTH, |byte| !byte.is_ascii_digit())?;
    let digits = end.unwrap_or_else(|| cursor.start(MAX_LENGTH).len());
    let text = std::str::from_utf8(cursor.start(digits)).unwrap_or_default();
    let Ok(number) = text.parse::<u32>() else {
        return Ok(None);
    };
    if cursor.source.peek(digits)? == Some(b'.') {
        let (second, end) = dots(cursor, digits)?;
        let is_usual = end - digits == if second { 3 } else { 1 };
        if !is_usual || cursor.start(end).last() != Some(&b'.') {
            note(cursor, place, end)?;
        }
        cursor.source.advance(end);
        return Ok(Some(Token::Number(MoveNumber { number, second })));
    }
    if digits > MAX_DIGITS {
        return Ok(None);
    }
    alone(cursor, place, number, digits)
}

/// The dots from an offset on: whether they are those of the second move of a pair, and their end.
/// A fourth dot belongs to what follows.
fn dots<R: Read>(cursor: &mut Cursor<R>, from: usize) -> io::Result<(bool, usize)> {
    let dots = cursor.run(from, |byte| byte == b'.')?.min(3);
    if let (1, Some(('…', length))) = (dots, cursor.char_at(from + dots)?) {
        return Ok((true, from + dots + length));
    }
    Ok((dots >= 2, from + dots))
}

/// A number without a dot directly behind it.
fn alone<R: Read>(
    cursor: &mut Cursor<R>,
    place: Place,
    number: u32,
    digits: usize,
) -> io::Result<Option<Token>> {
    let blanks = cursor.run(digits, |byte| matches!(byte, b' ' | b'\t'))?;
    let behind = digits + blanks;
    let (next, length) = cursor.char_at(behind)?.unwrap_or((' ', 0));
    let (second, end) = match next {
        ')' => {
            note(cursor, place, behind + 1)?;
            cursor.source.advance(behind + 1);
            return Ok(Some(Token::Enumerated(number)));
        }
        '…' => (true, behind + length),
        '.' => {
            let (second, end) = dots(cursor, behind)?;
            // `4 ...` is a number and dots for a move.
            if second && blanks > 0 && end == behind + 3 {
                (false, digits)
            } else {
                (second, end)
            }
        }
        // `1: 32-28`, `2- 28x19`
        _ if is_behind_number(next)
            && is_before_move(cursor, behind + length)?
            && !super::word::begins_move(cursor, digits)? =>
        {
            (false, behind + length)
        }
        _ if blanks == 0 && !is_apart(next) => return Ok(None),
        _ if super::word::begins_move(cursor, digits)? => return Ok(None),
        _ => (false, digits),
    };
    note(cursor, place, end)?;
    cursor.source.advance(end);
    Ok(Some(Token::Number(MoveNumber { number, second })))
}

/// Whether a number may end before this character.
fn is_apart(c: char) -> bool {
    c.is_whitespace() || matches!(c, '{' | '(' | '[' | '\\' | ';' | '<' | '%')
}

/// Whether a sign may stand between a number and its move.
fn is_behind_number(c: char) -> bool {
    matches!(c, ':' | ',') || is_dash(c)
}

/// Whether a blank and a move come behind a number and a sign, which are no part of it.
fn is_before_move<R: Read>(cursor: &mut Cursor<R>, end: usize) -> io::Result<bool> {
    let blanks = cursor.run(end, |byte| matches!(byte, b' ' | b'\t'))?;
    Ok(blanks > 0
        && super::word::is_move_at(cursor, end + blanks)?
        && !super::word::begins_move(cursor, end)?)
}

/// Notes a slip.
fn note<R: Read>(cursor: &mut Cursor<R>, place: Place, length: usize) -> io::Result<()> {
    let text = cursor.text(0, length)?;
    cursor.slip(SlipKind::NumberForm, place, &text);
    Ok(())
}

//! Words that may be a move and may be something else: `11.15`, `11 to 15`, `c3 d4`. The rules decide.

use std::io::{self, Read};

use super::cursor::Cursor;
use super::token::Token;
use crate::text::{is_dash, is_space};
use crate::{MoveKind, MoveText, SquareName};

/// The longest name of a square, in bytes.
const MAX_SQUARE: usize = 3;
/// The word between two squares.
const TO: &str = "to";

/// Two squares with a sign, a blank or a word between them that may stand in a move, if they come here.
pub(super) fn doubtful<R: Read>(cursor: &mut Cursor<R>) -> io::Result<Option<Token>> {
    cursor.source.peek(MAX_SQUARE)?;
    if !may_be(cursor.start(MAX_SQUARE + 1)) {
        return Ok(None);
    }
    let Some((from, length)) = square_at(cursor, 0)? else {
        return Ok(None);
    };
    let Some((sign, to_start)) = between(cursor, length, from)? else {
        return Ok(None);
    };
    let Some((to, length)) = square_at(cursor, to_start)? else {
        return Ok(None);
    };
    let end = to_start + length;
    let is_pair = from.is_letters() == to.is_letters() && from != to && ends(cursor, end)?;
    if !is_pair || sign == '.' && is_followed(cursor, end)? {
        return Ok(None);
    }
    let text = MoveText {
        kind: MoveKind::Quiet,
        squares: vec![from, to],
    };
    let written = cursor.take(end)?;
    Ok(Some(Token::Doubtful(Box::new((text, written)))))
}

/// Whether a square may begin here that no usual sign follows; most words are numbers of moves, `12.` and a blank.
fn may_be(start: &[u8]) -> bool {
    let length = start
        .iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count();
    match start.get(length..) {
        Some([b'.', next, ..]) => next.is_ascii_alphanumeric(),
        Some([b'-' | b'x' | b':', ..]) => false,
        _ => true,
    }
}

/// The square at an offset and its length.
fn square_at<R: Read>(
    cursor: &mut Cursor<R>,
    at: usize,
) -> io::Result<Option<(SquareName, usize)>> {
    cursor.source.peek(at + MAX_SQUARE)?;
    let bytes = cursor.source.window().get(at..).unwrap_or_default();
    let letter = usize::from(bytes.first().is_some_and(u8::is_ascii_alphabetic));
    let digits = bytes
        .iter()
        .skip(letter)
        .take_while(|byte| byte.is_ascii_digit());
    let length = letter + digits.count().min(MAX_SQUARE);
    let text = bytes
        .get(..length)
        .and_then(|name| std::str::from_utf8(name).ok());
    let square = text.and_then(|text| SquareName::parse(text).ok());
    Ok(square
        .filter(|square| !square.is_file())
        .map(|square| (square, length)))
}

/// What stands between two squares, and the start of the second, if it may be that of a move: `.`, `,`, `/`, `~`, `\\`, `¬`, the
/// word `to`, or blanks behind a square of letters.
fn between<R: Read>(
    cursor: &mut Cursor<R>,
    at: usize,
    from: SquareName,
) -> io::Result<Option<(char, usize)>> {
    let blanks = blanks_at(cursor, at)?;
    if is_word_to(cursor, at + blanks)? {
        let to = at + blanks + TO.len();
        return Ok(Some(('t', to + blanks_at(cursor, to)?)));
    }
    if blanks > 0 {
        return Ok(from.is_letters().then_some((' ', at + blanks)));
    }
    let sign = cursor.char_at(at)?;
    Ok(match sign {
        Some((sign @ ('.' | ',' | '/' | '~' | '\\' | '¬'), length)) => Some((sign, at + length)),
        _ => None,
    })
}

fn blanks_at<R: Read>(cursor: &mut Cursor<R>, at: usize) -> io::Result<usize> {
    cursor.run(at, |byte| matches!(byte, b' ' | b'\t'))
}

fn is_word_to<R: Read>(cursor: &mut Cursor<R>, at: usize) -> io::Result<bool> {
    cursor.source.peek(at + TO.len())?;
    Ok(cursor.source.window().get(at..at + TO.len()) == Some(TO.as_bytes()))
}

/// Whether a move may end here: behind it comes no sign, letter or number.
fn ends<R: Read>(cursor: &mut Cursor<R>, end: usize) -> io::Result<bool> {
    let Some((next, length)) = cursor.char_at(end)? else {
        return Ok(true);
    };
    let behind = cursor.char_at(end + length)?.map(|(c, _)| c);
    let ends_sentence =
        matches!(next, '.' | ',' | ';' | ':') && behind.is_none_or(char::is_whitespace);
    let ends_word = next.is_whitespace() || is_space(next) || "!?*{()$".contains(next);
    Ok(ends_word || ends_sentence)
}

/// Whether a square or a sign follows behind blanks, so that a number and a move come here: `1.32 - 28`, `1.32 28`.
fn is_followed<R: Read>(cursor: &mut Cursor<R>, end: usize) -> io::Result<bool> {
    let next = end + blanks_at(cursor, end)?;
    let digits = cursor.run(next, |byte| byte.is_ascii_digit())?;
    let sign = cursor.char_at(next)?.map(|(c, _)| c);
    let is_sign = sign.is_some_and(|c| is_dash(c) || matches!(c, 'x' | ':'));
    let behind = cursor.char_at(next + digits)?;
    let is_square = digits > 0 && behind.is_none_or(|(c, _)| c.is_whitespace());
    Ok(next > end && (is_sign || is_square))
}

/// A move on a board whose squares are numbered from 0, if one of them is 0: `0-4`, `9x0`. It may be points as well.
pub(super) fn from_zero(text: &str) -> Option<MoveText> {
    let kind = match text.contains(is_dash) {
        true => MoveKind::Quiet,
        false => MoveKind::Capture,
    };
    let names = text.split(|c: char| is_dash(c) || matches!(c, 'x' | ':'));
    let number = |name: &str| match name {
        "0" => Some(0),
        name if name.starts_with('0') || name.len() > 2 => None,
        name => name
            .parse()
            .ok()
            .filter(|_| name.bytes().all(|byte| byte.is_ascii_digit())),
    };
    let numbers: Option<Vec<u16>> = names.map(number).collect();
    let numbers = numbers.filter(|numbers| numbers.len() >= 2 && numbers.contains(&0))?;
    let squares = numbers.into_iter().map(SquareName::Number).collect();
    Some(MoveText { kind, squares })
}

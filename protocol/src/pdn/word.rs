//! The tokens of letters and digits: numbers, moves and results.

use std::io::{self, Read};

use super::cursor::Cursor;
use super::token::{BODY, Token};
use super::{Fault, GameEnd, GameResult, MoveNumber, Place};
use crate::{MoveKind, MoveText, SquareName};

/// The draw with halves is the only result that no move could be taken for.
const HALVES: &[u8] = b"1/2-1/2";
/// The longest word that may be a move, in bytes: a capture of 20 pieces on a board of numbers.
const MAX_MOVE: usize = 80;

/// Whether a byte belongs to a move or the like.
fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b':')
}

/// Whether a byte stands between two squares.
fn is_sign(byte: u8) -> bool {
    matches!(byte, b'-' | b'x' | b'X' | b':')
}

/// A number, a move or a result, whichever is the longest.
pub(super) fn word<R: Read>(cursor: &mut Cursor<R>, place: Place) -> io::Result<Token> {
    if let Some((length, text)) = plain(cursor.source.window()) {
        cursor.source.advance_in_line(length);
        return Ok(Token::Move(text));
    }
    let length = cursor.run(0, is_of_word)?;
    let after = cursor.source.peek(length)?;
    if length > MAX_MOVE {
        return cursor.bad(place, BODY);
    }
    if after == Some(b'.') && cursor.start(length).iter().all(u8::is_ascii_digit) {
        return number(cursor, length, place);
    }
    if after == Some(b'/') && is_halves(cursor)? {
        cursor.source.advance_in_line(HALVES.len());
        return Ok(Token::End(GameEnd::Result(GameResult::Draw1)));
    }
    if after.is_some_and(|byte| !ends_word(byte)) {
        return cursor.bad(place, BODY);
    }
    if matches!(after, Some(b' ' | b'\t'))
        && let Some((length, text)) = loose(cursor, length)?
    {
        cursor.source.advance_in_line(length);
        return Ok(play(&text, place));
    }
    let text = std::str::from_utf8(cursor.start(length)).unwrap_or_default();
    let token = play(text, place);
    cursor.source.advance_in_line(length);
    Ok(token)
}

/// `12.` or `12...`; a fourth dot belongs to what follows.
fn number<R: Read>(cursor: &mut Cursor<R>, length: usize, place: Place) -> io::Result<Token> {
    let dots = cursor.run(length, |byte| byte == b'.')?;
    let text = std::str::from_utf8(cursor.start(length)).unwrap_or_default();
    let Ok(number) = text.parse() else {
        return cursor.bad(place, "the number of a move up to 4294967295");
    };
    let second = dots >= 3;
    cursor
        .source
        .advance_in_line(length + if second { 3 } else { 1 });
    Ok(Token::Number(MoveNumber { number, second }))
}

fn is_halves<R: Read>(cursor: &mut Cursor<R>) -> io::Result<bool> {
    let behind = cursor.source.peek(HALVES.len())?;
    let is_end = behind.is_none_or(|byte| !byte.is_ascii_alphanumeric());
    Ok(is_end && cursor.start(HALVES.len()) == HALVES)
}

/// A move with blanks inside, as tables have them (`1- 6`, `47x 9`, `32 - 28`): its length and
/// the move without blanks. `first` is the length of its first part, before a blank.
fn loose<R: Read>(cursor: &mut Cursor<R>, first: usize) -> io::Result<Option<(usize, String)>> {
    let part = cursor.start(first);
    let is_square = first <= 3 && !part.iter().any(|&byte| is_sign(byte));
    if !is_square && !part.last().is_some_and(|&byte| is_sign(byte)) {
        return Ok(None);
    }
    let mut text = String::from_utf8_lossy(part).into_owned();
    let mut length = first;
    while text.len() <= MAX_MOVE {
        let blanks = cursor.run(length, |byte| matches!(byte, b' ' | b'\t'))?;
        let next = cursor.source.peek(length + blanks)?;
        // After a sign comes a square; before a sign only the first square may stand alone.
        let goes_on = if text.bytes().last().is_some_and(is_sign) {
            next.is_some_and(|byte| byte.is_ascii_alphanumeric())
        } else {
            is_square && length == first && next.is_some_and(is_sign)
        };
        if !goes_on {
            break;
        }
        let from = length + blanks;
        length = from + cursor.run(from, is_of_word)?;
        let part = cursor.source.window().get(from..length);
        text.push_str(&String::from_utf8_lossy(part.unwrap_or_default()));
    }
    Ok((length > first).then_some((length, text)))
}

/// The length of a move of two squares and the move, if there is nothing special to it, as nearly
/// always; without this short cut a file takes a quarter longer.
fn plain(window: &[u8]) -> Option<(usize, MoveText)> {
    let (from, rest) = plain_square(window)?;
    let (sign, rest) = rest.split_first()?;
    let kind = match sign {
        b'-' => MoveKind::Quiet,
        b'x' | b':' => MoveKind::Capture,
        _ => return None,
    };
    let (to, rest) = plain_square(rest)?;
    let is_whole = rest.first().is_some_and(|&next| ends_word(next));
    (is_whole && from != to).then(|| {
        let squares = vec![from, to];
        (window.len() - rest.len(), MoveText { kind, squares })
    })
}

/// A square of two characters at most, and what comes behind it.
fn plain_square(bytes: &[u8]) -> Option<(SquareName, &[u8])> {
    match *bytes {
        [tens @ b'1'..=b'9', units @ b'0'..=b'9', ref rest @ ..] => {
            let number = u16::from(tens - b'0') * 10 + u16::from(units - b'0');
            Some((SquareName::Number(number), rest))
        }
        [units @ b'1'..=b'9', ref rest @ ..] => {
            Some((SquareName::Number(u16::from(units - b'0')), rest))
        }
        [file @ b'a'..=b'j', rank @ b'1'..=b'9', ref rest @ ..] => {
            let (file, rank) = (file - b'a', rank - b'0');
            Some((SquareName::Letters { file, rank }, rest))
        }
        _ => None,
    }
}

/// A result or a move.
fn play(text: &str, place: Place) -> Token {
    if let Some(result) = GameResult::parse(text) {
        return Token::End(GameEnd::Result(result));
    }
    match MoveText::parse(text) {
        // `01-01` would be written as a result, so it is one.
        Ok(text) if text.kind == MoveKind::Quiet && text.squares == [SquareName::Number(1); 2] => {
            Token::End(GameEnd::Result(GameResult::Draw2))
        }
        Ok(text) => Token::Move(text),
        Err(error) => {
            let found = text.get(error.at..).unwrap_or_default();
            Token::Bad(Box::new(Fault::new(
                place.right(error.at),
                found,
                error.expected,
            )))
        }
    }
}

/// Whether a move or a result may end before this byte; what is not ASCII may be a blank.
fn ends_word(byte: u8) -> bool {
    byte.is_ascii_whitespace() || !byte.is_ascii() || b"!?()[]{}*$%/".contains(&byte)
}

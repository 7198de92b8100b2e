//! The tokens of letters and digits: moves, results and words.

use std::io::{self, Read};

use super::brackets::unbracket;
use super::cursor::Cursor;
use super::doubt::{doubtful, from_zero};
use super::end::loose_result;
use super::number::number;
use super::prose::is_time;
use super::slip::SlipKind;
use super::spelling::respell;
use super::token::Token;
use super::{Fault, GameEnd, GameResult, Place};
use crate::text::{is_dash, is_space};
use crate::{MoveKind, MoveText, SquareName};

/// The longest word that may be a move, in bytes: a capture of 20 pieces on a board of numbers.
const MAX_MOVE: usize = 80;
/// The longest result, in bytes.
const MAX_RESULT: usize = 24;

/// Whether a character stands between two squares: the signs of the standard, and those that
/// programs of print and other keyboards put in their place.
fn is_sign(c: char) -> bool {
    is_dash(c)
        || matches!(
            c,
            'x' | 'X' | ':' | '×' | '✕' | '✖' | '⨯' | 'х' | 'Х' | '∶' | '：'
        )
}

/// Whether a character belongs to a move or to a word.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() && c != '½' || is_sign(c)
}

/// A number, a move, a result or a word.
pub(super) fn word<R: Read>(cursor: &mut Cursor<R>, place: Place) -> io::Result<Token> {
    if let Some((length, text)) = plain(cursor.source.window()) {
        cursor.source.advance_in_line(length);
        return Ok(Token::Move(text));
    }
    // Most other words are numbers: without this short cut a file takes 4 % longer.
    if is_number(cursor.source.window())
        && let Some(number) = number(cursor, place)?
    {
        return Ok(number);
    }
    if (respell(cursor, place)? || unbracket(cursor, place)?)
        && let Some((length, text)) = plain(cursor.source.window())
    {
        cursor.source.advance_in_line(length);
        return Ok(Token::Move(text));
    }
    if let Some(result) = result(cursor, place)? {
        return Ok(Token::End(GameEnd::Result(result)));
    }
    if let Some(doubtful) = doubtful(cursor)? {
        return Ok(doubtful);
    }
    if let Some(number) = number(cursor, place)? {
        return Ok(number);
    }
    let (mut text, mut length) = letters(cursor, 0)?;
    if let Some((loose, end)) = spaced(cursor, &text, length)? {
        (text, length) = (loose, end);
    }
    // `32-28-+`: the sign belongs to the mark.
    let next = cursor.char_at(length)?.map(|(c, _)| c);
    if matches!(next, Some('+' | '=')) && text.ends_with('-') {
        text.pop();
        length -= 1;
    }
    play(cursor, place, &text, length)
}

/// Whether a number in the form of the standard begins here, `12.` and a blank.
fn is_number(window: &[u8]) -> bool {
    let digits = window
        .iter()
        .take(3)
        .take_while(|byte| byte.is_ascii_digit());
    let digits = digits.count();
    let behind = window.get(digits..digits + 2);
    digits > 0 && matches!(behind, Some([b'.', b' ' | b'\n' | b'\r' | b'\t']))
}

/// The characters of a word from an offset on, and its end.
fn letters<R: Read>(cursor: &mut Cursor<R>, from: usize) -> io::Result<(String, usize)> {
    let (mut text, mut end) = (String::new(), from);
    while let Some((c, length)) = cursor.char_at(end)? {
        if !is_of_word(c) || text.len() > MAX_MOVE {
            break;
        }
        text.push(c);
        end += length;
    }
    Ok((text, end))
}

/// A result that begins here.
pub(super) fn result<R: Read>(
    cursor: &mut Cursor<R>,
    place: Place,
) -> io::Result<Option<GameResult>> {
    let first = cursor.source.peek(2)?;
    // Most words are moves and numbers that cannot begin a result.
    let cannot = match cursor.start(3) {
        [b'0'..=b'2', second, ..] => {
            second.is_ascii_alphanumeric() || *second == b'.' && first == Some(b' ')
        }
        [b'.', second, ..] => *second != b'5',
        [byte, ..] => byte.is_ascii(),
        [] => true,
    };
    if cannot {
        return Ok(None);
    }
    cursor.source.peek(MAX_RESULT)?;
    let (mut text, mut lengths) = (String::new(), Vec::new());
    let mut end = 0;
    while let Some((c, length)) = cursor.char_at(end)?.filter(|_| end < MAX_RESULT) {
        text.push(c);
        end += length;
        lengths.push(end);
    }
    let Some((result, rest)) = loose_result(&text) else {
        return Ok(None);
    };
    let written = text.get(..text.len() - rest.len()).unwrap_or_default();
    let length = written
        .chars()
        .count()
        .checked_sub(1)
        .and_then(|last| lengths.get(last));
    if result.text() != written.replace(' ', "") {
        cursor.slip(SlipKind::ResultForm, place, written);
    }
    cursor.source.advance(length.copied().unwrap_or_default());
    Ok(Some(result))
}

/// The offset of the first character from an offset on that is no blank within a line.
fn blanks<R: Read>(cursor: &mut Cursor<R>, mut from: usize) -> io::Result<usize> {
    while let Some((_, length)) = cursor.char_at(from)?.filter(|&(c, _)| is_space(c)) {
        from += length;
    }
    Ok(from)
}

/// A move with blanks inside, as tables have them (`1- 6`, `47x 9`, `32 - 28`): the move without
/// blanks, and its end. `first` is its first part, before a blank, and `end` the end of that.
fn spaced<R: Read>(
    cursor: &mut Cursor<R>,
    first: &str,
    end: usize,
) -> io::Result<Option<(String, usize)>> {
    let is_square = first.len() <= 3 && !first.contains(is_sign);
    if (!is_square && !first.ends_with(is_sign)) || blanks(cursor, end)? == end {
        return Ok(None);
    }
    let (mut text, mut length) = (first.to_owned(), end);
    while text.len() <= MAX_MOVE {
        let behind = blanks(cursor, length)?;
        let next = cursor.char_at(behind)?;
        let (next, sign) = next.map_or((None, 0), |(c, length)| (Some(c), length));
        // After a sign comes a square. Before a sign that has a blank on both sides one may stand, too: before a dash
        // only the first, for others have a dash between moves.
        let goes_on = if text.ends_with(is_sign) {
            next.is_some_and(|c| c.is_ascii_alphanumeric())
        } else {
            let is_first = length == end;
            let is_spaced = blanks(cursor, behind + sign)? > behind + sign;
            let is_cross = next.is_some_and(|c| is_sign(c) && !is_dash(c));
            is_square && (is_first && next.is_some_and(is_sign) || is_spaced && is_cross)
        };
        if !goes_on {
            break;
        }
        let (part, after) = letters(cursor, behind)?;
        text.push_str(&part);
        length = after;
    }
    // `5 - and on` is no move, nor is `f - Petrov`.
    let is_move = length > end && MoveText::parse(&text).is_ok();
    Ok(is_move.then_some((text, length)))
}

/// Whether the word at an offset is a move.
pub(super) fn is_move_at<R: Read>(cursor: &mut Cursor<R>, at: usize) -> io::Result<bool> {
    let (text, _) = letters(cursor, at)?;
    Ok(MoveText::parse(&text).is_ok())
}

/// Whether a number that ends at `end` is the first square of a move, `1 - 6`.
pub(super) fn begins_move<R: Read>(cursor: &mut Cursor<R>, end: usize) -> io::Result<bool> {
    let text = cursor.text(0, end)?;
    Ok(spaced(cursor, &text, end)?.is_some())
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

/// Whether a move may end before this byte; what is not ASCII is looked at more closely.
fn ends_word(byte: u8) -> bool {
    byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'-' | b':' | b'\'')
}

/// A move, or words.
fn play<R: Read>(
    cursor: &mut Cursor<R>,
    place: Place,
    text: &str,
    length: usize,
) -> io::Result<Token> {
    let error = match MoveText::parse(text) {
        // `01-01` would be written as a result, so it is one.
        Ok(read) if read.kind == MoveKind::Quiet && read.squares == [SquareName::Number(1); 2] => {
            cursor.source.advance(length);
            return Ok(Token::End(GameEnd::Result(GameResult::Draw2)));
        }
        Ok(read) => {
            cursor.source.advance(length);
            return Ok(Token::Move(read));
        }
        Err(error) => error,
    };
    // `12-0`: 0 is no square.
    if let Some(result) = GameResult::parse(text) {
        cursor.slip(SlipKind::ResultForm, place, text);
        cursor.source.advance(length);
        return Ok(Token::End(GameEnd::Result(result)));
    }
    if let Some(text) = from_zero(text) {
        let written = cursor.take(length)?;
        return Ok(Token::Doubtful(Box::new((text, written))));
    }
    let (whole, end) = rest_of_word(cursor, text, length)?;
    cursor.source.advance(end);
    if !looks_like_move(&whole) || looks_like_points(&whole) || is_time(&whole) {
        return Ok(Token::Text(whole));
    }
    let before = text.get(..error.at).unwrap_or(text).chars().count();
    let found = whole.get(error.at..).unwrap_or_default();
    let fault = Fault::new(place.right(before), found, error.expected);
    Ok(Token::Bad(Box::new(fault)))
}

/// A word that is no move, up to a blank or a bracket.
pub(super) fn rest_of_word<R: Read>(
    cursor: &mut Cursor<R>,
    text: &str,
    mut end: usize,
) -> io::Result<(String, usize)> {
    let mut whole = text.to_owned();
    while let Some((c, length)) = cursor.char_at(end)? {
        let ends = c.is_whitespace() || is_space(c) || c.is_control() || "()[]{}*$\\<;".contains(c);
        if ends || whole.len() > 4 * MAX_MOVE && !whole.is_empty() {
            break;
        }
        whole.push(c);
        end += length;
    }
    Ok((whole, end))
}

/// Whether a word that cannot be read is of points, `1½-½` or `1+/1-`: no number in it is larger than 2.
fn looks_like_points(word: &str) -> bool {
    let numbers = word.split(|c: char| !c.is_ascii_digit());
    let mut numbers = numbers.filter(|number| !number.is_empty()).peekable();
    let is_lettered = |c: char| c.is_alphabetic() && !matches!(c, 'f' | 'x' | 'X' | 'х');
    numbers.peek().is_some()
        && numbers.all(|number| number.parse().is_ok_and(|points: u8| points <= 2))
        && !word.contains(is_lettered)
        && word.chars().count() <= 8
}

/// Whether a word that cannot be read stands for a move, which is lost then, and is not of a
/// sentence: squares and something between them, with no other letters.
fn looks_like_move(word: &str) -> bool {
    let word = word.trim_end_matches(['!', '?', '.', ',']);
    let digits = word.chars().filter(char::is_ascii_digit).count();
    let letters = word.chars().filter(|c| c.is_alphabetic());
    let is_of_square = |c: char| matches!(c, 'a'..='j' | 'A'..='J') || is_sign(c);
    let signs = word.chars().filter(|&c| !c.is_alphanumeric() || is_sign(c));
    let begins =
        word.starts_with(|c: char| c.is_ascii_digit() || matches!(c, 'a'..='j' | 'A'..='J'));
    begins
        && digits >= 1
        && word.len() >= 3
        && word.len() <= MAX_MOVE
        && letters.clone().all(is_of_square)
        && (signs.count() >= 1 || letters.count() >= 1)
}

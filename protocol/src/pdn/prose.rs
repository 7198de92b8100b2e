//! Words between tags and moves.

use std::io::{self, Read};

use super::GameResult;
use super::cursor::Cursor;
use crate::{MoveText, SquareName};

/// The longest remark in parentheses, in bytes.
const MAX_REMARK: usize = 1 << 10;
/// The longest line of words, in bytes; what is behind is words of their own.
const MAX_LINE: usize = 1 << 10;
/// The squares of the largest board.
const MAX_SQUARE: u16 = 144;

/// The length of what stands for a blank: `\r`, `\n`, `\t`, `&nbsp;`, `<br>` and other tags of HTML.
pub(super) fn markup<R: Read>(cursor: &mut Cursor<R>, first: char) -> io::Result<Option<usize>> {
    Ok(match first {
        '\\' => {
            let slashes = cursor.run(0, |byte| byte == b'\\')?.min(2);
            let next = cursor.source.peek(slashes)?;
            matches!(next, Some(b'r' | b'n' | b't')).then_some(slashes + 1)
        }
        '&' => {
            let letters = cursor.run(1, |b| b.is_ascii_alphanumeric() || b == b'#')?;
            let is_entity = cursor.source.peek(1 + letters)? == Some(b';');
            (is_entity && (1..=8).contains(&letters)).then_some(letters + 2)
        }
        '<' => {
            let is_name = |byte: Option<u8>| {
                byte.is_some_and(|b| b.is_ascii_alphabetic() || matches!(b, b'/' | b'!'))
            };
            let end = cursor
                .source
                .find(1, 200, |b| matches!(b, b'>' | b'<' | b'\n' | b'\r'))?;
            let end = end.filter(|&end| cursor.source.window().get(end) == Some(&b'>'));
            let name = cursor.source.peek(1)?;
            let second = cursor.source.peek(2)?;
            // `<c3,d4>` names squares.
            let is_square =
                second.is_some_and(|b| b.is_ascii_digit()) && !matches!(name, Some(b'h' | b'H'));
            end.filter(|_| is_name(name) && !is_square)
                .map(|end| end + 1)
        }
        '¶' | '↵' | '⏎' | '␣' | '␍' | '␊' => {
            cursor.char_at(0)?.map(|(_, length)| length)
        }
        _ => None,
    })
}

/// A remark in parentheses in which there is no move, or hardly any: its words, and its length with
/// the parentheses.
pub(super) fn in_parentheses<R: Read>(
    cursor: &mut Cursor<R>,
) -> io::Result<Option<(String, usize)>> {
    let mut depth = 0_usize;
    let end = cursor.source.find(0, MAX_REMARK, |byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            // What only variations have, or what shows that the end is missing.
            b'{' | b'}' | b'$' | b'%' | b'*' | b'[' => return true,
            _ => {}
        }
        depth == 0
    })?;
    let Some(end) = end.filter(|&end| cursor.source.window().get(end) == Some(&b')')) else {
        return Ok(None);
    };
    let text = cursor.text(1, end)?;
    Ok(is_remark(&text).then(|| (text, end + 1)))
}

/// Whether a text is words rather than moves.
fn is_remark(text: &str) -> bool {
    if is_time(text.trim()) || is_figure(text.trim()) || is_result(text) {
        return true;
    }
    // A setup.
    if text.contains('/') && text.contains(':') {
        return false;
    }
    let (mut moves, mut words, mut signs) = (0, 0, 0);
    for word in text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';')) {
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let bare = bare
            .strip_prefix('.')
            .map_or(word, |rest| rest.trim_start_matches('.'));
        if word.is_empty() {
        } else if is_move(bare.trim_end_matches(|c: char| !c.is_alphanumeric()))
            || word.contains("...")
        {
            moves += 1;
        } else if word.chars().any(char::is_alphabetic) {
            words += 1;
        } else {
            signs += 1;
        }
    }
    let is_mark = words == 0 && signs == 1 && super::marks::glyph(&text.replace(' ', "")).is_some();
    is_mark || (words > 0 && (moves == 0 || words > 2 * moves + 1))
}

/// Whether a text is the result of both sides.
pub(super) fn is_result(text: &str) -> bool {
    let is_between = |c: char| c == ':' || crate::text::is_dash(c);
    text.contains(is_between) && !is_time(text.trim()) && GameResult::parse(text).is_some()
}

/// Whether a text is a score such as `+0.35` or `0,5/12`, a time such as `1'05"`, or a year.
fn is_figure(text: &str) -> bool {
    let is_time = text.contains(['\'', '"'])
        && (text.bytes()).all(|byte| byte.is_ascii_digit() || b"'\" .".contains(&byte));
    let bare = text.trim_start_matches(['+', '-']);
    let (score, depth) = bare.split_once('/').unwrap_or((bare, "0"));
    let is_number = |part: &str| {
        (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let is_decimal = |(whole, part): (&str, &str)| {
        is_number(whole) && is_number(part) && (whole == "0" || bare.len() < text.len())
    };
    let is_score = score.split_once(['.', ',']).is_some_and(is_decimal) && is_number(depth);
    // Below that it may be a move of two squares.
    let is_year = text.len() == 4
        && text
            .parse()
            .is_ok_and(|year: u16| (1973..2000).contains(&year));
    is_time || is_score || is_year
}

/// Whether a text is a time, `1:05`, rather than a capture.
pub(super) fn is_time(text: &str) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    let is_number = |part: &&str| {
        (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let starts_with_zero = |part: &&str| part.len() == 2 && part.starts_with('0');
    let Some((first, rest)) = parts.split_first() else {
        return false;
    };
    let is_zero = matches!(*first, "0" | "00")
        || !starts_with_zero(first) && rest.iter().any(starts_with_zero);
    (2..=3).contains(&parts.len()) && parts.iter().all(is_number) && is_zero
}

/// Whether a word is a move on some board, and no result.
pub(super) fn is_move(word: &str) -> bool {
    let is_on_board = |name: &SquareName| match *name {
        SquareName::Number(number) => number <= MAX_SQUARE,
        SquareName::Letters { .. } => true,
    };
    GameResult::parse(word).is_none()
        && MoveText::parse(word).is_ok_and(|read| read.squares.iter().all(is_on_board))
}

/// Whether a line has moves, and nothing else but numbers, results, marks and signs.
pub(super) fn is_line_of_moves(line: &str) -> bool {
    let words = line.split(|c: char| c.is_whitespace() || matches!(c, ';' | ','));
    let mut moves = 0;
    let is_played = words.filter(|word| !word.is_empty()).all(|word| {
        let bare = word.trim_start_matches(|c: char| c.is_ascii_digit());
        let bare = bare.trim_start_matches(['.', ')']);
        let word = if bare.starts_with(char::is_alphanumeric) && bare.len() < word.len() {
            bare
        } else {
            word
        };
        let word = word.trim_end_matches(['!', '?', '.']);
        moves += usize::from(is_move(word));
        is_move(word) || !word.contains(char::is_alphabetic)
    });
    is_played && moves > 0
}

/// The words up to the end of the line or the next bracket, if there is no move among them.
pub(super) fn rest_of_line<R: Read>(cursor: &mut Cursor<R>) -> io::Result<String> {
    let ends = |byte| matches!(byte, b'\n' | b'\r' | b'{' | b'[' | b'%');
    let end = cursor.source.find(0, MAX_LINE, ends)?;
    let length = cursor.source.window().len();
    let Some(end) = end.or_else(|| (length < MAX_LINE).then_some(length)) else {
        return Ok(String::new());
    };
    let text = cursor.text(0, end)?;
    let mut words = text.split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ','));
    let has_move = words.any(|word| {
        let word = word.rsplit('.').next().unwrap_or(word);
        is_move(word.trim_end_matches(['!', '?', ';']))
    });
    if has_move || text.contains("\\n") || text.contains("\\r") {
        return Ok(String::new());
    }
    cursor.source.advance(end);
    Ok(text)
}

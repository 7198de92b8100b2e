//! The tokens with quotes: tags and setups.

use std::io::{self, Read};

use nom::Parser;
use nom::bytes::complete::take_while1;
use nom::character::complete::char;
use nom::sequence::delimited;

use super::cursor::{Cursor, MAX_TAG};
use super::encoding::decode;
use super::game::is_of_name;
use super::token::Token;
use super::{Fault, Place, Setup, Tag};
use crate::lex::{Fail, Parsed, Span, expect, fail, spaces};

/// A tag, up to the first `]` outside of quotes, or to the end of the line.
pub(super) fn tag<R: Read>(cursor: &mut Cursor<R>, place: Place) -> io::Result<Token> {
    let (mut is_quoted, mut is_escaped) = (false, false);
    let end = cursor.source.find(1, MAX_TAG, |byte| {
        let is_plain = !std::mem::take(&mut is_escaped);
        match byte {
            b'\n' | b'\r' => return true,
            b']' => return !is_quoted,
            b'\\' => is_escaped = is_plain && is_quoted,
            b'"' if is_plain => is_quoted = !is_quoted,
            _ => {}
        }
        false
    })?;
    let has_end = |end: &usize| cursor.source.window().get(*end) == Some(&b']');
    let length = match end {
        Some(end) => end + usize::from(has_end(&end)),
        None => MAX_TAG,
    };
    let text = decode(cursor.start(length)).into_owned();
    cursor
        .source
        .advance(length.min(cursor.source.window().len()));
    Ok(match Span::new(&text).parse("the next tag", whole) {
        Ok((name, value)) => {
            let mut tag = Tag::new(name, &unescaped(value));
            tag.place = place.right(width_before(&text, value));
            Token::Tag(Box::new(tag))
        }
        Err(error) => {
            let before = text.get(..error.at).unwrap_or(&text);
            let place = place.right(before.chars().count());
            Token::Bad(Box::new(Fault::new(place, &error.found, error.expected)))
        }
    })
}

/// A position between slashes.
pub(super) fn setup<R: Read>(cursor: &mut Cursor<R>, place: Place) -> io::Result<Token> {
    let is_end = |byte| matches!(byte, b'/' | b'\n' | b'\r');
    let end = cursor.source.find(1, MAX_TAG, is_end)?;
    let Some(end) = end.filter(|&end| cursor.source.window().get(end) == Some(&b'/')) else {
        return cursor.bad(place, "a position between slashes, /FEN \"..\"/");
    };
    let text = cursor.take(end + 1);
    let inside = text.trim_matches('/').trim();
    let fen = match inside.get(..3) {
        Some(name) if name.eq_ignore_ascii_case("FEN") => inside.get(3..).unwrap_or_default(),
        _ => inside,
    };
    let fen = fen.trim_start_matches(|c: char| c.is_whitespace() || c == '"');
    let mut setup = Setup::new(fen);
    setup.place = place.right(width_before(&text, fen));
    Ok(Token::Setup(setup))
}

/// The characters of `text` before its part `part`.
fn width_before(text: &str, part: &str) -> usize {
    let bytes = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    text.get(..bytes).unwrap_or(text).chars().count()
}

/// Whether a line begins with a tag, as far as its first quote.
pub(super) fn is_tag(line: &str) -> bool {
    head(line.trim_start()).is_ok()
}

/// The name of a tag, up to the quote before the value.
fn head(input: &str) -> Parsed<'_, &str> {
    let (rest, _) = expect("[ before a tag", char('[')).parse(input)?;
    let (rest, _) = spaces(rest)?;
    let (rest, name) = expect("the name of a tag", take_while1(is_of_name)).parse(rest)?;
    let (rest, _) = spaces(rest)?;
    let (rest, _) = expect("\" before the value of the tag", char('"')).parse(rest)?;
    Ok((rest, name))
}

/// Name and value of a tag.
fn whole(input: &str) -> Parsed<'_, (&str, &str)> {
    let (rest, name) = head(input)?;
    let (rest, value) = value(rest)?;
    let end = delimited(spaces, char::<_, Fail<'_>>(']'), spaces);
    let (rest, _) = expect("] behind the value of the tag", end).parse(rest)?;
    Ok((rest, (name, value)))
}

/// The value as it is written, up to its quote, which is passed over.
fn value(input: &str) -> Parsed<'_, &str> {
    let mut is_escaped = false;
    for (at, c) in input.char_indices() {
        match c {
            '"' if !is_escaped => {
                let rest = input.get(at + 1..).unwrap_or_default();
                return Ok((rest, input.get(..at).unwrap_or_default()));
            }
            '\\' => is_escaped = !is_escaped,
            _ => is_escaped = false,
        }
    }
    fail("", "\" behind the value of the tag, in the same line")
}

/// `\"` and `\\` are what is behind the backslash; other backslashes are themselves.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                text.push(next);
                chars.next();
            }
            _ => text.push(c),
        }
    }
    text
}

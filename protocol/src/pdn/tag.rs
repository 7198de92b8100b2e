//! The tokens with quotes: tags and setups.

use std::io::{self, Read};

use super::cursor::{Cursor, MAX_TAG};
use super::game::is_of_name;
use super::slip::SlipKind;
use super::token::Token;
use super::{GameEnd, GameResult, Place, Setup, Tag};

/// The most lines that a tag may have.
const MAX_LINES: usize = 4;

/// The longest tag that is looked for first, in bytes.
const SHORT_TAG: usize = 1 << 9;

/// What a bracket stands behind, which tells a tag without quotes from a bracket within a sentence or between moves.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PlaceOfTag {
    /// The end of a line.
    LineStart,
    /// A tag or the end of a game in the same line.
    BehindTag,
    /// A move, a word or the like in the same line.
    BehindOther,
}

/// A tag, or words in brackets.
pub(super) fn tag<R: Read>(
    cursor: &mut Cursor<R>,
    place: Place,
    place_of_tag: PlaceOfTag,
) -> io::Result<Token> {
    if let Some((name, value, length)) = plain(cursor.source.window()) {
        // What is plain is in one line.
        let before = length.saturating_sub(value + 2);
        let end = length.saturating_sub(2);
        if let (Some(name), true) = (part(cursor, 1, 1 + name), end >= before) {
            let from = end - value;
            let is_ascii = cursor.start(length).is_ascii();
            let text = cursor.text(from, end)?;
            let place = place.right(from);
            if is_ascii {
                cursor.source.advance_in_line(length);
            } else {
                cursor.source.advance(length);
            }
            return Ok(token(&name, &text, place));
        }
    }
    loose(cursor, place, place_of_tag)
}

fn token(name: &str, value: &str, place: Place) -> Token {
    let mut tag = Tag::new(name, value);
    tag.place = place;
    Token::Tag(Box::new(tag))
}

fn part<R: Read>(cursor: &Cursor<R>, from: usize, to: usize) -> Option<String> {
    let bytes = cursor.source.window().get(from..to)?;
    Some(String::from_utf8_lossy(bytes).into_owned())
}

/// The lengths of name, value and the whole of a tag that is written as the standard has it, one
/// blank before its value, with nothing to be unescaped.
fn plain(window: &[u8]) -> Option<(usize, usize, usize)> {
    let rest = window.strip_prefix(b"[")?;
    let name = rest
        .iter()
        .position(|&byte| !is_of_name(char::from(byte)))?;
    let value = rest.get(name..)?.strip_prefix(b" \"")?;
    let end = value
        .iter()
        .position(|byte| matches!(byte, b'"' | b'\\' | b'\n' | b'\r'))?;
    let is_plain = name > 0 && value.get(end..)?.starts_with(b"\"]");
    is_plain.then_some((name, end, 1 + name + 2 + end + 2))
}

/// Any other tag.
fn loose<R: Read>(
    cursor: &mut Cursor<R>,
    place: Place,
    place_of_tag: PlaceOfTag,
) -> io::Result<Token> {
    let mut text = String::new();
    // Most tags are short; to look far ahead each time would take long.
    for most in [SHORT_TAG, MAX_TAG] {
        let length = extent(cursor, most)?;
        text = cursor.text(0, length)?;
        let is_whole =
            Loose::parse(&text).is_some_and(|found| found.slip != Some(SlipKind::TagEnd));
        if is_whole || length < most {
            break;
        }
    }
    let Some(found) = Loose::parse(&text) else {
        return bracket(cursor, place, &text);
    };
    let is_words = match place_of_tag {
        PlaceOfTag::LineStart => false,
        PlaceOfTag::BehindTag => found.slip == Some(SlipKind::TagValue),
        PlaceOfTag::BehindOther => found.is_bare,
    };
    // `[2. 34-30 20-25]`, `[0:05]`
    let is_numbered = found.is_bare && found.name.starts_with(|c: char| c.is_ascii_digit());
    if is_words || is_numbered {
        return bracket(cursor, place, &text);
    }
    if let Some(kind) = found.slip {
        cursor.slip(kind, place, text.get(..found.length).unwrap_or(&text));
    }
    let value = place_of(place, &text, found.value);
    let token = token(found.name, &unescaped(found.value), value);
    let done = raw_length(cursor, &text, found.length)?;
    cursor.source.advance(done);
    Ok(token)
}

/// The number of bytes of a file in which the first `length` bytes of its text stand.
fn raw_length<R: Read>(cursor: &mut Cursor<R>, text: &str, length: usize) -> io::Result<usize> {
    let chars = text.get(..length).unwrap_or(text).chars().count();
    let mut raw = 0;
    for _ in 0..chars {
        raw += cursor.char_at(raw)?.map_or(0, |(_, length)| length);
    }
    Ok(raw)
}

/// A bracket that is no tag: words, or a result.
fn bracket<R: Read>(cursor: &mut Cursor<R>, place: Place, text: &str) -> io::Result<Token> {
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let end = line.find(']').map_or(line.len(), |end| end + 1);
    let words = line.get(..end).unwrap_or(line).to_owned();
    let length = raw_length(cursor, text, end.max(1))?;
    cursor.source.advance(length);
    let inside = words.trim_matches(['[', ']']);
    if let Some(result) = GameResult::parse(inside) {
        cursor.slip(SlipKind::ResultForm, place, &words);
        return Ok(Token::End(GameEnd::Result(result)));
    }
    Ok(Token::Text(words))
}

/// How far a tag may reach, in bytes, at most: to the next line that begins with a bracket or is empty.
fn extent<R: Read>(cursor: &mut Cursor<R>, most: usize) -> io::Result<usize> {
    let mut end = 0;
    for _ in 0..MAX_LINES {
        let line_end = |byte| matches!(byte, b'\n' | b'\r');
        let Some(found) = cursor.source.find(end, most.max(end), line_end)? else {
            return Ok(cursor.source.window().len().min(most));
        };
        end = found;
        let breaks = match (cursor.source.peek(end)?, cursor.source.peek(end + 1)?) {
            (Some(b'\r'), Some(b'\n')) => 2,
            (Some(_), _) => 1,
            (None, _) => break,
        };
        let next = end + breaks;
        let blanks = cursor.run(next, |byte| matches!(byte, b' ' | b'\t'))?;
        let goes_on = match cursor.source.peek(next + blanks)? {
            None | Some(b'[' | b'\n' | b'\r') => false,
            Some(_) => next < most,
        };
        if !goes_on {
            break;
        }
        end = next;
    }
    Ok(end.min(most))
}

/// A tag that is not written as the standard has it.
struct Loose<'a> {
    name: &'a str,
    /// As it is written.
    value: &'a str,
    /// That of the tag in the text.
    length: usize,
    /// Whether the value has no quotes, or is none.
    is_bare: bool,
    slip: Option<SlipKind>,
}

impl<'a> Loose<'a> {
    /// `None` if there is no name.
    fn parse(text: &'a str) -> Option<Self> {
        let rest = blanks(text.trim_start_matches('['));
        let end = rest.find(|c| !is_of_name(c)).unwrap_or(rest.len());
        let (name, rest) = rest.split_at_checked(end)?;
        if name.is_empty() {
            return None;
        }
        let rest = blanks(rest);
        let after = blanks(rest.strip_prefix([':', '=']).unwrap_or(rest));
        let is_bare = !after.starts_with(is_quote);
        let (value, rest, slip) = match after.chars().next() {
            Some(quote) if is_quote(quote) => {
                let inside = after.get(quote.len_utf8()..)?;
                let is_single = quote == '\'' && inside.starts_with('\'');
                let inside = if is_single { inside.get(1..)? } else { inside };
                let is_plain = quote == '"' && after.len() == rest.len();
                let (value, rest, is_whole) = quoted(inside, quote);
                let slip = match (is_whole, is_plain) {
                    (false, _) => Some(SlipKind::TagEnd),
                    (_, false) => Some(SlipKind::TagQuotes),
                    _ if has_quote(value) => Some(SlipKind::TagQuotes),
                    _ => None,
                };
                (value, rest, slip)
            }
            _ => {
                let (value, rest, is_whole) = bare(after);
                let slip = match (is_whole, value.is_empty()) {
                    (false, _) => SlipKind::TagEnd,
                    (_, true) => SlipKind::TagValue,
                    _ => SlipKind::TagQuotes,
                };
                (value, rest, Some(slip))
            }
        };
        Some(Self {
            name,
            value,
            length: text.len() - rest.len(),
            is_bare,
            slip,
        })
    }
}

/// A text without the blanks before it, literal escapes such as `\r` among them.
fn blanks(text: &str) -> &str {
    let mut rest = text;
    loop {
        rest = rest.trim_start();
        let escape = ["\\r", "\\n", "\\t"]
            .iter()
            .find_map(|&escape| rest.strip_prefix(escape));
        match escape {
            Some(behind) => rest = behind,
            None => return rest,
        }
    }
}

const fn is_quote(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '`'
            | '´'
            | '‘'
            | '’'
            | '‚'
            | '‛'
            | '“'
            | '”'
            | '„'
            | '‟'
            | '«'
            | '»'
            | '″'
            | '＂'
    )
}

/// Whether a quote opened by `open` is closed by `c`.
const fn closes(open: char, c: char) -> bool {
    match open {
        '"' => c == '"',
        _ => is_quote(c),
    }
}

/// Whether a value has a quote in it that is not escaped.
fn has_quote(value: &str) -> bool {
    let mut is_escaped = false;
    value.chars().any(|c| {
        let was_escaped = std::mem::take(&mut is_escaped);
        is_escaped = c == '\\' && !was_escaped;
        c == '"' && !was_escaped
    })
}

/// A value up to the quote that has a bracket behind it, what comes behind that, and whether there
/// was one: otherwise the value ends with its line.
fn quoted(text: &str, open: char) -> (&str, &str, bool) {
    let end = closed(text, open, true).or_else(|| closed(text, open, false));
    if let Some((value, rest)) = end {
        return (value, rest, true);
    }
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let rest = text.get(line.len()..).unwrap_or_default();
    // `[A "half]`, whatever is behind.
    if let Some((value, _)) = line.split_once(']') {
        let rest = text.get(value.len() + 1..).unwrap_or_default();
        return (value.trim_end(), rest, false);
    }
    // `[A "half"`, and `[A "half\n`
    let mut line = line.trim_end();
    while let Some(shorter) = ["\\r", "\\n", "\\t", "<br>"]
        .iter()
        .find_map(|end| line.strip_suffix(end))
    {
        line = shorter.trim_end();
    }
    let value = line.strip_suffix(|c| closes(open, c)).unwrap_or(line);
    (value, rest, false)
}

/// The value before a quote and a bracket, and what comes behind.
fn closed(text: &str, open: char, heeds_escapes: bool) -> Option<(&str, &str)> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        let was_escaped = std::mem::take(&mut is_escaped) && heeds_escapes;
        if c == '\\' && !was_escaped {
            is_escaped = true;
        } else if closes(open, c) && !was_escaped {
            let behind = blanks(text.get(at + c.len_utf8()..)?);
            // `''value''`
            let behind = match (open, behind.strip_prefix('\'')) {
                ('\'', Some(after)) if after.starts_with(']') => after,
                _ => behind,
            };
            if let Some(rest) = behind.strip_prefix(']') {
                return Some((text.get(..at)?, rest));
            }
        }
    }
    None
}

/// A value without quotes, what comes behind its bracket, and whether there was one.
fn bare(text: &str) -> (&str, &str, bool) {
    let end = text.find(['\n', '\r', ']']).unwrap_or(text.len());
    let (value, rest) = text.split_at_checked(end).unwrap_or((text, ""));
    let value = value.trim_end().trim_end_matches(is_quote);
    match rest.strip_prefix(']') {
        Some(rest) => (value, rest, true),
        None => (value, rest, false),
    }
}

/// A position between slashes; words if there is none.
pub(super) fn setup<R: Read>(cursor: &mut Cursor<R>, place: Place) -> io::Result<Token> {
    let is_end = |byte| matches!(byte, b'/' | b'\n' | b'\r');
    let end = cursor.source.find(1, MAX_TAG, is_end)?;
    let end = end.filter(|&end| cursor.source.window().get(end) == Some(&b'/'));
    let text = match end {
        Some(end) => cursor.text(0, end + 1)?,
        None => String::new(),
    };
    let inside = text.trim_matches('/').trim();
    let fen = match inside.get(..3) {
        Some(name) if name.eq_ignore_ascii_case("FEN") => inside.get(3..).unwrap_or_default(),
        _ if inside.contains(':') => inside,
        _ => {
            cursor.source.advance_in_line(1);
            return Ok(Token::Text("/".to_owned()));
        }
    };
    cursor.source.advance(end.unwrap_or_default() + 1);
    let fen = fen.trim_start_matches(|c: char| c.is_whitespace() || c == '"');
    let mut setup = Setup::new(fen);
    setup.place = place_of(place, &text, fen);
    Ok(Token::Setup(setup))
}

/// The place of `part` in `text`, which begins at `place`.
fn place_of(place: Place, text: &str, part: &str) -> Place {
    let bytes = (part.as_ptr() as usize).saturating_sub(text.as_ptr() as usize);
    let before = text.get(..bytes).unwrap_or(text);
    match before.rfind('\n') {
        None => place.right(before.chars().count()),
        Some(last) => Place {
            line: place
                .line
                .saturating_add(before.matches('\n').count() as u32),
            column: 1,
        }
        .right(before.get(last + 1..).unwrap_or_default().chars().count()),
    }
}

/// Whether a line begins with a tag, as far as its first quote.
pub(super) fn is_tag(line: &str) -> bool {
    let Some(rest) = line.trim_start().strip_prefix('[') else {
        return false;
    };
    let rest = rest.trim_start();
    let value = rest.trim_start_matches(is_of_name);
    value.len() < rest.len() && value.trim_start().starts_with(is_quote)
}

/// `\"` and `\\` are what is behind the backslash; other backslashes are themselves, and line ends are blanks.
fn unescaped(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('\\', Some(&next @ ('"' | '\\'))) => {
                text.push(next);
                chars.next();
            }
            ('\r', Some('\n')) => {}
            _ => text.push(c),
        }
    }
    text
}

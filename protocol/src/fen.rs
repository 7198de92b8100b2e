//! Positions as FEN: `W:W31-50:B1-20`.

use std::fmt;

use nom::Parser;
use nom::character::complete::one_of;
use nom::combinator::opt;
use nom::sequence::delimited;

use crate::lex::{Fail, Parsed, Span, fail, spaces};
use crate::moves::DASHES;
use crate::square::{file_of, square};
use crate::{ParseError, Side, SquareName};

/// No range is longer; the largest board has 144 squares.
const MAX_RANGE: u16 = 200;
/// No FEN holds more pieces, so that a short text cannot fill the memory.
const MAX_PIECES: usize = 400;

/// One piece of a [`Fen`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FenPiece {
    /// Whose piece it is.
    pub side: Side,
    /// Whether it is a king.
    pub king: bool,
    /// Where it stands, as written.
    pub square: SquareName,
    /// Byte offset of the piece in the text (of the whole range, for a piece out of a range), for
    /// messages about a square that does not exist. 0 in a FEN that was not read from a text.
    pub at: usize,
}

/// A position of PDN 3.0, section "FEN tag".
///
/// ```
/// use kamen_protocol::{Fen, Side};
///
/// let fen = Fen::parse("B:BK10,1-2:W50.")?;
/// assert_eq!((fen.turn, fen.pieces.len()), (Some(Side::Black), 4));
/// assert_eq!(fen.to_string(), "B:W50:B1,2,K10");
/// # Ok::<(), kamen_protocol::ParseError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Fen {
    /// The side to move; `None` where it is missing or `?`.
    pub turn: Option<Side>,
    /// The pieces in the order of the text, ranges expanded; a square may occur twice.
    pub pieces: Vec<FenPiece>,
    /// Fields that are no list of pieces, such as `H0`, `F1` and `+1+0` of lidraughts.
    pub rest: Vec<String>,
}

impl Fen {
    /// Reads a FEN (PDN 3.0, "FEN tag"): colours in either order, missing or empty, lists with
    /// ranges (a `K` before one makes all of it kings), any case, leading zeros, quotes around it
    /// and full stops at the end; blanks anywhere, also instead of commas; a comma behind a list;
    /// other signs between squares and lists (`W;W31;32;B1`), a colour before each square (`W:W31,W32:B1`), wide and
    /// Cyrillic letters; a doubled colour (`W:W:W31:B1`); no side to move (`W31:B1`); the whole tag, `[FEN "W:W31:B1"]`.
    ///
    /// Unknown fields are kept after both lists; before them only `H..`, `F..` and `+..` are.
    ///
    /// # Errors
    /// Anything else; two lists of one colour; a range that goes down, is longer than 200
    /// squares or is not of numbers; more than 400 pieces.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        Self::strict(text).or_else(|error| {
            let loose = loosened(text).ok_or_else(|| error.clone())?;
            Self::strict(&loose).map_err(|_| error)
        })
    }

    fn strict(text: &str) -> Result<Self, ParseError> {
        let body = frame(text)?;
        let mut fields = Fields(Some(body));
        let mut fen = Self::default();
        let mut lists = Lists::default();
        let first = fields.next().unwrap_or(body);
        match turn(first) {
            Ok(side) => fen.turn = side,
            // A list of pieces: the side to move is left out.
            Err(_) if first.part.contains(|c: char| c.is_ascii_digit()) && is_list(first) => {
                lists.read(first, &mut fen)?;
            }
            Err(error) => return Err(error),
        }
        for field in fields {
            lists.read(field, &mut fen)?;
        }
        Ok(fen)
    }
}

/// A FEN with the signs of the standard between its squares and lists; `None` if it has none of either.
fn loosened(text: &str) -> Option<String> {
    let body = frame(text).ok()?;
    let plain = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        'В' => 'B',
        'К' => 'K',
        c => c,
    };
    let plain: String = body.part.chars().map(plain).collect();
    let is_between =
        |c: char| c.is_whitespace() || matches!(c, ':' | ',' | ';' | '.' | '/' | '|' | '‚');
    let mut items = plain.split(is_between).filter(|item| !item.is_empty());
    let mut fen = items.next()?.to_owned();
    let (mut colour, mut is_open) = (None, true);
    for item in items {
        let letter = item
            .chars()
            .next()
            .filter(|first| matches!(first, 'W' | 'B'));
        let rest = match letter {
            // Two lists of one colour are two.
            Some(letter) if colour == Some(letter) => {
                let lists = plain.matches(&format!(":{letter}")).count();
                item.get(1..).filter(|_| lists < 2)?
            }
            Some(letter) => {
                fen.push(':');
                fen.push(letter);
                (colour, is_open) = (Some(letter), true);
                item.get(1..)?
            }
            None if item.starts_with(['H', 'F', '+']) => {
                fen.push(':');
                is_open = true;
                item
            }
            None => colour.map(|_| item)?,
        };
        if !rest.is_empty() {
            if !is_open {
                fen.push(',');
            }
            fen.push_str(rest);
            is_open = false;
        }
    }
    Some(fen)
}

/// What text may have around a FEN as quotes.
const QUOTES: &str = "\"'“”„«»`";

/// Takes off white space, final full stops, one pair of quotes, and the tag around all of it; what
/// remains has no quote.
fn frame(text: &str) -> Result<Span<'_>, ParseError> {
    let body = stripped(unwrapped(Span::new(text)));
    let is_quote = |c: char| QUOTES.contains(c);
    let inner = body.part.strip_prefix(is_quote);
    let body = match inner.and_then(|inner| inner.strip_suffix(is_quote)) {
        Some(part) => {
            let skipped = body.part.len() - inner.map_or(0, str::len);
            let start = body.start + skipped;
            stripped(Span {
                part,
                start,
                ..body
            })
        }
        None => body,
    };
    match body.part.find(is_quote) {
        Some(quote) => Err(body.error(quote, "quotes around the whole FEN or none")),
        None if body.part.is_empty() => Err(body.error(0, "W, B or ? for the side to move")),
        None => Ok(body),
    }
}

/// What stands in the tag `[FEN ".."]`, the setup `/FEN ".."/` or behind the word FEN; all of it, if
/// there is no such thing.
fn unwrapped(span: Span<'_>) -> Span<'_> {
    let span = span.trim();
    let opened = span.part.trim_start_matches(['[', '/']).trim_start();
    let word = opened
        .get(..3)
        .filter(|word| word.eq_ignore_ascii_case("FEN"));
    let behind = word.and_then(|_| opened.get(3..));
    // A blank, a sign or a quote ends the word.
    let Some(behind) = behind.filter(|rest| !rest.starts_with(char::is_alphanumeric)) else {
        return span;
    };
    let value = behind.trim_start_matches([':', '=']);
    let start = span.end() - value.len();
    let part = value.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ']' | '/'));
    Span {
        part,
        start,
        ..span
    }
}

fn stripped(span: Span<'_>) -> Span<'_> {
    let span = span.trim();
    let end = |c: char| c == '.' || c.is_whitespace();
    Span {
        part: span.part.trim_end_matches(end),
        ..span
    }
}

/// Whether a field begins with a colour.
fn is_list(field: Span<'_>) -> bool {
    field.part.starts_with(['W', 'w', 'B', 'b'])
}

/// The fields between the colons.
struct Fields<'a>(Option<Span<'a>>);

impl<'a> Iterator for Fields<'a> {
    type Item = Span<'a>;

    fn next(&mut self) -> Option<Span<'a>> {
        let all = self.0.take()?;
        let Some((part, _)) = all.part.split_once(':') else {
            return Some(all.trim());
        };
        self.0 = Some(all.skip(part.len() + 1));
        Some(Span { part, ..all }.trim())
    }
}

fn turn(field: Span<'_>) -> Result<Option<Side>, ParseError> {
    match field.part {
        "" | "?" => Ok(None),
        white if is_word(white, "White") => Ok(Some(Side::White)),
        black if is_word(black, "Black") => Ok(Some(Side::Black)),
        _ => Err(field.error(0, "W, B or ? for the side to move")),
    }
}

/// Whether a text is a word or its first letter, in either case.
fn is_word(text: &str, word: &str) -> bool {
    text.eq_ignore_ascii_case(word) || word.get(..1).is_some_and(|w| text.eq_ignore_ascii_case(w))
}

/// Which lists were read; an empty field stands for a missing list.
#[derive(Default)]
struct Lists {
    white: Option<usize>,
    black: Option<usize>,
    empty: u8,
}

impl Lists {
    fn read(&mut self, field: Span<'_>, fen: &mut Fen) -> Result<(), ParseError> {
        let (side, seen) = match field.part.chars().next() {
            Some('W' | 'w') => (Side::White, &mut self.white),
            Some('B' | 'b') => (Side::Black, &mut self.black),
            Some(first) => return self.keep(field, first, fen),
            None => {
                self.empty = self.empty.saturating_add(1);
                return Ok(());
            }
        };
        let list_span = field.skip(1);
        let end = list_span.end();
        let pieces = &mut fen.pieces;
        let before = pieces.len();
        list_span.parse("a comma, - or : after a square", |input| {
            list(input, side, end, pieces)
        })?;
        let read = pieces.len() - before;
        // An empty list beside a full one is a colour that was written twice.
        let both = seen.is_some_and(|known| known > 0 && read > 0);
        *seen = Some(seen.unwrap_or(0) + read);
        if both {
            return Err(field.error(0, "one list for each colour"));
        }
        Ok(())
    }

    /// Keeps a field that is no list.
    fn keep(&self, field: Span<'_>, first: char, fen: &mut Fen) -> Result<(), ParseError> {
        let lists = u8::from(self.white.is_some()) + u8::from(self.black.is_some());
        let done = lists >= 2_u8.saturating_sub(self.empty);
        if !done && !matches!(first, 'H' | 'h' | 'F' | 'f' | '+') {
            return Err(field.error(0, "W or B before a list of squares"));
        }
        // A full stop may end the FEN, so it is no part of its last field, or of any.
        let kept = stripped(field).part;
        if !kept.is_empty() {
            fen.rest.push(kept.to_owned());
        }
        Ok(())
    }
}

/// A list without its colour; `end` is the offset of its end in the whole text.
fn list<'a>(input: &'a str, side: Side, end: usize, pieces: &mut Vec<FenPiece>) -> Parsed<'a, ()> {
    let (mut rest, _) = spaces(input)?;
    if rest.is_empty() {
        return Ok((rest, ()));
    }
    loop {
        let at = end.saturating_sub(rest.len());
        let (after, (king, squares)) = item(rest)?;
        if pieces.len() + squares.len() > MAX_PIECES {
            return fail(rest, "no more than 400 pieces");
        }
        pieces.extend(squares.into_iter().map(|square| FenPiece {
            side,
            king,
            square,
            at,
        }));
        let (next, comma) = separator(after, ",")?;
        let read = rest.get(..rest.len().saturating_sub(next.len()));
        let blank = read.is_some_and(|read| read.ends_with(char::is_whitespace))
            && next.starts_with(is_of_item);
        if !(comma && !next.is_empty() || blank) {
            return Ok((next, ()));
        }
        rest = next;
    }
}

/// Whether a square, or the `K` before it, may begin so.
fn is_of_item(c: char) -> bool {
    c.is_ascii_digit() || matches!(c, 'K' | 'k') || file_of(c).is_some()
}

/// One square or range, with the `K` before it.
fn item(input: &str) -> Parsed<'_, (bool, Vec<SquareName>)> {
    let (rest, king) = opt(one_of::<_, _, Fail<'_>>("Kk")).parse(input)?;
    let (start, _) = spaces(rest)?;
    let (rest, first) = square(start)?;
    let (after, dash) = separator(rest, DASHES)?;
    if !dash {
        return Ok((after, (king.is_some(), vec![first])));
    }
    let (rest, last) = square(after)?;
    let squares = match range(first, last) {
        Ok(squares) => squares,
        Err(expected) => return fail(start, expected),
    };
    Ok((rest, (king.is_some(), squares)))
}

fn range(first: SquareName, last: SquareName) -> Result<Vec<SquareName>, &'static str> {
    let (SquareName::Number(first), SquareName::Number(last)) = (first, last) else {
        return Err("a range of numbers, not of letters");
    };
    if first > last {
        return Err("a range that goes up");
    }
    if last - first >= MAX_RANGE {
        return Err("a range of at most 200 squares");
    }
    Ok((first..=last).map(SquareName::Number).collect())
}

/// Skips white space and, if it is there, one of `signs` with white space behind it.
fn separator<'a>(input: &'a str, signs: &'static str) -> Parsed<'a, bool> {
    let (rest, _) = spaces(input)?;
    let (rest, found) = opt(delimited(spaces, one_of(signs), spaces)).parse(rest)?;
    Ok((rest, found.is_some()))
}

/// Writes the turn (`?` where it is unknown), White's list, Black's list and the other fields:
/// ascending, no ranges, no full stop (PDN 3.0, "FEN tag").
impl fmt::Display for Fen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.turn {
            Some(side) => write!(f, "{side}")?,
            None => f.write_str("?")?,
        }
        for side in [Side::White, Side::Black] {
            write!(f, ":{side}")?;
            let mut pieces: Vec<_> = self.pieces.iter().filter(|p| p.side == side).collect();
            pieces.sort_by_key(|piece| (piece.square, piece.king));
            for (index, piece) in pieces.into_iter().enumerate() {
                let comma = if index == 0 { "" } else { "," };
                let king = if piece.king { "K" } else { "" };
                write!(f, "{comma}{king}{}", piece.square)?;
            }
        }
        self.rest.iter().try_for_each(|field| write!(f, ":{field}"))
    }
}

#[cfg(test)]
mod tests;

//! A place in a file between two tokens, and what the parts of the lexer do there.

use std::io::{self, Read};

use super::Place;
use super::encoding::{Encoding, first_of_utf8};
use super::input::Input;
use super::slip::{SlipKind, Slips};
use super::source::Source;

/// The longest tag and the longest setup, in bytes.
pub(super) const MAX_TAG: usize = 1 << 16;
/// How much of the text a message shows, in bytes.
pub(super) const SHOWN: usize = 80;
/// How much of the text shows how it is encoded, in bytes.
const SAMPLE: usize = 1 << 16;

/// Where the next token begins.
pub(super) struct Cursor<R> {
    pub(super) source: Source<Input<R>>,
    /// The slips of the next token.
    pub(super) slips: Slips,
    /// What bytes that are not UTF-8 mean, once there were some.
    guessed: Option<Encoding>,
}

impl<R: Read> Cursor<R> {
    pub(super) fn new(input: R, encoding: Option<Encoding>) -> Self {
        Self {
            source: Source::new(Input::new(input, encoding)),
            slips: Slips::default(),
            guessed: None,
        }
    }

    /// How the file is encoded, as far as it shows.
    pub(super) fn encoding(&self) -> Option<Encoding> {
        self.source.input().encoding.or(self.guessed)
    }

    /// The encoding that was named, if the window is in it.
    fn named(&self) -> Option<Encoding> {
        let input = self.source.input();
        input.encoding.filter(|_| input.is_as_it_was())
    }

    /// What bytes that are not UTF-8 mean.
    fn legacy(&mut self) -> io::Result<Encoding> {
        if let Some(encoding) = self.named().or(self.guessed) {
            return Ok(encoding);
        }
        self.source.peek(SAMPLE)?;
        let guess = Encoding::guess(self.start(SAMPLE));
        self.guessed = Some(guess);
        Ok(guess)
    }

    /// The number of bytes from an offset on that are `wanted`, as far as a tag may reach.
    pub(super) fn run(&mut self, from: usize, wanted: impl Fn(u8) -> bool) -> io::Result<usize> {
        let limit = from + MAX_TAG;
        let end = self.source.find(from, limit, |byte| !wanted(byte))?;
        Ok(end.unwrap_or_else(|| self.source.window().len().min(limit)) - from)
    }

    /// The character at an offset and its length in bytes.
    pub(super) fn char_at(&mut self, offset: usize) -> io::Result<Option<(char, usize)>> {
        let Some(first) = self.source.peek(offset)? else {
            return Ok(None);
        };
        if first.is_ascii() {
            return Ok(Some((char::from(first), 1)));
        }
        self.source.peek(offset + 3)?;
        let named = self.named().filter(|&named| named != Encoding::UTF_8);
        let rest = self.source.window().get(offset..).unwrap_or_default();
        if let (None, Some(found)) = (named, first_of_utf8(rest)) {
            return Ok(Some(found));
        }
        let c = self.legacy()?.decode(&[first]).chars().next();
        Ok(Some((c.unwrap_or('\u{fffd}'), 1)))
    }

    /// The text between two offsets in the window.
    pub(super) fn text(&mut self, from: usize, to: usize) -> io::Result<String> {
        let is_utf_8 = self.named().is_none_or(|named| named == Encoding::UTF_8);
        let bytes = part(self.source.window(), from, to);
        if (bytes.is_ascii() || is_utf_8)
            && let Ok(text) = std::str::from_utf8(bytes)
        {
            return Ok(text.to_owned());
        }
        let encoding = self.legacy()?;
        let bytes = part(self.source.window(), from, to);
        Ok(encoding.decode(bytes).into_owned())
    }

    /// The text of the beginning of the window; a character that is cut is left out.
    pub(super) fn shown(&mut self) -> io::Result<String> {
        self.source.peek(SHOWN)?;
        let length = self.start(SHOWN).len();
        let whole = match std::str::from_utf8(self.start(length)) {
            Err(error) if error.error_len().is_none() => error.valid_up_to(),
            _ => length,
        };
        self.text(0, whole)
    }

    /// Moves on and returns what was there.
    pub(super) fn take(&mut self, length: usize) -> io::Result<String> {
        let text = self.text(0, length)?;
        self.source.advance(length);
        Ok(text)
    }

    /// Notes a slip of the next token.
    pub(super) fn slip(&mut self, kind: SlipKind, place: Place, found: &str) {
        self.slips.note(kind, place, found);
    }

    /// At most this number of the next bytes.
    pub(super) fn start(&self, length: usize) -> &[u8] {
        let window = self.source.window();
        window.get(..length).unwrap_or(window)
    }
}

fn part(window: &[u8], from: usize, to: usize) -> &[u8] {
    window.get(from..to.min(window.len())).unwrap_or_default()
}

//! A place in a file between two tokens, and what the parts of the lexer do there.

use std::io::{self, Read};

use super::encoding::{decode, decode_start};
use super::source::Source;
use super::token::Token;
use super::{Fault, Place};

/// The longest tag and the longest setup, in bytes.
pub(super) const MAX_TAG: usize = 1 << 16;
/// How much of the text a message shows, in bytes.
pub(super) const SHOWN: usize = 80;

/// Where the next token begins.
pub(super) struct Cursor<R> {
    pub(super) source: Source<R>,
}

impl<R: Read> Cursor<R> {
    pub(super) fn new(input: R) -> Self {
        let source = Source::new(input);
        Self { source }
    }

    /// The number of bytes from an offset on that are `wanted`, as far as a tag may reach.
    pub(super) fn run(&mut self, from: usize, wanted: impl Fn(u8) -> bool) -> io::Result<usize> {
        let limit = from + MAX_TAG;
        let end = self.source.find(from, limit, |byte| !wanted(byte))?;
        Ok(end.unwrap_or_else(|| self.source.window().len().min(limit)) - from)
    }

    /// Moves on and returns what was there, of one line.
    pub(super) fn take(&mut self, length: usize) -> String {
        let text = decode(self.start(length)).into_owned();
        self.source.advance(length);
        text
    }

    /// Passes over a word that is none, up to something that may begin a token.
    pub(super) fn bad(&mut self, place: Place, expected: &'static str) -> io::Result<Token> {
        let ends = |byte: u8| byte.is_ascii_whitespace() || b"[]{}()*$".contains(&byte);
        let end = self.source.find(1, SHOWN, ends)?;
        let shown = decode_start(self.start(end.unwrap_or(SHOWN)));
        let fault = Fault::new(place, &shown, expected);
        self.source.advance(1);
        self.source.skip_to(ends)?;
        Ok(Token::Bad(Box::new(fault)))
    }

    /// At most this number of the next bytes.
    pub(super) fn start(&self, length: usize) -> &[u8] {
        let window = self.source.window();
        window.get(..length).unwrap_or(window)
    }
}

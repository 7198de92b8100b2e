//! The tokens of PDN (PDN 3.0, "PDN Reading Grammar").

use std::io::{self, Read};

use super::encoding::{decode, decode_start};
use super::source::Source;
use super::tag::is_tag;
use super::{Comment, Fault, GameEnd, MoveNumber, Place, Setup, Strength, Tag};
use crate::MoveText;

/// The longest tag and the longest setup, in bytes.
pub(super) const MAX_TAG: usize = 1 << 16;
/// What is looked at to show it in a message, in bytes.
const SHOWN: usize = 80;
/// What belongs into the body of a game, for messages.
pub(super) const BODY: &str = "a move, a comment, a variation or the end of the game";
/// What a file is written in, for messages.
const TEXT: &str = "text in UTF-8 or Latin-1";

/// A token; the rarer ones are boxed, since each is moved several times.
pub(super) enum Token {
    Tag(Box<Tag>),
    Comment(Comment),
    /// `(`
    Open,
    /// `)`
    Close,
    Strength(Strength),
    Nag(u16),
    Setup(Setup),
    Number(MoveNumber),
    Move(MoveText),
    /// `...`, a move that is not known.
    Unknown,
    /// `-`, another way to write that.
    Dash,
    End(GameEnd),
    /// Something that is no PDN; it has been passed over.
    Bad(Box<Fault>),
    /// Something behind which the next token cannot be found.
    Broken(Box<Fault>),
    /// The end of the file.
    Eof,
}

/// Cuts a file into tokens.
pub(super) struct Lexer<R> {
    pub(super) source: Source<R>,
    /// The longest comment, in bytes.
    limit: usize,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(input: R, limit: usize) -> Self {
        let source = Source::new(input);
        Self { source, limit }
    }

    /// Looks at the beginning of the file.
    ///
    /// # Errors
    /// That of reading; a fault for UTF-16.
    pub(super) fn begin(&mut self) -> io::Result<Option<Fault>> {
        self.source.peek(1)?;
        let is_wide = matches!(self.start(2), [0xff, 0xfe] | [0xfe, 0xff]);
        Ok(is_wide.then(|| Fault::new(self.source.place(), "UTF-16", TEXT)))
    }

    /// The next token and where it begins.
    pub(super) fn next(&mut self) -> io::Result<(Place, Token)> {
        loop {
            match self.source.peek(0)? {
                Some(b'%') => self.source.skip_to(|b| b == b'\n' || b == b'\r')?,
                Some(b' ') => self.source.advance_in_line(1),
                Some(byte) if byte.is_ascii_whitespace() || byte == 0x0b => self.source.advance(1),
                Some(0xa0 | 0xc2 | 0xef) if self.blank()? => {}
                byte => {
                    let place = self.source.place();
                    return Ok((place, self.token(byte, place)?));
                }
            }
        }
    }

    /// Passes over a blank that must not be broken, or a byte order mark, if there is one.
    fn blank(&mut self) -> io::Result<bool> {
        self.source.peek(2)?;
        match self.source.window() {
            [0xa0, ..] => self.source.advance(1),
            [0xc2, 0xa0, ..] => self.source.advance(2),
            [0xef, 0xbb, 0xbf, ..] => self.source.advance_unseen(3),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn token(&mut self, first: Option<u8>, place: Place) -> io::Result<Token> {
        let Some(first) = first else {
            return Ok(Token::Eof);
        };
        match first {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => self.word(place),
            b'{' => self.comment(place),
            b'[' => self.tag(place),
            b'(' => self.open(),
            b')' => Ok(self.single(Token::Close)),
            b'*' => Ok(self.single(Token::End(GameEnd::Asterisk))),
            b'!' | b'?' => {
                let marks = self.run(0, |b| matches!(b, b'!' | b'?'))?;
                Ok(Token::Strength(Strength::new(&self.take(marks))))
            }
            b'$' => self.nag(place),
            b'/' => self.setup(place),
            b'.' => {
                let dots = self.run(0, |b| b == b'.')?;
                if dots < 3 {
                    return self.bad(place, BODY);
                }
                self.source.advance_in_line(dots);
                Ok(Token::Unknown)
            }
            b'-' => {
                let dashes = self.run(0, |b| b == b'-')?;
                self.source.advance_in_line(dashes);
                Ok(Token::Dash)
            }
            0..=0x1f | 0x7f => {
                let fault = Fault::new(place, &char::from(first).to_string(), TEXT);
                Ok(Token::Broken(Box::new(fault)))
            }
            _ => self.bad(place, BODY),
        }
    }

    fn single(&mut self, token: Token) -> Token {
        self.source.advance_in_line(1);
        token
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

    fn open(&mut self) -> io::Result<Token> {
        let marks = self.run(1, |b| matches!(b, b'!' | b'?'))?;
        if marks == 0 || self.source.peek(1 + marks)? != Some(b')') {
            return Ok(self.single(Token::Open));
        }
        Ok(Token::Strength(Strength::new(&self.take(marks + 2))))
    }

    fn nag(&mut self, place: Place) -> io::Result<Token> {
        let digits = self.run(1, |b| b.is_ascii_digit())?;
        let text = decode(self.start(1 + digits)).into_owned();
        match text.trim_start_matches('$').parse() {
            Ok(number) => {
                self.source.advance_in_line(1 + digits);
                Ok(Token::Nag(number))
            }
            Err(_) => self.bad(place, "a number from 0 to 65535 after $"),
        }
    }

    fn comment(&mut self, place: Place) -> io::Result<Token> {
        let end = self.source.find(1, self.limit, |byte| byte == b'}')?;
        let inside = end.and_then(|end| self.source.window().get(1..end));
        match (end, inside.map(decode)) {
            // A line that is a tag shows that a brace is missing before it.
            (Some(end), Some(text)) if !text.split(['\n', '\r']).skip(1).any(is_tag) => {
                let comment = Comment::new(&text);
                self.source.advance(end + 1);
                Ok(Token::Comment(comment))
            }
            _ => {
                self.source.peek(SHOWN)?;
                let shown = decode_start(self.start(SHOWN));
                let expected = "} at the end of the comment";
                Ok(Token::Broken(Box::new(Fault::new(place, &shown, expected))))
            }
        }
    }

    /// At most so many bytes of what comes next.
    pub(super) fn start(&self, length: usize) -> &[u8] {
        let window = self.source.window();
        window.get(..length).unwrap_or(window)
    }
}

//! The tokens of PDN (PDN 3.0, "PDN Reading Grammar").

use std::io::{self, Read};

use super::cursor::{Cursor, SHOWN};
use super::encoding::{decode, decode_start};
use super::tag::{is_tag, setup, tag};
use super::token::{BODY, Token};
use super::word::word;
use super::{Comment, Fault, GameEnd, LineComment, Place, Strength};

/// What a file is written in, for messages.
const TEXT: &str = "text in UTF-8 or Latin-1";

/// Cuts a file into tokens.
pub(super) struct Lexer<R> {
    pub(super) cursor: Cursor<R>,
    /// The longest comment, in bytes.
    limit: usize,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(input: R, limit: usize) -> Self {
        let cursor = Cursor::new(input);
        Self { cursor, limit }
    }

    /// Looks at the beginning of the file.
    ///
    /// # Errors
    /// That of reading; a fault for UTF-16.
    pub(super) fn begin(&mut self) -> io::Result<Option<Fault>> {
        self.cursor.source.peek(1)?;
        let is_wide = matches!(self.cursor.start(2), [0xff, 0xfe] | [0xfe, 0xff]);
        Ok(is_wide.then(|| Fault::new(self.cursor.source.place(), "UTF-16", TEXT)))
    }

    /// The next token and where it begins.
    pub(super) fn next(&mut self) -> io::Result<(Place, Token)> {
        loop {
            match self.cursor.source.peek(0)? {
                Some(b' ') => self.cursor.source.advance_in_line(1),
                Some(byte) if byte.is_ascii_whitespace() || byte == 0x0b => {
                    self.cursor.source.advance(1)
                }
                Some(0xa0 | 0xc2 | 0xef) if self.blank()? => {}
                byte => {
                    let place = self.cursor.source.place();
                    return Ok((place, self.token(byte, place)?));
                }
            }
        }
    }

    /// Passes over a blank that must not be broken, or a byte order mark, if there is one.
    fn blank(&mut self) -> io::Result<bool> {
        self.cursor.source.peek(2)?;
        match self.cursor.source.window() {
            [0xa0, ..] => self.cursor.source.advance(1),
            [0xc2, 0xa0, ..] => self.cursor.source.advance(2),
            [0xef, 0xbb, 0xbf, ..] => self.cursor.source.advance_unseen(3),
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn token(&mut self, first: Option<u8>, place: Place) -> io::Result<Token> {
        let Some(first) = first else {
            return Ok(Token::Eof);
        };
        match first {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => word(&mut self.cursor, place),
            b'%' => self.line_comment(),
            b'{' => self.comment(place),
            b'[' => tag(&mut self.cursor, place),
            b'(' => self.open(),
            b')' => Ok(self.single(Token::Close)),
            b'*' => Ok(self.single(Token::End(GameEnd::Asterisk))),
            b'!' | b'?' => {
                let marks = self.cursor.run(0, |b| matches!(b, b'!' | b'?'))?;
                Ok(Token::Strength(Strength::new(&self.cursor.take(marks))))
            }
            b'$' => self.nag(place),
            b'/' => setup(&mut self.cursor, place),
            b'.' => {
                let dots = self.cursor.run(0, |b| b == b'.')?;
                if dots < 3 {
                    return self.cursor.bad(place, BODY);
                }
                self.cursor.source.advance_in_line(dots);
                Ok(Token::Unknown)
            }
            b'-' => {
                let dashes = self.cursor.run(0, |b| b == b'-')?;
                self.cursor.source.advance_in_line(dashes);
                Ok(Token::Dash)
            }
            0..=0x1f | 0x7f => {
                let fault = Fault::new(place, &char::from(first).to_string(), TEXT);
                Ok(Token::Broken(Box::new(fault)))
            }
            _ => self.cursor.bad(place, BODY),
        }
    }

    fn single(&mut self, token: Token) -> Token {
        self.cursor.source.advance_in_line(1);
        token
    }

    fn open(&mut self) -> io::Result<Token> {
        let marks = self.cursor.run(1, |b| matches!(b, b'!' | b'?'))?;
        if marks == 0 || self.cursor.source.peek(1 + marks)? != Some(b')') {
            return Ok(self.single(Token::Open));
        }
        Ok(Token::Strength(Strength::new(&self.cursor.take(marks + 2))))
    }

    fn nag(&mut self, place: Place) -> io::Result<Token> {
        let digits = self.cursor.run(1, |b| b.is_ascii_digit())?;
        let text = decode(self.cursor.start(1 + digits)).into_owned();
        match text.trim_start_matches('$').parse() {
            Ok(number) => {
                self.cursor.source.advance_in_line(1 + digits);
                Ok(Token::Nag(number))
            }
            Err(_) => self.cursor.bad(place, "a number from 0 to 65535 after $"),
        }
    }

    /// A line comment; what is beyond the size of a tag is left out.
    fn line_comment(&mut self) -> io::Result<Token> {
        let ends = |byte: u8| matches!(byte, b'\n' | b'\r');
        let length = self.cursor.run(1, |byte| !ends(byte))?;
        let text = decode_start(self.cursor.start(1 + length)).into_owned();
        self.cursor.source.skip_to(ends)?;
        let text = text.strip_prefix('%').unwrap_or(&text);
        Ok(Token::Line(LineComment::new(text)))
    }

    fn comment(&mut self, place: Place) -> io::Result<Token> {
        let end = self
            .cursor
            .source
            .find(1, self.limit, |byte| byte == b'}')?;
        let inside = end.and_then(|end| self.cursor.source.window().get(1..end));
        match (end, inside.map(decode)) {
            // A line that is a tag shows that a brace is missing before it.
            (Some(end), Some(text)) if !text.split(['\n', '\r']).skip(1).any(is_tag) => {
                let comment = Comment::new(&text);
                self.cursor.source.advance(end + 1);
                Ok(Token::Comment(comment))
            }
            _ => {
                self.cursor.source.peek(SHOWN)?;
                let shown = decode_start(self.cursor.start(SHOWN));
                let expected = "} at the end of the comment";
                Ok(Token::Broken(Box::new(Fault::new(place, &shown, expected))))
            }
        }
    }
}

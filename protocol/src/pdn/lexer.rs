//! The tokens of PDN (PDN 3.0, "PDN Reading Grammar"), and what files have in their place.

use std::io::{self, Read};

use super::brackets::listed_squares;
use super::cursor::{Cursor, MAX_TAG};
use super::encoding::Encoding;
use super::marks::{glyph, is_mark, is_of_mark};
use super::prose::{in_parentheses, is_line_of_moves, is_move, is_result, markup, rest_of_line};
use super::slip::SlipKind;
use super::spelling::respell;
use super::tag::{PlaceOfTag, is_tag, setup, tag};
use super::token::{Lexed, Token};
use super::word::{rest_of_word, result, word};
use super::{Comment, Fault, GameEnd, GameResult, LineComment, Place, Strength};
use crate::text::{is_dash, is_space};
use crate::{MoveKind, MoveText};

/// Cuts a file into tokens.
pub(super) struct Lexer<R> {
    pub(super) cursor: Cursor<R>,
    /// The longest comment, in bytes.
    limit: usize,
    /// How many bytes were consumed at the end of the last token.
    end: u64,
    /// The line of the last token.
    line: u32,
    /// Whether that was a tag or the end of a game.
    is_behind_tag: bool,
    /// Whether that was a capture of two squares.
    is_behind_capture: bool,
    /// Up to where in the file there is no `}`, as far as that was looked up.
    no_brace: u64,
}

impl<R: Read> Lexer<R> {
    pub(super) fn new(input: R, limit: usize, encoding: Option<Encoding>) -> Self {
        let cursor = Cursor::new(input, encoding);
        Self {
            cursor,
            limit,
            end: 0,
            line: 0,
            is_behind_tag: false,
            is_behind_capture: false,
            no_brace: 0,
        }
    }

    /// The next token and where it begins.
    pub(super) fn next(&mut self) -> io::Result<Lexed> {
        loop {
            match self.cursor.source.peek(0)? {
                Some(b' ') => self.cursor.source.advance_in_line(1),
                // Files of DOS end with 0x1a.
                Some(byte) if byte.is_ascii_whitespace() || matches!(byte, 0x0b | 0x1a) => {
                    self.cursor.source.advance(1)
                }
                Some(0x80.. | b'\\' | b'&' | b'<' | 0..=0x1f | 0x7f) if self.blank()? => {}
                byte => {
                    let place = self.cursor.source.place();
                    let is_glued = self.end == self.cursor.source.consumed();
                    let is_apart = place.line > self.line.saturating_add(1);
                    let byte = match byte {
                        Some(b'&') => self.cursor.source.peek(0)?,
                        byte => byte,
                    };
                    let token = self.token(byte, place)?;
                    self.end = self.cursor.source.consumed();
                    self.line = self.cursor.source.place().line;
                    self.is_behind_tag = matches!(token, Token::Tag(_) | Token::End(_));
                    self.is_behind_capture = matches!(
                        &token,
                        Token::Move(MoveText { kind: MoveKind::Capture, squares }) if squares.len() == 2
                    );
                    let slips = std::mem::take(&mut self.cursor.slips);
                    return Ok(Lexed {
                        place,
                        token,
                        is_glued,
                        is_apart,
                        slips,
                    });
                }
            }
        }
    }

    /// The words up to the end of the line, if there is no move among them.
    pub(super) fn rest_of_line(&mut self) -> io::Result<String> {
        let words = rest_of_line(&mut self.cursor)?;
        self.end = self.cursor.source.consumed();
        Ok(words)
    }

    /// Passes over what is a blank, or stands for one, if it does.
    fn blank(&mut self) -> io::Result<bool> {
        let place = self.cursor.source.place();
        let Some((c, length)) = self.cursor.char_at(0)? else {
            return Ok(false);
        };
        if c == '\u{feff}' {
            self.cursor.source.advance_unseen(length);
        } else if c.is_whitespace() || is_space(c) {
            self.cursor.source.advance(length);
        } else if c.is_control() {
            self.cursor.slip(SlipKind::Control, place, &c.to_string());
            self.cursor.source.advance(length);
        } else if c == '&' && respell(&mut self.cursor, place)? {
            return Ok(false);
        } else if let Some(length) = markup(&mut self.cursor, c)? {
            let text = self.cursor.take(length)?;
            self.cursor.slip(SlipKind::Blank, place, &text);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn token(&mut self, first: Option<u8>, place: Place) -> io::Result<Token> {
        let Some(first) = first else {
            return Ok(Token::Eof);
        };
        match first {
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => word(&mut self.cursor, place),
            b'%' => {
                if self.line == place.line {
                    self.note_moves_in_comment(place)?;
                }
                self.line_comment('%')
            }
            b';' => self.semicolon(place),
            b'{' => self.comment(place),
            b'[' => {
                if let Some(captured) = self.captured_in(b']', place)? {
                    return Ok(captured);
                }
                let place_of_tag = match (self.line != place.line, self.is_behind_tag) {
                    (true, _) => PlaceOfTag::LineStart,
                    (_, true) => PlaceOfTag::BehindTag,
                    _ => PlaceOfTag::BehindOther,
                };
                tag(&mut self.cursor, place, place_of_tag)
            }
            b'(' => self.open(place),
            b')' => Ok(self.single(Token::Close)),
            b'*' => self.star(),
            b'!' | b'?' => {
                let marks = self.cursor.run(0, |b| matches!(b, b'!' | b'?'))?;
                Ok(Token::Strength(Strength::new(&self.cursor.take(marks)?)))
            }
            b'$' => self.nag(),
            b'/' => setup(&mut self.cursor, place),
            b'.' => self.dots(place),
            b'<' => self.captured(),
            _ => self.sign(place),
        }
    }

    fn single(&mut self, token: Token) -> Token {
        self.cursor.source.advance_in_line(1);
        token
    }

    /// The end of a game; several stars in a row are those of Markdown or a line between games.
    fn star(&mut self) -> io::Result<Token> {
        let stars = self.cursor.run(0, |byte| byte == b'*')?;
        if stars == 1 {
            return Ok(self.single(Token::End(GameEnd::Asterisk)));
        }
        Ok(Token::Text(self.cursor.take(stars)?))
    }

    /// A sign that the grammar does not have, or a word that begins with no letter of ASCII.
    fn sign(&mut self, place: Place) -> io::Result<Token> {
        let Some((first, length)) = self.cursor.char_at(0)? else {
            return Ok(Token::Eof);
        };
        if respell(&mut self.cursor, place)? {
            let first = self.cursor.source.peek(0)?;
            return self.token(first, place);
        }
        let next = self.cursor.char_at(length)?.map(|(c, _)| c);
        let begins_mark = is_mark(first) || first == '-' && matches!(next, Some('+' | '/' | '='));
        if begins_mark {
            return self.mark(place);
        }
        if is_dash(first) {
            while let Some((_, length)) = self.cursor.char_at(0)?.filter(|&(c, _)| is_dash(c)) {
                self.cursor.source.advance(length);
            }
            return Ok(Token::Dash);
        }
        if first == '…' {
            self.cursor.source.advance(length);
            return Ok(Token::Unknown);
        }
        if first == '½' {
            if let Some(result) = result(&mut self.cursor, place)? {
                return Ok(Token::End(GameEnd::Result(result)));
            }
        } else if first.is_alphanumeric() {
            return word(&mut self.cursor, place);
        }
        // Commas and quotes alone do not draw the next word along.
        if matches!(
            first,
            ',' | '"' | '|' | ';' | ']' | '}' | '\\' | '>' | '_' | '&'
        ) {
            let alike = self.cursor.run(0, |byte| char::from(byte) == first)?;
            let text = self.cursor.take(alike.max(1))?;
            return Ok(Token::Text(text));
        }
        let (text, end) = rest_of_word(&mut self.cursor, &first.to_string(), length)?;
        self.cursor.source.advance(end);
        Ok(Token::Text(text))
    }

    /// `=`, `+-`, `±` and the like.
    fn mark(&mut self, place: Place) -> io::Result<Token> {
        let (mut text, mut end) = (String::new(), 0);
        while let Some((c, length)) = self.cursor.char_at(end)?.filter(|&(c, _)| is_of_mark(c)) {
            if text.len() > 12 {
                break;
            }
            text.push(c);
            end += length;
        }
        self.cursor.source.advance(end);
        self.cursor.slip(SlipKind::Mark, place, &text);
        Ok(match glyph(&text) {
            Some(number) => Token::Nag(number),
            None => Token::Comment(Comment::new(&text)),
        })
    }

    /// `...` is a move that is not known; fewer dots are nothing.
    fn dots(&mut self, place: Place) -> io::Result<Token> {
        if let Some(result) = result(&mut self.cursor, place)? {
            return Ok(Token::End(GameEnd::Result(result)));
        }
        let dots = self.cursor.run(0, |b| b == b'.')?;
        self.cursor.source.advance_in_line(dots);
        Ok(if dots < 3 {
            Token::Text(".".repeat(dots))
        } else {
            Token::Unknown
        })
    }

    fn open(&mut self, place: Place) -> io::Result<Token> {
        let marks = self.cursor.run(1, |b| matches!(b, b'!' | b'?'))?;
        if marks > 0 && self.cursor.source.peek(1 + marks)? == Some(b')') {
            return Ok(Token::Strength(Strength::new(
                &self.cursor.take(marks + 2)?,
            )));
        }
        if let Some(captured) = self.captured_in(b')', place)? {
            return Ok(captured);
        }
        let Some((text, length)) = in_parentheses(&mut self.cursor)? else {
            return Ok(self.single(Token::Open));
        };
        self.cursor.source.advance(length);
        if let Some(result) = GameResult::parse(&text).filter(|_| is_result(&text)) {
            self.cursor.slip(SlipKind::ResultForm, place, &text);
            return Ok(Token::End(GameEnd::Result(result)));
        }
        let bare = text.replace(' ', "");
        if let Some(number) = glyph(&bare) {
            self.cursor.slip(SlipKind::Mark, place, &text);
            return Ok(Token::Nag(number));
        }
        self.cursor.slip(SlipKind::Words, place, &text);
        Ok(Token::Comment(Comment::new(&text)))
    }

    fn nag(&mut self) -> io::Result<Token> {
        let digits = self.cursor.run(1, |b| b.is_ascii_digit())?;
        let text = self.cursor.text(0, 1 + digits)?;
        match text.trim_start_matches('$').parse() {
            Ok(number) => {
                self.cursor.source.advance_in_line(1 + digits);
                Ok(Token::Nag(number))
            }
            Err(_) => {
                let (text, end) = rest_of_word(&mut self.cursor, "$", 1)?;
                self.cursor.source.advance(end);
                Ok(Token::Text(text))
            }
        }
    }

    /// `<42,29>`: captured squares (PDN 3.0, proposals); anything else is words.
    fn captured(&mut self) -> io::Result<Token> {
        let inside = self
            .cursor
            .run(1, |b| b.is_ascii_alphanumeric() || b", ;-/:".contains(&b))?;
        let text = self.cursor.text(1, 1 + inside)?;
        let squares = listed_squares(&text, &[',', ' ', ';', '-', '/', ':', 'x'], 1);
        let is_closed = self.cursor.source.peek(1 + inside)? == Some(b'>');
        match squares.filter(|_| is_closed) {
            Some(squares) => {
                self.cursor.source.advance(inside + 2);
                Ok(Token::Captured(squares))
            }
            None => Ok(self.single(Token::Text("<".to_owned()))),
        }
    }

    /// `(42,29)`, `[42 29]` behind a capture: captured squares, too. Other signs would make a move of a variation.
    fn captured_in(&mut self, close: u8, place: Place) -> io::Result<Option<Token>> {
        if !self.is_behind_capture {
            return Ok(None);
        }
        let inside = self
            .cursor
            .run(1, |b| b.is_ascii_alphanumeric() || b", ;".contains(&b))?;
        if self.cursor.source.peek(1 + inside)? != Some(close) {
            return Ok(None);
        }
        let text = self.cursor.text(1, 1 + inside)?;
        let bare = text.strip_prefix('x').unwrap_or(&text);
        let Some(squares) = listed_squares(bare, &[',', ' ', ';'], 2) else {
            return Ok(None);
        };
        let written = self.cursor.take(inside + 2)?;
        self.cursor.slip(SlipKind::Spelling, place, &written);
        Ok(Some(Token::Captured(squares)))
    }

    /// A comment behind `;`. Directly between two moves it is a comma.
    fn semicolon(&mut self, place: Place) -> io::Result<Token> {
        let next = self.cursor.source.peek(1)?;
        let is_glued = self.end == self.cursor.source.consumed();
        let is_between = next.is_some_and(|byte| byte.is_ascii_digit());
        if is_glued && (is_between || self.has_moves_only()?) {
            return Ok(self.single(Token::Text(";".to_owned())));
        }
        match self.line_comment(';')? {
            Token::Line(line) if line.text().trim().is_empty() => Ok(Token::Text(";".to_owned())),
            Token::Line(line) => {
                self.cursor
                    .slip(SlipKind::CommentForm, place, &format!(";{}", line.text()));
                Ok(Token::Comment(Comment::new(line.text())))
            }
            other => Ok(other),
        }
    }

    /// Whether the rest of the line has moves, and nothing else but numbers, results and signs.
    fn has_moves_only(&mut self) -> io::Result<bool> {
        Ok(is_line_of_moves(&self.rest()?))
    }

    /// Notes a line comment in the midst of a line that has moves: the sign may have got there by mistake.
    fn note_moves_in_comment(&mut self, place: Place) -> io::Result<()> {
        let rest = self.rest()?;
        let is_of_move = |c: char| c.is_alphanumeric() || matches!(c, '-' | ':');
        if rest.split(|c| !is_of_move(c)).any(is_move) {
            self.cursor
                .slip(SlipKind::CommentForm, place, &format!("%{rest}"));
        }
        Ok(())
    }

    /// The rest of the line behind its first sign.
    fn rest(&mut self) -> io::Result<String> {
        let is_end = |byte| matches!(byte, b'\n' | b'\r');
        let end = self.cursor.source.find(1, MAX_TAG, is_end)?;
        let end = end.unwrap_or_else(|| self.cursor.start(MAX_TAG).len());
        self.cursor.text(1, end)
    }

    /// A line comment; what is beyond the size of a tag is left out.
    fn line_comment(&mut self, sign: char) -> io::Result<Token> {
        let ends = |byte: u8| matches!(byte, b'\n' | b'\r');
        let length = self.cursor.run(1, |byte| !ends(byte))?;
        let length = if length < MAX_TAG {
            length
        } else {
            whole_characters(self.cursor.start(length))
        };
        let text = self.cursor.text(0, 1 + length)?;
        self.cursor.source.skip_to(ends)?;
        let text = text.strip_prefix(sign).unwrap_or(&text);
        Ok(Token::Line(LineComment::new(text)))
    }

    fn comment(&mut self, place: Place) -> io::Result<Token> {
        let Some(first) = self.brace(1)? else {
            return self.open_comment(place);
        };
        let end = self.nested(first)?;
        let text = self.cursor.text(1, end)?;
        // A line that is a tag shows that a brace is missing before it, and so does one that begins
        // with the number of a move, if another brace opens behind it.
        let is_open = end == first && text.contains('{');
        let shows = |line: &str| is_tag(line) || is_open && is_numbered(line);
        if text.contains(['[', '{']) && text.split(['\n', '\r']).skip(1).any(shows) {
            return self.open_comment(place);
        }
        if end != first {
            self.cursor
                .slip(SlipKind::CommentForm, place, &format!("{{{text}"));
        }
        self.cursor.source.advance(end + 1);
        Ok(Token::Comment(Comment::new(&text)))
    }

    /// The offset of the first `}` from an offset on.
    fn brace(&mut self, from: usize) -> io::Result<Option<usize>> {
        let known = self.no_brace.saturating_sub(self.cursor.source.consumed()) as usize;
        let from = from.max(known);
        let end = self
            .cursor
            .source
            .find(from, self.limit.max(from), |byte| byte == b'}')?;
        if end.is_none() {
            let seen = self.cursor.source.window().len().min(self.limit).max(from);
            self.no_brace = self.cursor.source.consumed() + seen as u64;
        }
        Ok(end)
    }

    /// The end of a comment that may have comments inside: the brace that closes it, if each brace
    /// within is closed before another opens; otherwise `end`, the first.
    fn nested(&mut self, end: usize) -> io::Result<usize> {
        let inside = self.cursor.source.window().get(1..end).unwrap_or_default();
        let opened = inside.iter().filter(|&&byte| byte == b'{').count();
        let mut last = end;
        for _ in 0..opened.min(16) {
            // A brace of a tag or of a line comment closes nothing.
            let is_brace = |byte| matches!(byte, b'{' | b'}' | b'[' | b'%');
            let limit = (last + 1 + (1 << 12)).min(self.limit);
            let next = self
                .cursor
                .source
                .find(last + 1, limit.max(last + 1), is_brace)?;
            let closes = |&at: &usize| self.cursor.source.window().get(at) == Some(&b'}');
            let Some(next) = next.filter(closes) else {
                return Ok(end);
            };
            last = next;
        }
        Ok(last)
    }

    /// A comment without its end ends with its line, unless it is longer than a game may be.
    fn open_comment(&mut self, place: Place) -> io::Result<Token> {
        let is_end = |byte| matches!(byte, b'\n' | b'\r');
        let end = self.cursor.source.find(1, MAX_TAG, is_end)?;
        let length = self.cursor.source.window().len();
        let Some(end) = end.or_else(|| (length < MAX_TAG).then_some(length)) else {
            let shown = self.cursor.shown()?;
            let expected = "} at the end of the comment";
            return Ok(Token::Broken(Box::new(Fault::new(place, &shown, expected))));
        };
        let text = self.cursor.take(end)?;
        self.cursor.slip(SlipKind::CommentEnd, place, &text);
        let text = text.strip_prefix('{').unwrap_or(&text);
        Ok(Token::Comment(Comment::new(text)))
    }
}

/// Whether a line begins with the number of a move.
fn is_numbered(line: &str) -> bool {
    let line = line.trim_start();
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len() && rest.starts_with('.')
}

/// The length of some bytes without a character of UTF-8 that is cut at their end.
fn whole_characters(bytes: &[u8]) -> usize {
    match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => error.valid_up_to(),
        _ => bytes.len(),
    }
}

//! Tokens to games.

use std::io::{self, Read};

use super::draft::{Draft, Next, shown};
use super::lexer::Lexer;
use super::tag::is_tag;
use super::token::Token;
use super::{Element, Fault, FaultyGame, Game, Place, ReadError};

/// The largest game, in bytes.
const MAX_GAME: usize = 8 << 20;

/// Reads the games of a PDN file one by one, in memory that depends on the largest game only.
///
/// What it takes is the reading grammar of PDN 3.0 and what else files have: UTF-8 and Latin-1,
/// any line ends, blanks in moves (`1- 6`), capital letters, two-digit squares without a sign
/// (`3228`), results and `*` behind a game, comments between a number and its move. Line comments
/// (`%`) are kept, but for those behind the last game.
///
/// Each item is a game, a game with faults, or the error of the stream, which is the last. Behind
/// a fault reading goes on with the next token, and if that cannot be found, as behind a comment
/// without an end, with the next line that begins with a tag.
pub struct Reader<R> {
    lexer: Lexer<R>,
    limit: usize,
    /// A token that was read ahead.
    ahead: Option<(Place, Token)>,
    /// An error that was met reading ahead.
    failed: Option<io::Error>,
    state: State,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Begins,
    GoesOn,
    Ended,
}

impl<R: Read> Reader<R> {
    /// A reader of games of up to 8 MiB. It asks for large blocks, so it needs no buffer.
    pub fn new(input: R) -> Self {
        Self::with_limit(input, MAX_GAME)
    }

    /// As [`Reader::new`], for games of up to `limit` bytes.
    pub fn with_limit(input: R, limit: usize) -> Self {
        Self {
            lexer: Lexer::new(input, limit),
            limit,
            ahead: None,
            failed: None,
            state: State::Begins,
        }
    }

    /// The next game with its faults; `None` at the end of the file.
    fn read(&mut self) -> io::Result<Option<FaultyGame>> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        let mut draft = Draft::default();
        if self.state == State::Begins {
            self.state = State::GoesOn;
            if let Some(fault) = self.lexer.begin()? {
                draft.faults.push(fault);
                self.pass_over()?;
            }
        }
        let start = self.lexer.cursor.source.consumed();
        loop {
            let size = self.lexer.cursor.source.consumed().saturating_sub(start);
            let (place, token) = match self.ahead.take() {
                Some(token) => token,
                None => self.lexer.next()?,
            };
            if size > self.limit as u64 && !matches!(token, Token::Eof) {
                let expected = format!("the end of a game within {} bytes", self.limit);
                draft
                    .faults
                    .push(Fault::new(place, &shown(&token), expected));
                self.pass_over()?;
                return Ok(Some(draft.finish(None)));
            }
            match draft.take(place, token) {
                Next::Goes => {}
                Next::Breaks => {
                    self.pass_over()?;
                    return Ok(Some(draft.finish(None)));
                }
                Next::Before(token) => {
                    self.ahead = Some((place, token));
                    return Ok(Some(draft.finish(None)));
                }
                Next::Ends(end) => {
                    self.read_ahead(place, &mut draft);
                    return Ok(Some(draft.finish(Some(end))));
                }
                Next::Stops => {
                    self.state = State::Ended;
                    let last = draft.finish(None);
                    let is_nothing = last.game == Game::default() && last.faults.is_empty();
                    return Ok((!is_nothing).then_some(last));
                }
            }
        }
    }

    /// A comment in the line of the end belongs to the game.
    fn read_ahead(&mut self, end: Place, draft: &mut Draft) {
        match self.lexer.next() {
            Ok((place, Token::Comment(comment))) if place.line == end.line => {
                draft.open.push(Element::Comment(comment));
            }
            Ok((place, Token::Line(line))) if place.line == end.line => {
                draft.open.push(Element::Line(line));
            }
            Ok(token) => self.ahead = Some(token),
            Err(error) => self.failed = Some(error),
        }
    }

    /// Passes over everything up to the next line that begins with a tag.
    fn pass_over(&mut self) -> io::Result<()> {
        let source = &mut self.lexer.cursor.source;
        let is_line_end = |byte| matches!(byte, b'\n' | b'\r');
        loop {
            source.skip_to(is_line_end)?;
            source.skip_to(|byte| !byte.is_ascii_whitespace())?;
            // Enough for any name; what is cut off is no tag.
            source.peek(100)?;
            let window = source.window();
            let line = window.get(..100).unwrap_or(window);
            if line.is_empty() || is_tag(&String::from_utf8_lossy(line)) {
                return Ok(());
            }
        }
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.state == State::Ended {
            return None;
        }
        match self.read() {
            Ok(read) => read.map(|read| {
                if read.faults.is_empty() {
                    Ok(read.game)
                } else {
                    Err(ReadError::Faulty(Box::new(read)))
                }
            }),
            Err(error) => {
                self.state = State::Ended;
                Some(Err(ReadError::Io(error)))
            }
        }
    }
}

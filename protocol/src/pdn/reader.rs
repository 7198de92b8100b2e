//! Tokens to games.

use std::io::{self, Read};

use super::lexer::{BODY, Lexer, Token};
use super::tag::is_tag;
use super::{
    Element, Fault, FaultyGame, Game, GameEnd, MoveNumber, Place, PlayedMove, ReadError, Strength,
};

/// The largest game, in bytes.
const MAX_GAME: usize = 8 << 20;
/// The deepest variation in a variation.
const MAX_DEPTH: usize = 100;
/// Behind so many faults the rest of a game is passed over.
const MAX_FAULTS: usize = 20;

/// Reads the games of a PDN file one by one, in memory that depends on the largest game only.
///
/// What it takes is the reading grammar of PDN 3.0 and what else files have: UTF-8 and Latin-1,
/// any line ends, blanks in moves (`1- 6`), capital letters, two-digit squares without a sign
/// (`3228`), results and `*` behind a game, comments between a number and its move. Line comments
/// (`%`) are passed over.
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
        let start = self.lexer.source.consumed();
        loop {
            let size = self.lexer.source.consumed().saturating_sub(start);
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
            Ok(token) => self.ahead = Some(token),
            Err(error) => self.failed = Some(error),
        }
    }

    /// Passes over everything up to the next line that begins with a tag.
    fn pass_over(&mut self) -> io::Result<()> {
        let source = &mut self.lexer.source;
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

/// What becomes of a game with its next token.
enum Next {
    /// It goes on.
    Goes,
    /// It ends with this.
    Ends(GameEnd),
    /// It ended before this token, which begins the next.
    Before(Token),
    /// The rest cannot be read.
    Breaks,
    /// The file ends.
    Stops,
}

/// A game of which some tokens are read.
#[derive(Default)]
struct Draft {
    game: Game,
    /// The elements of the innermost variation that is open, or of the game.
    open: Vec<Element>,
    /// Those around it.
    around: Vec<Vec<Element>>,
    /// A number without its move.
    number: Option<MoveNumber>,
    faults: Vec<Fault>,
    /// Whether the last token was no PDN.
    is_astray: bool,
    /// Whether a move was met that is a dash.
    has_dash: bool,
}

impl Draft {
    fn take(&mut self, place: Place, token: Token) -> Next {
        let was_astray = std::mem::take(&mut self.is_astray);
        use Token::{Close, End, Eof, Number, Tag};
        let is_no_move = matches!(token, Number(_) | Close | End(_) | Tag(_) | Eof);
        if is_no_move && self.number.take().is_some() {
            self.fault(place, &token, "a move behind its number");
        }
        match token {
            Token::Move(text) => self.play(place, Some(text)),
            Token::Unknown => self.play(place, None),
            Token::Dash => {
                if !std::mem::replace(&mut self.has_dash, true) {
                    self.fault(place, &token, "a move, or ... for an unknown one");
                }
                self.play(place, None);
            }
            Token::Number(number) => self.number = Some(number),
            Token::Comment(comment) => self.open.push(Element::Comment(comment)),
            Token::Nag(nag) => self.open.push(Element::Nag(nag)),
            Token::Setup(setup) => self.open.push(Element::Setup(setup)),
            // It belongs to a word that was none.
            Token::Strength(_) if was_astray => self.is_astray = true,
            Token::Strength(strength) => self.strength(place, strength),
            Token::Open if self.around.len() == MAX_DEPTH => {
                self.fault(place, &token, "variations at most 100 deep");
                return Next::Breaks;
            }
            Token::Open => self.around.push(std::mem::take(&mut self.open)),
            Token::Close => self.close(place),
            Token::Tag(_) | Token::End(_) | Token::Eof => return self.boundary(place, token),
            Token::Bad(fault) => {
                self.is_astray = true;
                if !was_astray {
                    self.faults.push(fault);
                }
            }
            Token::Broken(fault) => {
                self.faults.push(fault);
                return Next::Breaks;
            }
        }
        if self.faults.len() >= MAX_FAULTS {
            return Next::Breaks;
        }
        Next::Goes
    }

    /// A token that may stand between two games.
    fn boundary(&mut self, place: Place, token: Token) -> Next {
        if !self.around.is_empty() {
            self.fault(place, &token, ") at the end of the variation");
            if matches!(token, Token::End(_)) {
                return Next::Goes;
            }
            while !self.around.is_empty() {
                self.close_one();
            }
        }
        let is_play = |element: &Element| !matches!(element, Element::Comment(_));
        match token {
            Token::Eof => Next::Stops,
            Token::End(end) => {
                let is_begun = !self.game.tags.is_empty() || !self.open.is_empty();
                if !is_begun && self.faults.is_empty() {
                    self.fault(place, &token, "a game before its end");
                }
                Next::Ends(end)
            }
            Token::Tag(_) if self.open.iter().any(is_play) => {
                self.fault(place, &token, "* or a result at the end of the game");
                Next::Before(token)
            }
            Token::Tag(tag) => {
                self.game.tags.push(tag);
                Next::Goes
            }
            _ => Next::Goes,
        }
    }

    fn play(&mut self, place: Place, text: Option<crate::MoveText>) {
        self.open.push(Element::Move(PlayedMove {
            number: self.number.take(),
            text,
            strength: Strength::default(),
            place,
        }));
    }

    fn strength(&mut self, place: Place, strength: Strength) {
        match self.open.last_mut() {
            Some(Element::Move(played)) if played.strength.marks().is_empty() => {
                played.strength = strength;
            }
            _ => self.fault(place, &Token::Strength(strength), "a move before its mark"),
        }
    }

    fn close(&mut self, place: Place) {
        if self.around.is_empty() {
            self.fault(place, &Token::Close, BODY);
        } else if self.open.is_empty() {
            self.fault(place, &Token::Close, "a move in the variation");
            self.open = self.around.pop().unwrap_or_default();
        } else {
            self.close_one();
        }
    }

    fn close_one(&mut self) {
        let outer = self.around.pop().unwrap_or_default();
        let inside = std::mem::replace(&mut self.open, outer);
        if !inside.is_empty() {
            self.open.push(Element::Variation(inside));
        }
    }

    fn fault(&mut self, place: Place, token: &Token, expected: &str) {
        self.faults.push(Fault::new(place, &shown(token), expected));
    }

    fn finish(mut self, end: Option<GameEnd>) -> FaultyGame {
        while !self.around.is_empty() {
            self.close_one();
        }
        FaultyGame {
            game: Game {
                body: self.open,
                end,
                ..self.game
            },
            faults: self.faults,
        }
    }
}

/// How a token is shown in messages.
fn shown(token: &Token) -> String {
    match token {
        Token::Tag(tag) => format!("[{}", tag.name()),
        Token::Comment(comment) => format!("{{{comment}"),
        Token::Open => "(".to_owned(),
        Token::Close => ")".to_owned(),
        Token::Strength(strength) => strength.marks().to_owned(),
        Token::Nag(number) => format!("${number}"),
        Token::Setup(setup) => format!("/FEN {}", setup.fen()),
        Token::Number(number) => number.to_string(),
        Token::Move(text) => text.to_string(),
        Token::Unknown => "...".to_owned(),
        Token::Dash => "-".to_owned(),
        Token::End(end) => end.to_string(),
        Token::Bad(fault) | Token::Broken(fault) => fault.found.clone(),
        Token::Eof => String::new(),
    }
}

//! Tokens to games.

use std::collections::VecDeque;
use std::io::{self, Read};

use super::doubt::from_zero;
use super::draft::{Draft, Next, shown};
use super::lexer::Lexer;
use super::sgf;
use super::slip::{SlipKind, Slips};
use super::tag::is_tag;
use super::token::{Lexed, Token};
use super::{Element, Encoding, Fault, FaultyGame, Game, GameEnd, MoveNumber, Place, ReadError};
use crate::{MoveKind, MoveText, SquareName};

/// The largest game, in bytes.
const MAX_GAME: usize = 8 << 20;
/// The most tokens that are looked at behind the end of a game, to see whether it is one.
const MAX_AHEAD: usize = 16;
/// The largest collection of games in SGF, in bytes.
const MAX_COLLECTION: usize = 64 << 20;
/// How much of a file shows whether it is SGF, in bytes.
const SIGHT: usize = 256;
/// The number of the glyph of a forced move.
const FORCED: u16 = 7;

/// Reads the games of a PDN file one by one, in memory that depends on the largest game only.
///
/// What it takes is the reading grammar of PDN 3.0 and what else files have: any encoding, any line
/// ends, blanks in moves (`1- 6`), tags without quotes, loose numbers, results and marks in other
/// signs, words between the moves ([`SlipKind`] has them all). What is not as the standard has it is noted
/// in [`Game::slips`]. A file that is SGF is read as that. Line comments (`%`) are kept, but for those behind the last game.
///
/// Each item is a game, a game with faults, or the error of the stream, which is the last. A fault
/// is a move that cannot be read; it stands in the game as an unknown one.
pub struct Reader<R> {
    lexer: Lexer<R>,
    limit: usize,
    /// Tokens that were read ahead.
    ahead: VecDeque<Lexed>,
    /// An error that was met reading ahead.
    failed: Option<io::Error>,
    /// The games of a file in SGF, once its beginning is read.
    collection: Option<std::vec::IntoIter<FaultyGame>>,
    has_begun: bool,
    /// Whether there was a game.
    has_read: bool,
    has_ended: bool,
}

impl<R: Read> Reader<R> {
    /// A reader of games of up to 8 MiB. It asks for large blocks, so it needs no buffer.
    pub fn new(input: R) -> Self {
        Self::with_limit(input, MAX_GAME)
    }

    /// As [`Reader::new`], of a file in this encoding, or in the one that its text shows.
    pub fn with_encoding(input: R, encoding: Option<Encoding>) -> Self {
        Self::with(input, MAX_GAME, encoding)
    }

    /// As [`Reader::new`], for games of up to `limit` bytes.
    pub fn with_limit(input: R, limit: usize) -> Self {
        Self::with(input, limit, None)
    }

    fn with(input: R, limit: usize, encoding: Option<Encoding>) -> Self {
        Self {
            lexer: Lexer::new(input, limit, encoding),
            limit,
            ahead: VecDeque::new(),
            failed: None,
            collection: None,
            has_begun: false,
            has_read: false,
            has_ended: false,
        }
    }

    /// How the file is encoded, as far as it was read; `None` where everything was UTF-8.
    pub fn encoding(&self) -> Option<Encoding> {
        self.lexer.cursor.encoding()
    }

    /// Looks at the beginning of the file; all of it is read if it is a collection in SGF.
    fn begin(&mut self) -> io::Result<()> {
        self.has_begun = true;
        let source = &mut self.lexer.cursor.source;
        source.peek(SIGHT)?;
        let start = source.window();
        if !sgf::is_sgf(start.get(..SIGHT).unwrap_or(start)) {
            return Ok(());
        }
        while source.window().len() <= MAX_COLLECTION && source.fill()? {}
        if source.window().len() > MAX_COLLECTION {
            let error = "SGF of more than 64 MiB, expected files of fewer games";
            return Err(io::Error::new(io::ErrorKind::InvalidData, error));
        }
        let games = sgf::games(&String::from_utf8_lossy(source.window()));
        self.collection = Some(games.into_iter());
        Ok(())
    }

    /// The next game with its faults; `None` at the end of the file.
    fn read(&mut self) -> io::Result<Option<FaultyGame>> {
        if !self.has_begun {
            self.begin()?;
        }
        if let Some(games) = &mut self.collection {
            return Ok(games.next());
        }
        let mut draft = Draft::default();
        let start = self.lexer.cursor.source.consumed();
        loop {
            let size = self.lexer.cursor.source.consumed().saturating_sub(start);
            let mut lexed = self.take()?;
            self.interpret(&mut lexed, &draft);
            if size > self.limit as u64 && !matches!(lexed.token, Token::Eof) {
                let expected = format!("the end of a game within {} bytes", self.limit);
                let fault = Fault::new(lexed.place, &shown(&lexed.token), expected);
                draft.faults.push(fault);
                self.pass_over()?;
                return Ok(Some(draft.finish(None)));
            }
            let (place, is_glued) = (lexed.place, lexed.is_glued);
            match draft.take(lexed) {
                Next::Goes => {}
                Next::Breaks => {
                    self.pass_over()?;
                    return Ok(Some(draft.finish(None)));
                }
                Next::Before(lexed) => {
                    self.ahead.push_front(lexed);
                    return Ok(Some(draft.finish(None)));
                }
                Next::Ends(end) => {
                    if let Some(end) = self.ends(&mut draft, end, place, is_glued) {
                        return Ok(Some(draft.finish(Some(end))));
                    }
                }
                Next::Stops => {
                    self.has_ended = true;
                    if self.has_read && draft.mentions_moves() {
                        return Ok(None);
                    }
                    let last = draft.finish(None);
                    let is_nothing = last.game == Game::default() && last.faults.is_empty();
                    return Ok((!is_nothing).then_some(last));
                }
            }
        }
    }

    /// The next token.
    fn take(&mut self) -> io::Result<Lexed> {
        match (self.ahead.pop_front(), self.failed.take()) {
            (Some(lexed), failed) => {
                self.failed = failed;
                Ok(lexed)
            }
            (None, Some(error)) => Err(error),
            (None, None) => self.lexer.next(),
        }
    }

    /// A token that is not taken yet; `None` behind the end or an error.
    fn peek(&mut self, index: usize) -> Option<&Lexed> {
        while self.ahead.len() <= index && self.failed.is_none() {
            if matches!(
                self.ahead.back(),
                Some(Lexed {
                    token: Token::Eof,
                    ..
                })
            ) {
                break;
            }
            match self.lexer.next() {
                Ok(lexed) => self.ahead.push_back(lexed),
                Err(error) => self.failed = Some(error),
            }
        }
        self.ahead.get(index)
    }

    /// Gives a token the meaning that it has between those around it.
    fn interpret(&mut self, lexed: &mut Lexed, draft: &Draft) {
        match &mut lexed.token {
            Token::Number(_) => self.pair(lexed, draft),
            Token::End(GameEnd::Result(_)) => self.move_from_zero(lexed, draft),
            Token::Doubtful(doubtful) if !draft.is_among_moves() => {
                lexed.token = Token::Text(std::mem::take(&mut doubtful.1));
            }
            _ => {}
        }
        match &mut lexed.token {
            // Before the moves a line of words is words as a whole.
            Token::Text(text)
                if self.ahead.is_empty()
                    && text.contains(char::is_alphabetic)
                    && draft.is_before_moves() =>
            {
                match self.lexer.rest_of_line() {
                    Ok(rest) => text.push_str(&rest),
                    Err(error) => self.failed = Some(error),
                }
            }
            Token::Dash => {
                let line = lexed.place.line;
                let next = self.peek(0);
                let is_in_line = next.is_some_and(|next| next.place.line == line);
                let meant = match next.map(|next| &next.token) {
                    // `[White "A"] - [Black "B"]`, and a dash that begins words.
                    Some(Token::Tag(_)) if is_in_line && draft.is_among_tags() => {
                        Token::Text("-".to_owned())
                    }
                    Some(Token::Text(_)) if draft.is_empty() => Token::Text("-".to_owned()),
                    // An unknown result, also of a game without moves.
                    None | Some(Token::Tag(_) | Token::Eof) => Token::End(GameEnd::Asterisk),
                    Some(Token::End(_)) if draft.is_behind_move() || draft.is_empty() => {
                        Token::End(GameEnd::Asterisk)
                    }
                    Some(Token::Move(_)) if draft.is_behind_move() => Token::Text(String::new()),
                    _ => return,
                };
                if !matches!(&meant, Token::Text(text) if !text.is_empty()) {
                    lexed.slips.note(SlipKind::Dash, lexed.place, "-");
                }
                lexed.token = meant;
            }
            // `1. 33-29 ... 19-23`: the dots of a second move rather than a move.
            Token::Unknown => {
                if let Some(number) = draft.second_due()
                    && let Some(Token::Move(_)) = self.peek(0).map(|next| &next.token)
                {
                    lexed.slips.note(SlipKind::NumberForm, lexed.place, "...");
                    lexed.token = Token::Number(number);
                }
            }
            _ => {}
        }
    }

    /// Makes a move of two numbers without a sign, `11 15`.
    fn pair(&mut self, lexed: &mut Lexed, draft: &Draft) {
        let Some(from) = alone(lexed) else { return };
        let (numbers, is_last) = self.numbers(lexed.place.line, draft);
        let (Some(&to), true) = (numbers.first(), draft.is_square(from, numbers.len())) else {
            return;
        };
        let squares = [from, to].map(|number| u16::try_from(number).map(SquareName::Number));
        let [Ok(from), Ok(to)] = squares else { return };
        match self.ahead.front_mut().filter(|_| is_last) {
            Some(next) => {
                next.slips = Slips::default();
                next.token = Token::Close;
            }
            None => drop(self.ahead.pop_front()),
        }
        lexed.slips = Slips::default();
        let text = MoveText {
            kind: MoveKind::Quiet,
            squares: vec![from, to],
        };
        lexed.token = Token::Doubtful(Box::new((text, format!("{from} {to}"))));
    }

    /// The numbers that stand next in a line, two at most, and whether the first of them ends a variation, as in
    /// `(1. 33-29 17 21)`.
    fn numbers(&mut self, line: u32, draft: &Draft) -> (Vec<u32>, bool) {
        let mut numbers = Vec::new();
        while numbers.len() < 2
            && let Some(next) = self.peek(numbers.len())
            && next.place.line == line
        {
            match next.token {
                Token::Enumerated(number) if draft.is_in_variation() && number > 0 => {
                    let is_last = numbers.is_empty();
                    numbers.push(number);
                    return (numbers, is_last);
                }
                _ => match alone(next) {
                    Some(number) => numbers.push(number),
                    None => break,
                },
            }
        }
        (numbers, false)
    }

    /// Makes a move of what could be points, `4-0`, where the game goes on behind it: its squares are numbered from 0.
    fn move_from_zero(&mut self, lexed: &mut Lexed, draft: &Draft) {
        let written = lexed
            .slips
            .iter()
            .find(|slip| slip.kind == SlipKind::ResultForm);
        let Some(written) = written.map(|slip| slip.found.clone()) else {
            return;
        };
        let Some(text) = from_zero(&written).filter(|_| draft.is_among_moves()) else {
            return;
        };
        let line = lexed.place.line;
        let goes_on = self.peek(0).is_some_and(|next| match next.token {
            Token::Move(_) => next.place.line == line || draft.has_number(),
            Token::Number(number) => draft.goes_on_with(number, true),
            _ => false,
        });
        if goes_on {
            lexed.slips = Slips::default();
            lexed.token = Token::Doubtful(Box::new((text, written)));
        }
    }

    /// How the game ends, if it does with this end: not if it is a mark, and with what follows, if
    /// that is another end.
    fn ends(
        &mut self,
        draft: &mut Draft,
        mut end: GameEnd,
        place: Place,
        is_glued: bool,
    ) -> Option<GameEnd> {
        let is_star = end == GameEnd::Asterisk && is_glued && draft.is_behind_move();
        let mut index = 0;
        while index < MAX_AHEAD {
            let Some(next) = self.peek(index) else { break };
            let (at, glued) = (next.place, next.is_glued);
            match next.token {
                Token::Comment(_) | Token::Line(_) | Token::Nag(_) => index += 1,
                // `*11-15`, `*1. 11-15*`
                Token::Move(_) | Token::Number(_)
                    if end == GameEnd::Asterisk
                        && index == 0
                        && !is_glued
                        && glued
                        && draft.has_tags() =>
                {
                    draft.slip(SlipKind::Signs, place, "*");
                    return None;
                }
                // `28-24*!`, `28-24* (28-19)`
                Token::Strength(_) if is_star && glued => return mark(draft, place),
                Token::Open if is_star => return mark(draft, place),
                Token::Text(ref text) if is_star && glued && text == "," => {
                    return mark(draft, place);
                }
                // `28-24* *`
                Token::End(_) if is_star && !glued => return mark(draft, place),
                Token::End(second) => {
                    self.take_remarks(draft, index);
                    self.ahead.pop_front();
                    index = 0;
                    draft.slip(SlipKind::SecondEnd, at, &second.to_string());
                    end = one_of(draft, at, end, second);
                }
                Token::Move(_) if is_star => return mark(draft, place),
                Token::Enumerated(number)
                    if draft.goes_on_with(first_of(number), is_star) && is_star =>
                {
                    return mark(draft, place);
                }
                Token::Number(number) if draft.goes_on_with(number, is_star) => {
                    if is_star {
                        return mark(draft, place);
                    }
                    draft.slip(SlipKind::SecondEnd, place, &end.to_string());
                    return None;
                }
                _ => break,
            }
        }
        // A comment or a mark in the line of the end belongs to the game, and so do comments that end the file.
        let is_comment = |next: &&Lexed| matches!(next.token, Token::Comment(_) | Token::Nag(_));
        let is_in_line = |next: &&Lexed| {
            let is_remark = is_comment(next) || matches!(next.token, Token::Line(_));
            is_remark && next.place.line == place.line
        };
        let comments = self.ahead.iter().take_while(is_comment).count();
        let behind = self.ahead.get(comments).map(|next| &next.token);
        let remarks = match behind {
            Some(Token::Eof) => comments,
            _ => self.ahead.iter().take_while(is_in_line).count(),
        };
        self.take_remarks(draft, remarks);
        Some(end)
    }

    /// Gives the next tokens to a game, comments and glyphs.
    fn take_remarks(&mut self, draft: &mut Draft, count: usize) {
        for _ in 0..count {
            let Some(lexed) = self.ahead.pop_front() else {
                break;
            };
            draft.add_slips(lexed.slips);
            match lexed.token {
                Token::Comment(comment) => draft.open.push(Element::Comment(comment)),
                Token::Line(line) => draft.open.push(Element::Line(line)),
                Token::Nag(number) => draft.open.push(Element::Nag(number)),
                _ => {}
            }
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

/// A number without any sign behind it, as its slip shows.
fn alone(lexed: &Lexed) -> Option<u32> {
    let Token::Number(number) = lexed.token else {
        return None;
    };
    let mut slips = lexed.slips.iter();
    let is_alone = slips.any(|slip| {
        slip.kind == SlipKind::NumberForm && slip.found.bytes().all(|byte| byte.is_ascii_digit())
    });
    (is_alone && number.number > 0).then_some(number.number)
}

/// The number before the first move of a pair.
const fn first_of(number: u32) -> MoveNumber {
    MoveNumber {
        number,
        second: false,
    }
}

/// A star that is a mark of the move before it.
fn mark(draft: &mut Draft, place: Place) -> Option<GameEnd> {
    draft.slip(SlipKind::Mark, place, "*");
    draft.open.push(Element::Nag(FORCED));
    None
}

/// That of two ends which says more, or the first.
fn one_of(draft: &mut Draft, place: Place, first: GameEnd, second: GameEnd) -> GameEnd {
    match (first, second) {
        (GameEnd::Asterisk, second) => second,
        (GameEnd::Result(one), GameEnd::Result(other)) if one != other => {
            draft.slip(
                SlipKind::Contradiction,
                place,
                &format!("{one} and {other}"),
            );
            first
        }
        _ => first,
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<Game, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        match self.read() {
            Ok(read) => read.map(|read| {
                self.has_read = true;
                if read.faults.is_empty() {
                    Ok(read.game)
                } else {
                    Err(ReadError::Faulty(Box::new(read)))
                }
            }),
            Err(error) => {
                self.has_ended = true;
                Some(Err(ReadError::Io(error)))
            }
        }
    }
}

//! One game, token by token.

mod last_move;
mod words;

use super::prose::is_move;
use super::slip::{SlipKind, Slips};
use super::token::{Lexed, Token};
use super::{
    Comment, Element, Fault, FaultyGame, Game, GameEnd, GameResult, MoveNumber, Place, PlayedMove,
    Strength,
};
use crate::MoveText;

/// The deepest variation in a variation.
const MAX_DEPTH: usize = 100;
/// After this number of faults the rest of a game is skipped.
const MAX_FAULTS: usize = 20;

/// Room for as many moves as most games have.
const USUAL_LENGTH: usize = 64;

/// What becomes of a game with its next token.
pub(super) enum Next {
    /// It goes on.
    Goes,
    /// It ends with this.
    Ends(GameEnd),
    /// It ended before this token, which begins the next.
    Before(Lexed),
    /// The rest cannot be read.
    Breaks,
    /// The file ends.
    Stops,
}

/// A game of which some tokens are read.
#[derive(Default)]
pub(super) struct Draft {
    game: Game,
    /// The elements of the innermost variation that is open, or of the game.
    pub(super) open: Vec<Element>,
    /// Those around it.
    around: Vec<Vec<Element>>,
    /// A number without its move.
    number: Option<(MoveNumber, Place)>,
    /// The last number of the main line.
    last_number: Option<MoveNumber>,
    /// An end within a variation, which is that of the game if the variation has no end.
    inner_end: Option<GameEnd>,
    /// The line of the last tag.
    tag_line: u32,
    /// The number of elements that are made of words.
    remarks: usize,
    pub(super) faults: Vec<Fault>,
    /// What was met before the first tag.
    prose: String,
    /// Whether the last token was a move that cannot be read.
    is_astray: bool,
    /// Whether the last token was words.
    is_in_words: bool,
}

impl Draft {
    /// Whether nothing but words and tags has been met.
    pub(super) fn is_before_moves(&self) -> bool {
        let is_known = |element: &Element| match element {
            Element::Move(played) => played.text.is_some(),
            Element::Variation(_) | Element::Setup(_) => true,
            _ => false,
        };
        self.around.is_empty() && !self.open.iter().any(is_known)
    }

    /// Whether nothing but tags has been met.
    pub(super) fn is_empty(&self) -> bool {
        self.around.is_empty() && self.open.is_empty() && self.number.is_none()
    }

    /// Whether the last element is a known move.
    pub(super) fn is_behind_move(&self) -> bool {
        let last = self.open.last();
        self.number.is_none()
            && matches!(last, Some(Element::Move(PlayedMove { text: Some(_), .. })))
    }

    /// Whether the game goes on with a number, though something that may be an end stands before it.
    pub(super) fn goes_on_with(&self, number: MoveNumber, is_glued: bool) -> bool {
        let Some(last) = self.last_number else {
            return is_glued && number.number > 1;
        };
        let follows = number.number == last.number.saturating_add(1) && !number.second;
        let is_same = number.number == last.number && number.second && !last.second;
        (follows || is_same) && (is_glued || !self.game.tags.is_empty())
    }

    /// Whether there are tags.
    pub(super) fn has_tags(&self) -> bool {
        !self.game.tags.is_empty()
    }

    /// Whether there are tags and nothing else.
    pub(super) fn is_among_tags(&self) -> bool {
        self.has_tags() && self.is_empty()
    }

    /// The number of the second move of a pair, if that is due: the last move is the first of it.
    pub(super) fn second_due(&self) -> Option<MoveNumber> {
        let mut back = self.open.iter().rev();
        let last = back.find_map(|element| match element {
            Element::Move(played) => Some(played),
            _ => None,
        })?;
        let of_first = last.number.filter(|number| !number.second)?;
        let is_pending = |(number, _): (MoveNumber, Place)| number.number == of_first.number;
        let is_due = last.text.is_some() && self.number.is_none_or(is_pending);
        is_due.then_some(MoveNumber {
            second: true,
            ..of_first
        })
    }

    /// Whether a number is that of the first move of a game behind one that nothing has ended: behind an empty line.
    fn begins_anew(&self, number: MoveNumber, is_apart: bool) -> bool {
        let is_later = self.last_number.is_some_and(|last| last.number > 1);
        number.number == 1 && !number.second && is_later && is_apart && self.around.is_empty()
    }

    /// Whether a result or `*` could end anything.
    fn is_begun(&self) -> bool {
        let is_line = |element: &&Element| matches!(element, Element::Line(_));
        let lines = self.open.iter().filter(is_line).count();
        !self.game.tags.is_empty() || self.open.len() > lines + self.remarks
    }

    pub(super) fn slip(&mut self, kind: SlipKind, place: Place, found: &str) {
        self.game.slips.note(kind, place, found);
    }

    /// Adds a token.
    pub(super) fn take(&mut self, lexed: Lexed) -> Next {
        let was_astray = std::mem::take(&mut self.is_astray);
        let was_in_words = std::mem::take(&mut self.is_in_words);
        use Token::{Close, End, Eof, Number, Tag};
        if matches!(lexed.token, Tag(_)) && self.mentions_moves() {
            self.keep_prose();
        }
        if let Number(number) = lexed.token
            && self.begins_anew(number, lexed.is_apart)
        {
            self.slip(SlipKind::NoEnd, lexed.place, &number.to_string());
            return Next::Before(lexed);
        }
        self.note_prose(&lexed.token);
        if let Tag(tag) = &lexed.token
            && self.is_next_game(tag.name(), lexed.place)
        {
            let found = format!("[{}", tag.name());
            self.slip(SlipKind::NoEnd, lexed.place, &found);
            self.drop_number();
            self.close_all(lexed.place, &found);
            return Next::Before(lexed);
        }
        let Lexed {
            place,
            token,
            slips,
            ..
        } = lexed;
        self.game.slips.append(slips);
        if matches!(token, Number(_) | Close | End(_) | Tag(_) | Eof) {
            self.drop_number();
        }
        match token {
            Token::Move(text) => self.play(place, Some(text), None),
            Token::Doubtful(doubtful) => {
                let (text, written) = *doubtful;
                self.slip(SlipKind::Spelling, place, &written);
                self.play(place, Some(text), Some(written.into()));
            }
            Token::Unknown => self.play(place, None, None),
            Token::Dash => {
                self.slip(SlipKind::Dash, place, "-");
                self.play(place, None, None);
            }
            Token::Text(text) if self.goes_on_capturing(&text) => {
                self.slip(SlipKind::Spelling, place, &text);
            }
            Token::Captured(squares) => self.captured(place, &squares),
            Token::Number(number) => self.count(number, place),
            Token::Enumerated(number) if self.around.is_empty() => {
                let second = false;
                self.count(MoveNumber { number, second }, place);
            }
            Token::Enumerated(number) => {
                self.slip(SlipKind::NoMove, place, &number.to_string());
                self.close(place);
            }
            Token::Comment(comment) => self.open.push(Element::Comment(comment)),
            Token::Line(line) => {
                self.open.push(Element::Line(line));
                self.is_astray = was_astray;
            }
            Token::Nag(nag) => self.open.push(Element::Nag(nag)),
            Token::Setup(setup) => self.open.push(Element::Setup(setup)),
            // It belongs to a word that was none.
            Token::Strength(_) if was_astray => self.is_astray = true,
            Token::Strength(strength) if was_in_words => {
                self.words(place, strength.marks(), true);
            }
            Token::Strength(strength) => self.strength(place, strength),
            Token::Open if self.around.len() == MAX_DEPTH => {
                let expected = "variations at most 100 deep";
                self.faults.push(Fault::new(place, "(", expected));
                return Next::Breaks;
            }
            Token::Open => self.around.push(std::mem::take(&mut self.open)),
            Token::Close => self.close(place),
            Token::Text(text) => {
                if self.is_before_moves() {
                    self.number = None;
                }
                self.words(place, &text, was_in_words);
            }
            Token::Tag(_) | Token::End(_) | Token::Eof => return self.boundary(place, token),
            Token::Bad(fault) => {
                self.is_astray = true;
                if !was_astray {
                    self.play(place, None, None);
                    self.faults.push(*fault);
                }
                self.number = None;
            }
            Token::Broken(fault) => {
                self.faults.push(*fault);
                return Next::Breaks;
            }
        }
        if self.faults.len() >= MAX_FAULTS {
            return Next::Breaks;
        }
        Next::Goes
    }

    fn count(&mut self, number: MoveNumber, place: Place) {
        self.number = Some((number, place));
        if self.around.is_empty() {
            self.last_number = Some(number);
        }
    }

    /// Leaves out a number that has no move.
    fn drop_number(&mut self) {
        if let Some((number, place)) = self.number.take() {
            self.slip(SlipKind::NoMove, place, &number.to_string());
        }
    }

    /// Whether a tag is that of the next game: behind moves, or one that has been there and begins a
    /// game, or has an empty line before it.
    fn is_next_game(&self, name: &str, place: Place) -> bool {
        let has_tags = !self.game.tags.is_empty();
        let is_play = |element: &Element| match element {
            Element::Comment(_) | Element::Line(_) => false,
            Element::Move(PlayedMove { text: None, .. }) => has_tags || !self.faults.is_empty(),
            Element::Move(PlayedMove {
                text: Some(text), ..
            }) => is_move(&text.to_string()) || has_tags,
            Element::Nag(_) => has_tags,
            Element::Variation(_) | Element::Setup(_) => true,
        };
        if !self.around.is_empty() || self.open.iter().any(is_play) {
            return true;
        }
        let is_first = name.eq_ignore_ascii_case("Event") && self.game.tags.len() > 1;
        let is_apart = place.line > self.tag_line.saturating_add(1);
        (is_apart || is_first) && self.game.find_tag(name).is_some()
    }

    /// A token that may stand between two games.
    fn boundary(&mut self, place: Place, token: Token) -> Next {
        match token {
            Token::Eof => {
                self.close_all(place, "");
                Next::Stops
            }
            Token::End(end) if !self.around.is_empty() => {
                let text = end.to_string();
                self.inner_end = Some(end);
                self.slip(SlipKind::EndInside, place, &text);
                self.open.push(Element::Comment(Comment::new(&text)));
                Next::Goes
            }
            Token::End(end) if !self.is_begun() => {
                self.slip(SlipKind::SecondEnd, place, &end.to_string());
                Next::Goes
            }
            Token::End(end) => Next::Ends(end),
            Token::Tag(tag) => {
                // What stood before the tags was words.
                let is_remark =
                    |element: &Element| matches!(element, Element::Comment(_) | Element::Line(_));
                self.open.retain(is_remark);
                self.tag_line = place.line;
                self.game.tags.push(*tag);
                Next::Goes
            }
            _ => Next::Goes,
        }
    }

    /// Whether there is a number without its move.
    pub(super) fn has_number(&self) -> bool {
        self.number.is_some()
    }

    /// Whether a move may come: one or its number has been there.
    pub(super) fn is_among_moves(&self) -> bool {
        self.number.is_some() || !self.is_before_moves()
    }

    pub(super) fn is_in_variation(&self) -> bool {
        !self.around.is_empty()
    }

    /// Whether two numbers without a sign, of which this is the first and which `others` follow, are the squares of a move: not
    /// where the first is the number of a move.
    pub(super) fn is_square(&self, first: u32, others: usize) -> bool {
        let due = self
            .last_number
            .map_or(1, |last| last.number.saturating_add(1));
        let is_number = self.number.is_none() && first == due && others > 1;
        others > 0 && self.is_among_moves() && !is_number
    }

    fn play(&mut self, place: Place, text: Option<MoveText>, doubt: Option<Box<str>>) {
        if self.open.is_empty() && self.around.is_empty() {
            self.open.reserve(USUAL_LENGTH);
        }
        self.open.push(Element::Move(PlayedMove {
            number: self.number.take().map(|(number, _)| number),
            text,
            strength: Strength::default(),
            place,
            doubt,
        }));
    }

    /// A mark belongs to the last move, also behind a comment.
    fn strength(&mut self, place: Place, strength: Strength) {
        let is_last = matches!(self.open.last(), Some(Element::Move(_)));
        let last = self
            .open
            .iter_mut()
            .rev()
            .find_map(|element| match element {
                Element::Move(played) => Some(played),
                _ => None,
            });
        let marks = strength.marks().to_owned();
        let is_taken = match last {
            Some(played) if played.strength.marks().is_empty() => {
                played.strength = strength;
                true
            }
            _ => false,
        };
        if !(is_taken && is_last) {
            self.slip(SlipKind::LoneMark, place, &marks);
        }
    }

    fn close(&mut self, place: Place) {
        if self.around.is_empty() || self.open.is_empty() {
            self.slip(SlipKind::Parenthesis, place, ")");
        }
        if !self.around.is_empty() {
            self.close_one();
            self.inner_end = None;
        }
    }

    fn close_one(&mut self) {
        let outer = self.around.pop().unwrap_or_default();
        let inside = std::mem::replace(&mut self.open, outer);
        if !inside.is_empty() {
            self.open.push(Element::Variation(inside));
        }
    }

    /// Closes the variations that are open where a game must have ended.
    fn close_all(&mut self, place: Place, found: &str) {
        if !self.around.is_empty() {
            self.slip(SlipKind::Parenthesis, place, found);
        }
        while !self.around.is_empty() {
            self.close_one();
        }
    }

    /// The game, with what is open closed.
    pub(super) fn finish(mut self, end: Option<GameEnd>) -> FaultyGame {
        while !self.around.is_empty() {
            self.close_one();
        }
        // Line comments and words alone are no game.
        let is_remark = |element: &&Element| matches!(element, Element::Line(_));
        let lines = self.open.iter().filter(is_remark).count();
        if self.game.tags.is_empty() && self.open.len() == lines + self.remarks {
            self.open.clear();
        }
        let end = end.or(self.inner_end).or_else(|| self.points());
        self.compare_results(end);
        FaultyGame {
            game: Game {
                body: self.open,
                end,
                ..self.game
            },
            faults: self.faults,
        }
    }

    /// Compares the tag `Result` with the end of the game.
    fn compare_results(&mut self, end: Option<GameEnd>) {
        let Some(tag) = self.game.find_tag("Result") else {
            return;
        };
        let (place, value) = (tag.place, tag.value().trim().to_owned());
        let Some(told) = GameResult::parse(&value) else {
            return;
        };
        if told.text() != value && !GameResult::is_detailed(&value) {
            self.slip(SlipKind::ResultForm, place, &value);
        }
        if let Some(GameEnd::Result(end)) = end
            && told.with_one_point() != end.with_one_point()
        {
            self.slip(
                SlipKind::Contradiction,
                place,
                &format!("{value} and {end}"),
            );
        }
    }

    /// The slips so far.
    pub(super) fn add_slips(&mut self, slips: Slips) {
        self.game.slips.append(slips);
    }
}

/// How a token is shown in messages.
pub(super) fn shown(token: &Token) -> String {
    match token {
        Token::Tag(tag) => format!("[{}", tag.name()),
        Token::Comment(comment) => format!("{{{comment}"),
        Token::Line(line) => format!("%{}", line.text()),
        Token::Open => "(".to_owned(),
        Token::Close => ")".to_owned(),
        Token::Strength(strength) => strength.marks().to_owned(),
        Token::Nag(number) => format!("${number}"),
        Token::Setup(setup) => format!("/FEN {}", setup.fen()),
        Token::Number(number) => number.to_string(),
        Token::Enumerated(number) => format!("{number})"),
        Token::Move(text) => text.to_string(),
        Token::Doubtful(doubtful) => doubtful.1.clone(),
        Token::Unknown => "...".to_owned(),
        Token::Dash => "-".to_owned(),
        Token::Captured(_) => "<".to_owned(),
        Token::End(end) => end.to_string(),
        Token::Text(text) => text.clone(),
        Token::Bad(fault) | Token::Broken(fault) => fault.found.clone(),
        Token::Eof => String::new(),
    }
}

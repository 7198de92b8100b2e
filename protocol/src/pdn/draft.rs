//! One game, token by token.

use super::token::{BODY, Token};
use super::{Element, Fault, FaultyGame, Game, GameEnd, MoveNumber, Place, PlayedMove, Strength};
use crate::MoveText;

/// The deepest variation in a variation.
const MAX_DEPTH: usize = 100;
/// After this number of faults the rest of a game is skipped.
const MAX_FAULTS: usize = 20;

/// What becomes of a game with its next token.
pub(super) enum Next {
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
pub(super) struct Draft {
    game: Game,
    /// The elements of the innermost variation that is open, or of the game.
    pub(super) open: Vec<Element>,
    /// Those around it.
    around: Vec<Vec<Element>>,
    /// A number without its move.
    number: Option<MoveNumber>,
    pub(super) faults: Vec<Fault>,
    /// Whether the last token was no PDN.
    is_astray: bool,
    /// Whether a move was met that is a dash.
    has_dash: bool,
}

impl Draft {
    /// Adds a token.
    pub(super) fn take(&mut self, place: Place, token: Token) -> Next {
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
            Token::Line(line) => {
                self.open.push(Element::Line(line));
                self.is_astray = was_astray;
            }
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
                // The number was that of the move that could not be read.
                self.number = None;
                self.is_astray = true;
                if !was_astray {
                    self.faults.push(*fault);
                }
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
        let is_play =
            |element: &Element| !matches!(element, Element::Comment(_) | Element::Line(_));
        match token {
            Token::Eof => Next::Stops,
            Token::End(end) => {
                let is_begun = !self.game.tags.is_empty() || !is_remark(&self.open);
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
                self.game.tags.push(*tag);
                Next::Goes
            }
            _ => Next::Goes,
        }
    }

    fn play(&mut self, place: Place, text: Option<MoveText>) {
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

    /// The game, with what is open closed.
    pub(super) fn finish(mut self, end: Option<GameEnd>) -> FaultyGame {
        while !self.around.is_empty() {
            self.close_one();
        }
        // Line comments alone are no game.
        if self.game.tags.is_empty() && is_remark(&self.open) {
            self.open.clear();
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

/// Whether a body has nothing but line comments.
fn is_remark(body: &[Element]) -> bool {
    body.iter()
        .all(|element| matches!(element, Element::Line(_)))
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
        Token::Move(text) => text.to_string(),
        Token::Unknown => "...".to_owned(),
        Token::Dash => "-".to_owned(),
        Token::End(end) => end.to_string(),
        Token::Bad(fault) | Token::Broken(fault) => fault.found.clone(),
        Token::Eof => String::new(),
    }
}

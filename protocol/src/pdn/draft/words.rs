//! Words before, between and behind the moves of a game.

use super::super::slip::SlipKind;
use super::super::token::Token;
use super::super::{Comment, Element, Place, PlayedMove};
use super::{Draft, shown};

/// The most moves that words before or behind games mention.
const MAX_MENTIONED: usize = 4;
/// How much of such words is kept, in bytes.
const MAX_PROSE: usize = 1 << 10;

impl Draft {
    /// Adds words to a comment; signs alone are left out.
    pub(super) fn words(&mut self, place: Place, text: &str, goes_on: bool) {
        if text.is_empty() {
            return;
        }
        let has_words = text.chars().any(char::is_alphanumeric);
        if !goes_on || self.remarks == 0 {
            let kind = if has_words {
                SlipKind::Words
            } else {
                SlipKind::Signs
            };
            self.slip(kind, place, text);
        }
        self.is_in_words = has_words || goes_on;
        match self.open.last_mut() {
            Some(Element::Comment(comment)) if goes_on => {
                let is_glued = text.starts_with(['.', ',', ';', ':', '!', '?', ')', '"']);
                let gap = if is_glued { "" } else { " " };
                comment.push(&format!("{gap}{text}"));
            }
            _ if has_words => {
                self.remarks += 1;
                self.open.push(Element::Comment(Comment::new(text)));
            }
            _ => {}
        }
    }

    /// Whether what was met without tags is words that mention a few moves, or what looks like some: `Round 1-2`.
    pub(in super::super) fn mentions_moves(&self) -> bool {
        let moves = self.known_moves();
        let is_word = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 3;
        let words = self.prose.split_whitespace().filter(is_word).count();
        let is_played = moves > 0 || !self.faults.is_empty();
        !self.has_tags()
            && self.around.is_empty()
            && self.remarks > 0
            && is_played
            && words > 0
            && words >= moves
            && moves <= MAX_MENTIONED
    }

    fn known_moves(&self) -> usize {
        let is_known =
            |element: &&Element| matches!(element, Element::Move(PlayedMove { text: Some(_), .. }));
        self.open.iter().filter(is_known).count()
    }

    /// Makes a comment of words that stand before the tags.
    pub(super) fn keep_prose(&mut self) {
        let prose = std::mem::take(&mut self.prose);
        self.faults.clear();
        self.number = None;
        self.last_number = None;
        self.remarks = 1;
        self.open = vec![Element::Comment(Comment::new(&prose))];
    }

    /// Adds what may turn out to be words before the tags.
    pub(super) fn note_prose(&mut self, token: &Token) {
        if !self.has_tags() && self.prose.len() < MAX_PROSE {
            let text = match token {
                Token::Comment(comment) => comment.text().to_owned(),
                token => shown(token),
            };
            self.prose.push_str(&text);
            self.prose.push(' ');
        }
    }
}

//! Slips: text that is not as the standard has it, and yet can only mean one thing.

use std::fmt;

use super::Place;
use crate::text;

/// Slips of one kind in a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// What is wrong.
    pub kind: SlipKind,
    /// Where the first is.
    pub place: Place,
    /// At most 20 characters of what stood there, controls escaped; empty at the end of the file.
    pub found: String,
    /// How many there are, at least 1.
    pub count: usize,
}

/// The kinds of slips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SlipKind {
    /// The next tags begin, and nothing has ended the game.
    NoEnd,
    /// A second end of the game.
    SecondEnd,
    /// Two results that differ; that behind the moves counts.
    Contradiction,
    /// A result in other signs: `1:1`, `½-½`, `0.5-0.5`.
    ResultForm,
    /// A result or a star within a variation; it is kept as a comment.
    EndInside,
    /// A number in other signs: `1`, `2)`, `3..`.
    NumberForm,
    /// A number with no move behind it.
    NoMove,
    /// A move, number or result in other signs: `３２-２８`, `28*19`, `32&ndash;28`, `Kc1-d2`.
    Spelling,
    /// A mark that is none of the standard: `±`, `=`, `*` behind a move.
    Mark,
    /// A mark with no move before it.
    LoneMark,
    /// A dash in place of a move, between moves or in place of the result.
    Dash,
    /// `\r`, `\n`, `\t` or a tag of HTML, where a blank should be.
    Blank,
    /// A control character.
    Control,
    /// Words between tags and moves; they are kept as a comment.
    Words,
    /// Signs between tags and moves; they are left out.
    Signs,
    /// A tag without a value.
    TagValue,
    /// A tag without plain quotes around its value.
    TagQuotes,
    /// A tag without its end.
    TagEnd,
    /// A comment behind `;`, or one within another.
    CommentForm,
    /// A comment without its end.
    CommentEnd,
    /// Parentheses that do not match, or have nothing inside.
    Parenthesis,
}

impl Slip {
    /// The message without the place.
    #[must_use]
    pub fn reason(&self) -> String {
        use SlipKind as Kind;
        let found = text::quoted(&self.found);
        let reason = match self.kind {
            Kind::NoEnd => format!("no * or result before {found}"),
            Kind::SecondEnd => format!("{found} ends the game again"),
            Kind::Contradiction => format!("two results, {found}; the one behind the moves counts"),
            Kind::ResultForm => format!("unusual result {found}"),
            Kind::EndInside => format!("{found} inside a variation"),
            Kind::NumberForm => format!("unusual move number {found}"),
            Kind::NoMove => format!("no move behind {found}"),
            Kind::Spelling => format!("unusual spelling {found}"),
            Kind::Mark => format!("unusual mark {found}"),
            Kind::LoneMark => format!("no move before {found}"),
            Kind::Dash => format!("{found} for a move or a result"),
            Kind::Blank => format!("{found} for a blank"),
            Kind::Control => format!("control character {found}"),
            Kind::Words => format!("words {found}, read as a comment"),
            Kind::Signs => format!("signs {found}, left out"),
            Kind::TagValue => format!("tag {found} has no value"),
            Kind::TagQuotes => format!("tag {found} without plain quotes"),
            Kind::TagEnd => format!("tag {found} without its end"),
            Kind::CommentForm => format!("unusual comment {found}"),
            Kind::CommentEnd => format!("comment {found} without its end"),
            Kind::Parenthesis => format!("parenthesis without its partner at {found}"),
        };
        match self.count {
            0 | 1 => reason,
            all => format!("{reason} (and {} more)", all - 1),
        }
    }
}

impl fmt::Display for Slip {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason())
    }
}

/// The slips of a game, those of one kind together, in the order of the text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Slips(Vec<Slip>);

impl Slips {
    /// Adds a slip.
    pub(super) fn note(&mut self, kind: SlipKind, place: Place, found: &str) {
        match self.0.iter_mut().find(|slip| slip.kind == kind) {
            Some(slip) => slip.count += 1,
            None => self.0.push(Slip {
                kind,
                place,
                found: text::found(found),
                count: 1,
            }),
        }
    }

    /// Adds the slips of a later part of the game.
    pub(super) fn append(&mut self, later: Slips) {
        for slip in later.0 {
            match self.0.iter_mut().find(|known| known.kind == slip.kind) {
                Some(known) => known.count += slip.count,
                None => self.0.push(slip),
            }
        }
    }

    /// The slips.
    pub fn iter(&self) -> std::slice::Iter<'_, Slip> {
        self.0.iter()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> IntoIterator for &'a Slips {
    type Item = &'a Slip;
    type IntoIter = std::slice::Iter<'a, Slip>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

//! A game as the text has it.

use std::fmt;

use super::{Comment, GameEnd, GameResult, GameType, LineComment, Place, Slips};
use crate::{MoveText, ParseError};

/// One game of a file (PDN 3.0, "Game"). How well it was written there is no part of it: slips do not count
/// when two games are compared.
#[derive(Debug, Clone, Default)]
pub struct Game {
    /// The tags in the order of the text; a name may occur twice.
    pub tags: Vec<Tag>,
    /// What follows the tags, in the order of the text.
    pub body: Vec<Element>,
    /// What the game ends with; `None` where the text just stops, as the last game of a file may.
    /// It is written as `*` then.
    pub end: Option<GameEnd>,
    /// What is not as the standard has it, and was read all the same.
    pub slips: Slips,
}

impl PartialEq for Game {
    fn eq(&self, other: &Self) -> bool {
        (&self.tags, &self.body, self.end) == (&other.tags, &other.body, other.end)
    }
}

impl Eq for Game {}

impl Game {
    /// The value of a tag, the first of that name, in upper or lower case (`SetUp`, `Setup`).
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.find_tag(name).map(Tag::value)
    }

    /// As [`Game::tag`], with the place.
    #[must_use]
    pub fn find_tag(&self, name: &str) -> Option<&Tag> {
        let mut tags = self.tags.iter();
        tags.find(|tag| tag.name.eq_ignore_ascii_case(name))
    }

    /// The tag `GameType`, if it is there and not empty or `?`.
    ///
    /// # Errors
    /// A value that is no game type.
    pub fn game_type(&self) -> Result<Option<GameType>, ParseError> {
        let value = self.tag("GameType").map(str::trim);
        let value = value.filter(|value| !matches!(*value, "" | "?"));
        value.map(GameType::parse).transpose()
    }

    /// The tag `FEN`, if it is there and not empty or `?`.
    #[must_use]
    pub fn fen(&self) -> Option<&Tag> {
        let tag = self.find_tag("FEN");
        tag.filter(|tag| !matches!(tag.value.trim(), "" | "?" | "-" | "*" | "0"))
    }

    /// The result: that behind the last move, otherwise that of the tag `Result`.
    #[must_use]
    pub fn result(&self) -> Option<GameResult> {
        match self.end {
            Some(GameEnd::Result(result)) => Some(result),
            _ => self
                .tag("Result")
                .and_then(|text| GameResult::parse(text.trim())),
        }
    }

    /// The moves that were played, without the variations.
    pub fn main_line(&self) -> impl Iterator<Item = &PlayedMove> {
        self.body.iter().filter_map(|element| match element {
            Element::Move(played) => Some(played),
            _ => None,
        })
    }
}

/// A tag, `[Name "value"]`. Where it stood in a file is no part of it: tags with the same name and
/// value are equal.
#[derive(Debug, Clone)]
pub struct Tag {
    name: String,
    value: String,
    /// Where the value begins.
    pub place: Place,
}

impl Tag {
    /// A tag. What the text cannot hold is left out of the name (all but letters, digits and `_`)
    /// and is a blank in the value (line breaks and other controls).
    #[must_use]
    pub fn new(name: &str, value: &str) -> Self {
        let name = name.chars().filter(|&c| is_of_name(c)).collect();
        let value = value.chars();
        Self {
            name,
            value: value
                .map(|c| if c.is_control() { ' ' } else { c })
                .collect(),
            place: Place::default(),
        }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The value, without quotes and escapes.
    #[must_use]
    pub fn value(&self) -> &str {
        &self.value
    }
}

/// Whether `c` may stand in the name of a tag.
pub(super) const fn is_of_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

impl PartialEq for Tag {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.value) == (&other.name, &other.value)
    }
}

impl Eq for Tag {}

/// A part of the body of a game or a variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element {
    /// A move.
    Move(PlayedMove),
    /// A comment, on the move before it.
    Comment(Comment),
    /// A line comment.
    Line(LineComment),
    /// A numeric annotation glyph on the move before it: `$1` good, `$2` bad, `$7` forced ...
    Nag(u16),
    /// Another way to go on, instead of the last move before it.
    Variation(Vec<Element>),
    /// Another position, from which the moves after it go on.
    Setup(Setup),
}

/// A move with its number. Where it stood in a file and how it was written there is no part of it: it
/// does not count when two moves are compared.
#[derive(Debug, Clone, Default)]
pub struct PlayedMove {
    /// The number before it, if there is one.
    pub number: Option<MoveNumber>,
    /// The move; `None` for an unknown one, `...`.
    pub text: Option<MoveText>,
    /// `!`, `?` and the like.
    pub strength: Strength,
    /// Where the move begins, behind its number.
    pub place: Place,
    /// How it was written, if that may be no move at all (`11.15`, `11 to 15`): it is one where it is legal.
    pub doubt: Option<Box<str>>,
}

impl PartialEq for PlayedMove {
    fn eq(&self, other: &Self) -> bool {
        (self.number, &self.text, &self.strength) == (other.number, &other.text, &other.strength)
    }
}

impl Eq for PlayedMove {}

/// The number of a pair of moves: `12.`, or `12...` before the second of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct MoveNumber {
    /// The number, from 1.
    pub number: u32,
    /// Whether the move is that of the side that did not begin.
    pub second: bool,
}

impl fmt::Display for MoveNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.second { "..." } else { "." };
        write!(f, "{}{dots}", self.number)
    }
}

/// How good a move is, in the words of its annotator: `!`, `??`, `!?`; mostly empty.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Strength(String);

impl Strength {
    /// Keeps the `!` and `?` of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let marks = text.chars().filter(|c| matches!(c, '!' | '?'));
        Self(marks.collect())
    }

    /// The marks.
    #[must_use]
    pub fn marks(&self) -> &str {
        &self.0
    }
}

/// A position in the midst of a game, `/FEN "W:W31-50:B1-20"/` (PDN 3.0, "Setup commands").
/// Without pieces, `B::`, it is a null move. Where it stood in a file is no part of it.
#[derive(Debug, Clone)]
pub struct Setup {
    fen: String,
    /// Where the FEN begins.
    pub place: Place,
}

impl Setup {
    /// A setup. What the text cannot hold, slashes, quotes and controls, is left out, and so are blanks at its ends.
    #[must_use]
    pub fn new(fen: &str) -> Self {
        let bad = |c: char| matches!(c, '/' | '"') || c.is_control();
        let fen: String = fen.chars().filter(|&c| !bad(c)).collect();
        Self {
            fen: fen.trim().to_owned(),
            place: Place::default(),
        }
    }

    /// The position.
    #[must_use]
    pub fn fen(&self) -> &str {
        &self.fen
    }
}

impl PartialEq for Setup {
    fn eq(&self, other: &Self) -> bool {
        self.fen == other.fen
    }
}

impl Eq for Setup {}

//! Chooses games by player, result and opening. Begin with [`Filter`].

use super::read::TextGame;
use clap::ValueEnum;
use kamen_core::game::{AnyMove, AnyPosition};
use kamen_core::notation::MoveError;
use kamen_core::notation::pdn::{outcome, parse_move};
use kamen_core::rules::{GameResult, Variant};
use kamen_protocol::pdn::Game;
use kamen_protocol::{MoveText, ParseError};
use std::collections::BTreeMap;
use std::str::FromStr;

/// Which games are of interest.
#[derive(Debug, clap::Args)]
pub(super) struct Filter {
    /// Only games of a player whose name has this in it, in upper or lower case
    #[arg(long, value_name = "NAME")]
    player: Option<Player>,
    /// Only games with this result
    #[arg(long, value_name = "RESULT")]
    result: Option<ResultFilter>,
    /// Only games that begin with these moves, such as '32-28 19-23'
    #[arg(long, value_name = "MOVES")]
    opening: Option<Opening>,
}

/// A part of a player's name, in lower case.
#[derive(Clone, Debug)]
struct Player(String);

impl From<String> for Player {
    fn from(name: String) -> Player {
        Player(name.to_lowercase())
    }
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ResultFilter {
    /// White won
    White,
    /// Black won
    Black,
    /// A draw
    Draw,
    /// Unfinished, or not told
    Unknown,
}

/// The first moves of games, as text.
#[derive(Clone, Debug)]
pub(super) struct Opening(pub(super) Vec<String>);

/// Why a text is no opening.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum OpeningError {
    #[error("expected moves such as '32-28 19-23'")]
    Empty,
    #[error("bad move '{text}' {error}")]
    Move { text: String, error: ParseError },
}

impl FromStr for Opening {
    type Err = OpeningError;

    /// Parses moves; their numbers may stand before them.
    fn from_str(text: &str) -> Result<Opening, OpeningError> {
        let is_number = |word: &&str| {
            word.trim_end_matches('.')
                .chars()
                .all(|c| c.is_ascii_digit())
        };
        let words = text
            .split_whitespace()
            .filter(|word| !(word.ends_with('.') && is_number(word)));
        let words: Vec<String> = words.map(str::to_owned).collect();
        for word in &words {
            MoveText::parse(word).map_err(|error| OpeningError::Move {
                text: word.clone(),
                error,
            })?;
        }
        if words.is_empty() {
            return Err(OpeningError::Empty);
        }
        Ok(Opening(words))
    }
}

/// The moves of an opening in a variant, each with the position before it.
pub(super) type Line = Vec<(AnyPosition, AnyMove)>;

impl Filter {
    /// Whether it lets all games through.
    pub(super) fn is_empty(&self) -> bool {
        self.player.is_none() && self.result.is_none() && self.opening.is_none()
    }

    /// Whether it asks for more than the result, which is all that an index knows of it.
    pub(super) fn needs_text(&self) -> bool {
        self.player.is_some() || self.opening.is_some()
    }

    /// Whether the players and the result of a game are wanted.
    pub(super) fn has_tags(&self, variant: Variant, game: &Game) -> bool {
        let played_by = |name: &Player| {
            let tags = ["White", "Black"];
            tags.into_iter()
                .filter_map(|tag| game.tag(tag))
                .any(|player| player.to_lowercase().contains(&name.0))
        };
        self.player.as_ref().is_none_or(played_by)
            && (self.result.is_none() || self.has_result(outcome(variant, game)))
    }

    /// Whether it lets games with this result through.
    pub(super) fn has_result(&self, result: Option<GameResult>) -> bool {
        self.result.is_none_or(|wanted| {
            wanted
                == match result {
                    Some(GameResult::White) => ResultFilter::White,
                    Some(GameResult::Black) => ResultFilter::Black,
                    Some(GameResult::Draw) => ResultFilter::Draw,
                    None => ResultFilter::Unknown,
                }
        })
    }
}

/// A filter at work.
pub(super) struct Chosen<'a> {
    filter: &'a Filter,
    /// The opening in the variants met.
    lines: BTreeMap<Variant, Result<Line, MoveError>>,
}

impl<'a> Chosen<'a> {
    pub(super) fn new(filter: &'a Filter) -> Chosen<'a> {
        Chosen {
            filter,
            lines: BTreeMap::new(),
        }
    }

    /// Whether a game is chosen.
    pub(super) fn has(&mut self, game: &TextGame) -> bool {
        self.filter.has_tags(game.played.variant, &game.read.game) && self.opens(game)
    }

    fn opens(&mut self, game: &TextGame) -> bool {
        let Some(opening) = &self.filter.opening else {
            return true;
        };
        let variant = game.played.variant;
        let line = (self.lines.entry(variant)).or_insert_with(|| opening.line(variant));
        (line.as_ref()).is_ok_and(|line| game.played.replay.played.starts_with(line))
    }

    /// Why the opening fits no game, if it is not legal in any variant met.
    pub(super) fn illegal_opening(self) -> Option<MoveError> {
        let mut errors = Vec::new();
        for line in self.lines.into_values() {
            errors.push(line.err()?);
        }
        errors.into_iter().next()
    }
}

impl Opening {
    pub(super) fn line(&self, variant: Variant) -> Result<Line, MoveError> {
        let mut position = AnyPosition::start(variant);
        let mut line = Vec::new();
        for word in &self.0 {
            let m = parse_move(&position, word)?;
            line.push((position, m));
            position = position.after_legal(&m);
        }
        Ok(line)
    }
}

//! How games that were found are told. Begin with [`Hit`].

use crate::pdn::read::TextGame;
use kamen_core::rules::{GameResult, Variant};
use kamen_protocol::pdn::Game;
use serde::Serialize;
use std::fmt;
use std::path::Path;

/// A game that has what is wanted.
#[derive(Serialize)]
pub(super) struct Hit<'a> {
    file: &'a Path,
    game: u64,
    variant: Variant,
    white: &'a str,
    black: &'a str,
    result: &'a str,
    date: Option<&'a str>,
    /// The plies before which the game has it; none if any game of its kind will do.
    plies: &'a [usize],
    /// The first of these positions.
    fen: Option<String>,
    /// The move played there, with its number.
    next: Option<String>,
}

impl<'a> Hit<'a> {
    pub(super) fn new(
        path: &'a Path,
        game: &'a TextGame,
        plies: &'a [usize],
        letters: bool,
    ) -> Hit<'a> {
        let text = &game.read.game;
        let replay = &game.played.replay;
        let first = plies.first().copied();
        Hit {
            file: path,
            game: game.number,
            variant: game.played.variant,
            white: tag(text, "White").unwrap_or("?"),
            black: tag(text, "Black").unwrap_or("?"),
            result: text.result().map_or("*", |result| result.text()),
            date: tag(text, "Date"),
            plies,
            fen: first.and_then(|ply| Some(replay.position_after(ply)?.fen_with(letters))),
            next: first.and_then(|ply| replay.written(ply, letters)),
        }
    }
}

/// The value of a tag that says something.
fn tag<'a>(game: &'a Game, name: &str) -> Option<&'a str> {
    let value = game.tag(name)?.trim();
    value.chars().any(char::is_alphanumeric).then_some(value)
}

/// `games.pdn: game 3, plies 4 and 9-12: Ann - Bert 2-0, 1998.05.01; next 3. g3-f4`.
impl fmt::Display for Hit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: game {}", self.file.display(), self.game)?;
        match self.plies {
            [] => (),
            [ply] => write!(f, ", ply {ply}")?,
            plies => write!(f, ", plies {}", ranges(plies))?,
        }
        write!(f, ": {} - {} {}", self.white, self.black, self.result)?;
        if let Some(date) = self.date {
            write!(f, ", {date}")?;
        }
        match (&self.next, self.fen.is_some()) {
            (Some(next), _) => write!(f, "; next {next}"),
            (None, true) => write!(f, "; the end"),
            (None, false) => Ok(()),
        }
    }
}

/// `4, 9-12`: ascending numbers.
fn ranges(numbers: &[usize]) -> String {
    let of_one = numbers.chunk_by(|one, next| one + 1 == *next);
    let text = |range: &[usize]| match range {
        [first, .., last] => format!("{first}-{last}"),
        range => range.first().map(ToString::to_string).unwrap_or_default(),
    };
    of_one.map(text).collect::<Vec<_>>().join(", ")
}

/// The results of the games that were found.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Results {
    pub(super) games: u64,
    white: u64,
    draws: u64,
    black: u64,
}

impl Results {
    pub(super) fn add(&mut self, result: Option<GameResult>) {
        self.games += 1;
        match result {
            Some(GameResult::White) => self.white += 1,
            Some(GameResult::Draw) => self.draws += 1,
            Some(GameResult::Black) => self.black += 1,
            None => (),
        }
    }
}

impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Results {
            white,
            draws,
            black,
            ..
        } = self;
        write!(f, "White won {white}, drawn {draws}, Black won {black}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_short() {
        let cases: [(&[usize], &str); 4] = [
            (&[4, 9, 10, 11], "4, 9-11"),
            (&[0, 1], "0-1"),
            (&[2], "2"),
            (&[1, 3, 5], "1, 3, 5"),
        ];
        for (numbers, expected) in cases {
            assert_eq!(ranges(numbers), expected);
        }
    }
}

//! What the tags of a game say that is counted.

use kamen_core::notation::pdn::outcome;
use kamen_core::rules::{GameResult, Variant};
use kamen_protocol::pdn::Game;

/// What is known of a game beside its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// Its variant.
    pub variant: Variant,
    /// How it ended; `None` if nobody says.
    pub result: Option<GameResult>,
    /// The ratings of White and Black; 0 for one that is not told.
    pub ratings: [u16; 2],
    /// The year in which it was played; 0 if it is not told.
    pub year: u16,
}

/// Tags behind `White` and `Black` that have a rating: those of the standard and of servers, and what chess programs write.
const RATINGS: [&str; 2] = ["Rating", "Elo"];
/// Tags that have a date.
const DATES: [&str; 4] = ["Date", "UTCDate", "EventDate", "Year"];

impl Facts {
    /// The facts of a game of a file.
    pub fn of(variant: Variant, game: &Game) -> Facts {
        let rating = |color: &str| {
            let mut tags = RATINGS.iter();
            tags.find_map(|kind| rating(game.tag(&format!("{color}{kind}"))?))
        };
        Facts {
            variant,
            result: outcome(variant, game),
            ratings: ["White", "Black"].map(|color| rating(color).unwrap_or(0)),
            year: DATES
                .iter()
                .find_map(|tag| year(game.tag(tag)?))
                .unwrap_or(0),
        }
    }
}

/// The rating of a tag: its first number, if that is one, as in `2210` and `1800?`.
fn rating(text: &str) -> Option<u16> {
    numbers(text)
        .next()?
        .parse()
        .ok()
        .filter(|&found| found > 0)
}

/// The year of a date in any order: `1998.05.01`, `1-5-1998`, `1 May 1998`.
fn year(text: &str) -> Option<u16> {
    let years = numbers(text).filter(|number| number.len() == 4);
    let mut years = years.filter_map(|number| number.parse().ok());
    years.find(|year| (1500..2200).contains(year))
}

fn numbers(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter(|word| !word.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_protocol::pdn::Reader;

    #[test]
    fn ratings_and_years_are_read_as_they_are_written() {
        let cases = [
            (
                "[WhiteRating \"2210\"] [BlackElo \"1800?\"] [Date \"1998.05.01\"]",
                [2210, 1800],
                1998,
            ),
            ("[WhiteElo \"1-5\"] [Date \"1-5-1898\"]", [1, 0], 1898),
            (
                "[WhiteRating \"?\"] [WhiteElo \"2001\"] [Date \"????.??.??\"] [EventDate \"17 April 1931\"]",
                [2001, 0],
                1931,
            ),
            ("[BlackRating \"99999\"] [Date \"05.04.09\"]", [0, 0], 0),
            ("[Date \"1234.01.01\"]", [0, 0], 0),
        ];
        for (tags, ratings, year) in cases {
            let text = format!("{tags} 1. 32-28 2-0");
            let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
            let found = Facts::of(Variant::International, &game);
            assert_eq!((found.ratings, found.year), (ratings, year), "{tags}");
            assert_eq!(found.result, Some(GameResult::White));
        }
    }
}

//! The player whose games they are.

use kamen_core::board::Color;
use kamen_protocol::pdn::Game;
use serde::Serialize;
use std::collections::BTreeSet;
use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;

/// A player by name, or by a part of it; capitals do not matter.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Player(String);

impl FromStr for Player {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Player, Infallible> {
        Ok(Player(name.to_owned()))
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Player {
    /// The colour of the player in a game, by its tags: of that name rather than of one with it as a part.
    pub(crate) fn color(&self, game: &Game) -> Option<Color> {
        let wanted = self.0.to_lowercase();
        let names = [(Color::White, "White"), (Color::Black, "Black")].map(|(color, tag)| {
            let value = game.find_tag(tag).map(|tag| tag.value().to_lowercase());
            (color, value.unwrap_or_default())
        });
        let is_whole = |(_, name): &&(Color, String)| *name == wanted;
        let has_part = |(_, name): &&(Color, String)| name.contains(&wanted);
        let found = names.iter().find(is_whole);
        Some(found.or_else(|| names.iter().find(has_part))?.0)
    }
}

/// The most names that are told.
const MOST_NAMES: usize = 5;

/// Looks for a player in games, and remembers some of those that there are instead.
pub(crate) struct Sought<'a> {
    player: Option<&'a Player>,
    is_found: bool,
    names: BTreeSet<String>,
}

impl Sought<'_> {
    /// Of a player, or of none, who is always found.
    pub(crate) fn new(player: Option<&Player>) -> Sought<'_> {
        Sought {
            player,
            is_found: player.is_none(),
            names: BTreeSet::new(),
        }
    }

    /// Looks at a game.
    pub(crate) fn look_at(&mut self, game: &Game) {
        let Some(player) = self.player.filter(|_| !self.is_found) else {
            return;
        };
        self.is_found = player.color(game).is_some();
        for tag in ["White", "Black"] {
            let name = game.tag(tag).map(str::trim).unwrap_or_default();
            if !matches!(name, "" | "?" | "-") && self.names.len() <= MOST_NAMES {
                self.names.insert(name.to_owned());
            }
        }
    }

    /// That no game has the player, if none has: `no game has a player Nobody; there are Anna, Bo`.
    pub(crate) fn missing(&self) -> Option<String> {
        let player = self.player.filter(|_| !self.is_found)?;
        let names: Vec<&str> = self.names.iter().map(String::as_str).collect();
        let known = match names.as_slice() {
            [] => "; no game names its players".to_owned(),
            [names @ .., _] if names.len() == MOST_NAMES => {
                format!("; there are {}, and others", names.join(", "))
            }
            names => format!("; there are {}", names.join(", ")),
        };
        Some(format!("no game has a player {player}{known}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_protocol::pdn::Reader;

    #[test]
    fn players_are_found_by_name_or_part() {
        let text = "[White \"Ann Lee\"] [Black \"Ann\"] 1. c3-d4 *";
        let game = Reader::new(text.as_bytes()).next().unwrap().unwrap();
        for (name, expected) in [
            ("Ann", Some(Color::Black)),
            ("ann lee", Some(Color::White)),
            ("LEE", Some(Color::White)),
            ("an", Some(Color::White)),
            ("Bert", None),
        ] {
            assert_eq!(name.parse::<Player>().unwrap().color(&game), expected);
        }
    }

    #[test]
    fn who_is_missing_is_told_with_those_that_there_are() {
        let game = |text: &str| Reader::new(text.as_bytes()).next().unwrap().unwrap();
        let nobody: Player = "Nobody".parse().unwrap();
        let missing = |texts: &[&str]| {
            let mut sought = Sought::new(Some(&nobody));
            texts.iter().for_each(|text| sought.look_at(&game(text)));
            sought.missing()
        };
        let two = "[White \"Bo\"] [Black \"Anna\"] *";
        let said = "no game has a player Nobody; there are Anna, Bo";
        assert_eq!(missing(&[two]).as_deref(), Some(said));
        assert_eq!(missing(&[two, "[White \"nobody\"] *"]), None);
        let said = "no game has a player Nobody; no game names its players";
        assert_eq!(missing(&["[White \"?\"] *"]).as_deref(), Some(said));
        let many = ["F", "E", "D", "C", "B", "A"].map(|name| format!("[White \"{name}\"] *"));
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let said = "no game has a player Nobody; there are A, B, C, D, E, and others";
        assert_eq!(missing(&many).as_deref(), Some(said));
        let mut none = Sought::new(None);
        none.look_at(&game(two));
        assert_eq!(none.missing(), None);
    }
}

//! The player whose games they are.

use kamen_core::board::Color;
use kamen_protocol::pdn::Game;
use serde::Serialize;
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
}

//! Variants, positions, games, moves and sides as strings: what [`Display`](std::fmt::Display) writes.
//!
//! A move is written only: what it means depends on its position, so it is read as a string and given to
//! [`AnyPosition::parse_move`].

use crate::board::Color;
use crate::game::{AnyGame, AnyMove, AnyPosition};
use crate::rules::Variant;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

macro_rules! written {
    ($($name:ty),*) => {$(
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
    )*};
}

macro_rules! read {
    ($($name:ty),*) => {$(
        impl<'a> Deserialize<'a> for $name {
            fn deserialize<D: Deserializer<'a>>(from: D) -> Result<$name, D::Error> {
                String::deserialize(from)?.parse().map_err(D::Error::custom)
            }
        }
    )*};
}

written!(AnyGame, AnyMove, AnyPosition, Color, Variant);
read!(AnyGame, AnyPosition, Color, Variant);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_a_string() {
        let mut game = AnyGame::start(Variant::Czech);
        let m = game.play_text("c3-d4").unwrap();
        let position = *game.position();
        let text = serde_json::to_string(&(&game, position, m, position.turn())).unwrap();
        assert!(text.ends_with(r#","22-18","black"]"#), "{text}");
        assert!(text.starts_with(r#"["czech W:W21,"#), "{text}");
        let read: (AnyGame, AnyPosition, String, Color) = serde_json::from_str(&text).unwrap();
        assert_eq!(read, (game, position, m.to_string(), position.turn()));
        for wrong in [r#""czech W:W33:B""#, r#""chess""#, "1"] {
            assert!(
                serde_json::from_str::<AnyPosition>(wrong).is_err(),
                "{wrong}"
            );
        }
    }
}

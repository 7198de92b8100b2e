//! Which variant a game is of, by its tags.

use crate::rules::Variant;
use kamen_protocol::ParseError;
use kamen_protocol::pdn::{Game, GameType};

/// The game type that is written for a variant: its own or that of its nearest relative, for the
/// standard has few numbers.
pub(super) fn game_type(variant: Variant) -> GameType {
    // The only variant whose facts name no number is a short Czech game.
    let czech = Variant::Czech.facts().game_type;
    let number = variant.facts().game_type.or(czech).unwrap_or_default();
    GameType::standard(u16::from(number))
}

/// The variant that a number of the standard means, or one of lidraughts, which has its own.
pub(super) fn of_number(number: u16) -> Option<Variant> {
    match number {
        96 => Some(Variant::Breakthrough),
        97 => Some(Variant::Frysk),
        98 => Some(Variant::Losing),
        _ => Variant::ALL
            .into_iter()
            .find(|variant| variant.facts().game_type.map(u16::from) == Some(number)),
    }
}

/// Why the tags of a game do not say its variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// The tag cannot be read.
    #[error("bad GameType {0}")]
    Text(#[from] ParseError),
    /// The tag names a game that is not known.
    #[error("unknown GameType {0}, expected one of {known}", known = numbers())]
    Unknown(u16),
    /// The board is not that of the game.
    #[error("GameType {found} has another board than {variant}, expected {width}x{height}")]
    Board {
        /// The tag.
        found: GameType,
        /// The variant.
        variant: Variant,
        /// Its files.
        width: usize,
        /// Its ranks.
        height: usize,
    },
}

/// The numbers that are known, for messages.
fn numbers() -> String {
    let numbers = (0..=255).filter(|&number| of_number(number).is_some());
    let texts: Vec<String> = numbers.map(|number| number.to_string()).collect();
    texts.join(" ")
}

/// The variant that the tags `Variant` and `GameType` of a game say, `None` if there are none. The
/// former may have any name of ours or of lidraughts; one that is not known says nothing.
///
/// # Errors
/// A GameType that cannot be read or is not known, unless the other tag says what is played.
pub fn variant_of(game: &Game) -> Result<Option<Variant>, TypeError> {
    if let Some(variant) = game.tag("Variant").and_then(named) {
        return Ok(Some(variant));
    }
    match game.game_type()? {
        None => Ok(None),
        Some(GameType { number, .. }) => match of_number(number) {
            None => Err(TypeError::Unknown(number)),
            variant => Ok(variant),
        },
    }
}

/// The variant of a name, written anyhow (`Czech giveaway`, `Frysk!`).
fn named(text: &str) -> Option<Variant> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let name = words.join("_").to_lowercase();
    match name.as_str() {
        "standard" => Some(Variant::International),
        "antidraughts" => Some(Variant::Losing),
        _ => name
            .parse()
            .or_else(|_| name.replace('_', "-").parse())
            .ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_protocol::pdn::Tag;

    type Tags<'a> = &'a [(&'a str, &'a str)];

    fn found(tags: Tags<'_>) -> Result<Option<Variant>, String> {
        let tags = tags.iter().map(|(name, value)| Tag::new(name, value));
        let game = Game {
            tags: tags.collect(),
            ..Game::default()
        };
        variant_of(&game).map_err(|error| error.to_string())
    }

    #[test]
    fn tags_name_the_variant() {
        use Variant::*;
        let cases: [(Tags<'_>, Option<Variant>); 11] = [
            (&[], None),
            (&[("GameType", "")], None),
            (&[("GameType", "?")], None),
            (&[("GameType", "29")], Some(Czech)),
            (&[("GameType", "20,W,10,10,N2,0")], Some(International)),
            (&[("GameType", "98")], Some(Losing)),
            (
                &[("GameType", "20"), ("Variant", "Antidraughts")],
                Some(Losing),
            ),
            (&[("GameType", "40"), ("Variant", "Frysk!")], Some(Frysk)),
            (
                &[("GameType", "25"), ("Variant", "From Position")],
                Some(Russian),
            ),
            (
                &[("GameType", "x"), ("Variant", "Czech giveaway")],
                Some(CzechGiveaway),
            ),
            (&[("Variant", "russian-giveaway")], Some(RussianGiveaway)),
        ];
        for (tags, expected) in cases {
            assert_eq!(found(tags), Ok(expected), "{tags:?}");
        }
        for variant in Variant::ALL {
            assert_eq!(found(&[("Variant", variant.name())]), Ok(Some(variant)));
        }
    }

    #[test]
    fn other_games_are_named() {
        let error = found(&[("GameType", "0")]).unwrap_err();
        assert!(
            error.starts_with("unknown GameType 0, expected one of 20 21 22"),
            "{error}"
        );
        let error = found(&[("GameType", "20,")]).unwrap_err();
        assert!(
            error.starts_with("bad GameType at column 4: found nothing"),
            "{error}"
        );
    }
}

//! Finds the variant of a game in its tags. Begin with [`variant_of`].

use crate::rules::Variant;
use kamen_protocol::ParseError;
use kamen_protocol::pdn::{Game, GameType};

/// The GameType written for a variant: its own, or that of its nearest relative because the
/// standard has few numbers; `None` if it has neither.
pub(crate) fn game_type(variant: Variant) -> Option<GameType> {
    let number = variant.facts().pdn.game_type?;
    Some(GameType::standard(u16::from(number)))
}

/// The variant of a GameType number of the standard or of lidraughts.
pub(super) fn of_number(number: u16) -> Option<Variant> {
    let has = |own: Option<u8>| own.map(u16::from) == Some(number);
    let mut all = Variant::ALL.into_iter();
    let of_lidraughts = all.find(|variant| has(variant.facts().pdn.lidraughts));
    let mut all = Variant::ALL.into_iter();
    of_lidraughts.or_else(|| all.find(|variant| has(variant.facts().pdn.game_type)))
}

/// Why the tags of a game do not determine its variant.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// The tag is malformed.
    #[error("bad GameType {0}")]
    Text(#[from] ParseError),
    /// The tag has an unknown number.
    #[error("unknown GameType {0}, expected one of {known}", known = numbers())]
    Unknown(u16),
    /// The tag's board is not the variant's.
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

/// The known numbers, for messages.
fn numbers() -> String {
    let numbers = (0..=255).filter(|&number| of_number(number).is_some());
    let texts: Vec<String> = numbers.map(|number| number.to_string()).collect();
    texts.join(" ")
}

/// The variant named by the tags `Variant` and `GameType` of a game; `None` without them. `Variant`
/// may hold any name of ours or of lidraughts; an unknown name is ignored.
///
/// # Errors
/// GameType is malformed or unknown, and the tag `Variant` does not name the variant.
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

/// The variant of a name, ignoring case, spaces and punctuation (`Czech giveaway`, `Frysk!`).
fn named(text: &str) -> Option<Variant> {
    let words: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .collect();
    let name = words.join("_").to_lowercase();
    let goes_by = |variant: &Variant| variant.facts().pdn.names.contains(&name.as_str());
    let other = Variant::ALL.into_iter().find(goes_by);
    other
        .or_else(|| name.parse().ok())
        .or_else(|| name.replace('_', "-").parse().ok())
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

//! Finds the variant of a game in its tags. Begin with [`variant_of`].

use super::variant_names::named;
use crate::rules::Variant;
use kamen_protocol::ParseError;
use kamen_protocol::pdn::{Game, GameType, Place};

/// The GameType written for a variant: its own, or that of its nearest relative because the
/// standard has few numbers; `None` if it has neither.
pub(crate) fn game_type(variant: Variant) -> Option<GameType> {
    let number = variant.facts().pdn.game_type?;
    Some(GameType::standard(u16::from(number)))
}

/// The number that lidraughts gives to games from a position, which are international.
const FROM_POSITION: u16 = 99;

/// The variant of a GameType number of the standard or of lidraughts.
pub(super) fn of_number(number: u16) -> Option<Variant> {
    let has = |own: Option<u8>| own.map(u16::from) == Some(number);
    let mut built = Variant::built();
    if number == FROM_POSITION {
        return built.find(|variant| *variant == Variant::International);
    }
    let of_lidraughts = built.find(|variant| has(variant.facts().pdn.lidraughts));
    let mut built = Variant::built();
    of_lidraughts.or_else(|| built.find(|variant| has(variant.facts().pdn.game_type)))
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
    /// The moves are not legal in the variant that the tags tell, but in another.
    #[error("the tags tell {told}, but the moves are of {variant}")]
    Contradicted {
        /// What the tags tell.
        told: Variant,
        /// What the moves tell.
        variant: Variant,
    },
}

/// The known numbers, for messages.
fn numbers() -> String {
    let numbers = (0..=255).filter(|&number| of_number(number).is_some());
    let texts: Vec<String> = numbers.map(|number| number.to_string()).collect();
    texts.join(" ")
}

/// The variant named by the tags `Variant` and `GameType` of a game; `None` without them. `Variant`
/// may hold any name of ours, of lidraughts or of other sites, with words such as `draughts` around it; an unknown name is
/// ignored. A half broken `GameType` is read as its number, or as a name.
///
/// # Errors
/// GameType tells no variant, and the tag `Variant` does not either. The moves must tell it then: see
/// [`guess`](super::guess()).
pub fn variant_of(game: &Game) -> Result<Option<Variant>, TypeError> {
    if let Some(variant) = game.tag("Variant").and_then(named) {
        return Ok(Some(variant));
    }
    match game.game_type() {
        Ok(None) => Ok(None),
        Ok(Some(GameType { number, .. })) => match of_number(number) {
            None => Err(TypeError::Unknown(number)),
            variant => Ok(variant),
        },
        Err(error) => match game.tag("GameType").and_then(loosely) {
            None => Err(error.into()),
            variant => Ok(variant),
        },
    }
}

/// The variant of a half broken game type: that of the first number in it, or of a name.
fn loosely(text: &str) -> Option<Variant> {
    let start = text.find(|c: char| c.is_ascii_digit());
    let digits = start.and_then(|start| {
        let digits = text.get(start..)?;
        digits.split(|c: char| !c.is_ascii_digit()).next()
    });
    let by_number = digits.and_then(|digits| of_number(digits.parse().ok()?));
    by_number.or_else(|| named(text))
}

/// The place and the text of a tag GameType that is half broken, and the variant that it is read as.
pub(super) fn broken_type(game: &Game) -> Option<(Place, String, Variant)> {
    game.game_type().err()?;
    let tag = game.find_tag("GameType")?;
    Some((tag.place, tag.value().to_owned(), loosely(tag.value())?))
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
        let cases: [(Tags<'_>, Option<Variant>); 21] = [
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
            (&[("Variant", "Brazilian draughts")], Some(Brazilian)),
            (&[("GameType", "99")], Some(International)),
            (
                &[("GameType", "99"), ("Variant", "From Position")],
                Some(International),
            ),
            // Half broken.
            (&[("GameType", "20,")], Some(International)),
            (&[("GameType", "25;W;8;8")], Some(Russian)),
            (&[("GameType", "21,B,8,8")], Some(English)),
            (&[("GameType", "Type 29")], Some(Czech)),
            (
                &[("GameType", "International draughts")],
                Some(International),
            ),
            (&[("GameType", "40,W,10,10,X2,0")], Some(Frisian)),
            (&[("GameType", "#26")], Some(Brazilian)),
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
        let error = found(&[("GameType", "chess")]).unwrap_err();
        assert!(
            error.starts_with("bad GameType at column 1: found 'chess'"),
            "{error}"
        );
        assert!(found(&[("GameType", "7,W")]).is_err());
    }
}

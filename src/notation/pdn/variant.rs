//! Which variant a file means.

use crate::rules::Variant;
use kamen_protocol::pdn::GameType;

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

//! Openings out of PDN games.

use super::Opening;
use kamen_core::game::AnyPosition;
use kamen_core::notation::pdn::{replay, variant_of};
use kamen_core::rules::Variant;
use kamen_protocol::pdn::{Fault, Game, ReadError, Reader};

/// The main lines of all games, up to so many plies if that is given. An error says where.
pub(super) fn openings(
    bytes: &[u8],
    variant: Variant,
    plies: Option<usize>,
) -> Result<Vec<Opening>, String> {
    let opening = |game: Result<Game, ReadError>| match game {
        Ok(game) => opening(&game, Vec::new(), variant, plies),
        Err(ReadError::Faulty(faulty)) => opening(&faulty.game, faulty.faults, variant, plies),
        Err(error) => Err(error.to_string()),
    };
    Reader::new(bytes).map(opening).collect()
}

/// Whether some text is that of games: they have tags.
pub(super) fn is_pdn(bytes: &[u8]) -> bool {
    match Reader::new(bytes).next() {
        Some(Ok(game)) => !game.tags.is_empty(),
        Some(Err(ReadError::Faulty(faulty))) => !faulty.game.tags.is_empty(),
        _ => false,
    }
}

/// The opening of a game with these faults in its text; what is wrong behind the last ply wanted does not matter.
fn opening(
    game: &Game,
    faults: Vec<Fault>,
    variant: Variant,
    plies: Option<usize>,
) -> Result<Opening, String> {
    let place = game.find_tag("GameType").map(|tag| tag.place);
    let place = place.unwrap_or_default();
    // A type that is not known tells nothing about the moves.
    if let Some(found) = variant_of(game).ok().flatten()
        && found != variant
    {
        return Err(format!("{place}: a game of {found}, expected {variant}"));
    }
    let replayed = replay(variant, game);
    let is_long_enough = plies.is_some_and(|plies| replayed.played.len() >= plies);
    if !is_long_enough || replayed.start.is_none() {
        if let Some(fault) = faults.first() {
            return Err(fault.to_string());
        }
        if let Some(fault) = replayed.faults.first() {
            return Err(fault.to_string());
        }
    }
    let played = replayed.played.iter().take(plies.unwrap_or(usize::MAX));
    let fen = match replayed.played.first() {
        Some((start, _)) if *start == AnyPosition::start(variant) => None,
        Some((start, _)) => Some(start.fen()),
        None => game.fen().map(|tag| tag.value().to_owned()),
    };
    let opening = Opening {
        fen,
        moves: played.map(|(_, m)| m.to_string()).collect(),
    };
    opening.checked(variant).map_err(|error| {
        format!("{place}: {error}; --opening-plies leaves the rest of the games out")
    })
}

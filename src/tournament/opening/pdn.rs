//! Openings out of PDN games.

use super::Opening;
use kamen_core::game::AnyPosition;
use kamen_core::notation::pdn::{replay, variant_of};
use kamen_core::rules::Variant;
use kamen_protocol::pdn::{Game, ReadError, Reader};

/// The main lines of all games, up to so many plies if that is given. An error says where.
pub(super) fn openings(
    bytes: &[u8],
    variant: Variant,
    plies: Option<usize>,
) -> Result<Vec<Opening>, String> {
    let opening = |game: Result<Game, ReadError>| {
        let game = game.map_err(|error| error.to_string())?;
        opening(&game, variant, plies)
    };
    Reader::new(bytes).map(opening).collect()
}

fn opening(game: &Game, variant: Variant, plies: Option<usize>) -> Result<Opening, String> {
    let place = game.find_tag("GameType").map(|tag| tag.place);
    let place = place.unwrap_or_default();
    // A type that is not known tells nothing about the moves.
    if let Some(found) = variant_of(game).ok().flatten()
        && found != variant
    {
        return Err(format!("{place}: a game of {found}, expected {variant}"));
    }
    let replayed = replay(variant, game);
    if let Some(fault) = replayed.faults.first() {
        return Err(fault.to_string());
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

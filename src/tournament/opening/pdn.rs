//! Openings out of PDN games.

use super::Opening;
use crate::notation::pdn::{replay, variant_of};
use crate::notation::{hub_move, write_fen};
use crate::rules::{Position, Rules, Variant};
use crate::with_rules;
use kamen_protocol::pdn::{Game, ReadError, Reader};

/// The main lines of all games, up to so many plies if that is given. An error says where.
pub(super) fn openings(
    bytes: &[u8],
    variant: Variant,
    plies: Option<usize>,
) -> Result<Vec<Opening>, String> {
    let opening = |game: Result<Game, ReadError>| {
        let game = game.map_err(|error| error.to_string())?;
        with_rules!(variant, R => opening::<R>(&game, variant, plies))
    };
    Reader::new(bytes).map(opening).collect()
}

fn opening<R: Rules>(
    game: &Game,
    variant: Variant,
    plies: Option<usize>,
) -> Result<Opening, String> {
    let place = game.find_tag("GameType").map(|tag| tag.place);
    let place = place.unwrap_or_default();
    if let Some(found) = variant_of(game).map_err(|error| format!("{place}: {error}"))?
        && found != variant
    {
        return Err(format!("{place}: a game of {found}, expected {variant}"));
    }
    let replayed = replay::<R>(variant, game);
    if let Some(fault) = replayed.faults.first() {
        return Err(fault.to_string());
    }
    let played = &replayed.played[..plies.unwrap_or(usize::MAX).min(replayed.played.len())];
    let fen = match replayed.played.first() {
        Some((start, _)) if *start == Position::start(variant) => None,
        Some((start, _)) => Some(write_fen(start)),
        None => game.fen().map(|tag| tag.value().to_owned()),
    };
    let opening = Opening {
        fen,
        moves: played.iter().map(|(_, m)| hub_move::<R>(m)).collect(),
    };
    opening.checked(variant).map_err(|error| {
        format!("{place}: {error}; --opening-plies leaves the rest of the games out")
    })
}

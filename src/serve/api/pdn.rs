//! `/pdn` and `/pdn/write`: games as PDN, and back.

use super::json;
use crate::call::{Answered, Call};
use crate::http::Caching;
use crate::problem::Problem;
use kamen_core::notation::{PlayedGame, Reason};
use kamen_core::rules::{UnknownVariant, Variant};
use serde::Serialize;

/// The most games of a text that are read.
const MOST_GAMES: usize = 10_000;

#[derive(Serialize)]
struct Games {
    games: Vec<PlayedGame>,
}

#[derive(Serialize)]
struct Pdn {
    pdn: String,
}

pub(crate) fn read_pdn(call: &Call) -> Answered {
    let usual = call.request.query.get("variant").map(str::parse);
    let usual = usual
        .transpose()
        .map_err(|error: UnknownVariant| Problem::bad(error))?;
    let read = PlayedGame::read(&call.request.body, usual.unwrap_or(Variant::International));
    let games = read.take(MOST_GAMES + 1).collect::<Result<Vec<_>, _>>();
    let games =
        games.map_err(|error| Problem::bad(error).because(Some(Reason::new(Reason::NOT_TEXT))))?;
    if games.len() > MOST_GAMES {
        return Err(Problem::new(
            413,
            format!("too many games, expected at most {MOST_GAMES}"),
        ));
    }
    json(&Games { games }, Caching::Never)
}

pub(crate) fn write_pdn(call: &Call) -> Answered {
    let game: PlayedGame = serde_json::from_slice(&call.request.body).map_err(Problem::bad)?;
    let pdn = game.write().map_err(Problem::bad)?;
    json(&Pdn { pdn }, Caching::Never)
}

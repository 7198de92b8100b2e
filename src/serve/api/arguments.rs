//! What is asked about: a game, in an address.

use crate::call::Call;
use crate::problem::Problem;
use kamen_core::game::{AnyGame, AnyPosition};
use kamen_core::notation::Reason;
use kamen_core::notation::pdn::RecordError;
use kamen_core::rules::Variant;
use std::str::FromStr;

/// The parameters that every question about a game has: the position where it began, and the moves from there. A token may stand
/// in any address.
pub(super) const GAME: [&str; 3] = ["fen", "moves", "token"];

/// The most moves of a game.
const MOST_MOVES: usize = 2000;

/// The game that is asked about; other parameters than `known` are refused.
pub(super) fn game(call: &Call, known: &[&str]) -> Result<AnyGame, Problem> {
    let query = &call.request.query;
    if let Some(name) = query.unknown(known) {
        let name: String = name.chars().filter(|c| !c.is_control()).take(40).collect();
        return Err(Problem::bad(format!(
            "unknown parameter '{name}', expected some of: {}",
            known.join(" ")
        )));
    }
    let variant = call.name.parse::<Variant>();
    let variant = variant.map_err(|error| Problem::new(404, error.to_string()))?;
    let start = match query.get("fen").unwrap_or_default().trim() {
        "" => AnyPosition::start(variant),
        fen => AnyPosition::parse_fen(variant, fen)
            .map_err(|error| Problem::bad(&error).because(Some((&error).into())))?,
    };
    let mut game = AnyGame::new(start);
    for text in query.get("moves").unwrap_or_default().split_whitespace() {
        let ply = game.plies() + 1;
        if ply > MOST_MOVES {
            return Err(Problem::bad(format!(
                "moves: too many, expected at most {MOST_MOVES}"
            )));
        }
        let played = game.play_text(text);
        played.map_err(|error| {
            let reason = Reason::of_move(game.position(), &error);
            Problem::bad(RecordError::Move { ply, error }).because(reason)
        })?;
    }
    Ok(game)
}

/// A number among the parameters, in this range; `None` if it is not there.
pub(super) fn number<T>(call: &Call, name: &str, least: T, most: T) -> Result<Option<T>, Problem>
where
    T: FromStr + PartialOrd + std::fmt::Display,
{
    let Some(text) = call.request.query.get(name) else {
        return Ok(None);
    };
    let number = text
        .parse()
        .ok()
        .filter(|number| *number >= least && *number <= most);
    let wrong = || {
        let found: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
        Problem::bad(format!(
            "bad {name} '{found}', expected a number from {least} to {most}"
        ))
    };
    number.map(Some).ok_or_else(wrong)
}

//! `/tables/VARIANT`: what endgame tables know of a position.

use super::arguments::{GAME, game};
use super::json;
use crate::call::{Answered, Call};
use crate::http::Caching;
use kamen_tables::EndingState;

pub(crate) fn tables(call: &Call) -> Answered {
    let game = game(call, &GAME)?;
    let tables = call.service.tables(game.variant());
    json(&EndingState::of(&game, tables.as_deref()), Caching::Day)
}

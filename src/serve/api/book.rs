//! `/book/VARIANT`: what the opening book knows of a position.

use super::arguments::{GAME, game};
use super::json;
use crate::call::{Answered, Call};
use crate::http::Caching;
use kamen_book::OpeningState;

pub(crate) fn book(call: &Call) -> Answered {
    let game = game(call, &GAME)?;
    let book = call.service.book(game.variant());
    json(&OpeningState::of(game.position(), book), Caching::Day)
}

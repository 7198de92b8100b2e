//! `/tables/VARIANT`: what endgame tables know of a position.

use super::arguments::{GAME, game};
use super::json;
use crate::call::{Answered, Call};
use crate::http::Caching;
use kamen_core::game::AnyGame;
use kamen_tables::{Outcome, Tables, Value};
use serde::Serialize;
use std::cmp::Reverse;

/// A position.
#[derive(Serialize)]
struct Ending {
    variant: String,
    fen: String,
    /// How many pieces tables have at most here.
    most_pieces: usize,
    #[serde(flatten)]
    known: Known,
    /// The best first.
    moves: Vec<Move>,
}

/// A move, with what it is worth to the side that makes it.
#[derive(Serialize)]
struct Move {
    #[serde(rename = "move")]
    text: String,
    hub: String,
    #[serde(flatten)]
    known: Known,
}

/// What is known, for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
struct Known {
    /// `win`, `draw`, `loss` or `unknown`, as if no draw were ever declared.
    value: &'static str,
    /// Plies until the end, where that is known.
    distance: Option<u16>,
    /// The value with the drawing rules, where it is known: a win that comes in time, or a draw anyway.
    with_draw_rules: Option<&'static str>,
}

pub(crate) fn tables(call: &Call) -> Answered {
    let game = game(call, &GAME)?;
    let tables = call.service.tables(game.variant());
    let tables = tables.as_deref();
    let position = game.position();
    let look_up = |game: &AnyGame| tables.and_then(|tables| tables.look_up(game.position()));
    let mut after = game.clone();
    let mut entries: Vec<(Option<Outcome>, Move)> = Vec::new();
    for m in game.legal_moves() {
        after.play_legal(&m);
        let found = look_up(&after);
        let with_draw_rules = rules(&after, found).map(Value::reversed);
        let found = found.map(|(outcome, is_exact)| (outcome.before(is_exact), is_exact));
        let entry = Move {
            text: position.write_move(&m),
            hub: m.to_string(),
            known: Known::of(found, with_draw_rules),
        };
        entries.push((found.map(|(outcome, _)| outcome), entry));
        after.undo();
    }
    entries.sort_by_key(|(outcome, _)| Reverse(*outcome));
    let found = look_up(&game);
    let ending = Ending {
        variant: game.variant().to_string(),
        fen: position.fen(),
        most_pieces: tables.map_or(0, Tables::most_pieces),
        known: Known::of(found, rules(&game, found)),
        moves: entries.into_iter().map(|(_, entry)| entry).collect(),
    };
    json(&ending, Caching::Day)
}

/// The value of the present position with the drawing rules.
fn rules(game: &AnyGame, found: Option<(Outcome, bool)>) -> Option<Value> {
    if game.position().won().is_none() && game.draw().is_some() {
        return Some(Value::Draw);
    }
    let (outcome, is_exact) = found?;
    let left = game.variant().facts().draws.plies_left(game.counters());
    let is_in_time = is_exact && outcome.distance <= left;
    (outcome.value == Value::Draw || is_in_time).then_some(outcome.value)
}

impl Known {
    fn of(found: Option<(Outcome, bool)>, with_draw_rules: Option<Value>) -> Known {
        let is_decided =
            |(outcome, is_exact): &(Outcome, bool)| *is_exact && outcome.value != Value::Draw;
        Known {
            value: found.map_or("unknown", |(outcome, _)| name(outcome.value)),
            distance: found
                .filter(is_decided)
                .map(|(outcome, _)| outcome.distance),
            with_draw_rules: with_draw_rules.map(name),
        }
    }
}

fn name(value: Value) -> &'static str {
    match value {
        Value::Win => "win",
        Value::Draw => "draw",
        Value::Loss => "loss",
    }
}

//! What endgame tables know of a position, for programs with a board. Begin with [`EndingState::of`]; what it serializes to is the JSON
//! of `kamen serve` and of the worker for browsers.

use super::{Outcome, Tables, Value};
use kamen_core::game::AnyGame;
use kamen_core::rules::Variant;
use serde::Serialize;
use std::cmp::Reverse;

/// The present position of a game, and each of its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EndingState {
    /// The variant.
    pub variant: Variant,
    /// The FEN of the position.
    pub fen: String,
    /// How many pieces tables of the variant have at most.
    pub most_pieces: usize,
    /// What is known of it.
    #[serde(flatten)]
    pub known: Known,
    /// The legal moves, the best first.
    pub moves: Vec<KnownMove>,
}

/// A move, with what it is worth to the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct KnownMove {
    /// As PDN writes it.
    #[serde(rename = "move")]
    pub text: String,
    /// As Hub writes it.
    pub hub: String,
    /// What is known of it.
    #[serde(flatten)]
    pub known: Known,
}

/// What is known, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Known {
    /// `win`, `draw`, `loss` or `unknown`, as if no draw were ever declared.
    pub value: &'static str,
    /// Plies until the end, where that is known.
    pub distance: Option<u16>,
    /// The value with the drawing rules, where it is known: a win that comes in time, or a draw anyway.
    pub with_draw_rules: Option<&'static str>,
}

impl EndingState {
    /// The present position of a game, by the tables of its variant; without any all is unknown but a draw by the rules.
    pub fn of(game: &AnyGame, tables: Option<&Tables>) -> EndingState {
        let position = game.position();
        let look_up = |game: &AnyGame| tables.and_then(|tables| tables.look_up(game.position()));
        let mut after = game.clone();
        let mut entries: Vec<(Option<Outcome>, KnownMove)> = Vec::new();
        for m in game.legal_moves() {
            after.play_legal(&m);
            let found = look_up(&after);
            let with_draw_rules = rules(&after, found).map(Value::reversed);
            let found = found.map(|(outcome, is_exact)| (outcome.before(is_exact), is_exact));
            let entry = KnownMove {
                text: position.write_move(&m),
                hub: m.to_string(),
                known: Known::of(found, with_draw_rules),
            };
            entries.push((found.map(|(outcome, _)| outcome), entry));
            after.undo();
        }
        entries.sort_by_key(|(outcome, _)| Reverse(*outcome));
        let found = look_up(game);
        EndingState {
            variant: game.variant(),
            fen: position.fen(),
            most_pieces: tables.map_or(0, Tables::most_pieces),
            known: Known::of(found, rules(game, found)),
            moves: entries.into_iter().map(|(_, entry)| entry).collect(),
        }
    }
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

//! What a search calls decided in endings of few pieces: with and without endgame tables, with two threads, and with what an earlier
//! search has left in the transposition table it is the same side that wins, and the tables say so, too.

use super::{position, variant};
use arbitrary::{Result, Unstructured};
use kamen_core::{AnyGame, AnyPosition, Variant};
use kamen_eval::Choice;
use kamen_search::{Engine, Limits};
use kamen_tables::{Tables, Value};
use std::sync::{Arc, OnceLock};

/// The most pieces of a side.
const PIECES: usize = 2;
/// Nodes of a search.
const NODES: u64 = 3_000;

/// The engines of a variant: alone, with tables, with two threads, with both.
struct Engines {
    tables: Arc<Tables>,
    all: [(&'static str, Engine); 4],
}

fn engines(variant: Variant) -> &'static Engines {
    static ENGINES: [OnceLock<Engines>; Variant::ALL.len()] =
        [const { OnceLock::new() }; Variant::ALL.len()];
    ENGINES[variant as usize].get_or_init(|| {
        let tables = Arc::new(Tables::embedded(variant));
        let alone =
            Engine::with(variant, &Choice::hand_made(), 12).expect("room for a small table");
        let own = || alone.with_own_table().expect("room for a small table");
        let with_tables = |engine: Engine| {
            engine
                .with_tables(tables.clone())
                .expect("tables of the variant")
        };
        let all = [
            ("alone", own()),
            ("with tables", with_tables(own())),
            ("with two threads", own().on_threads(2)),
            ("with both", with_tables(own()).on_threads(2)),
        ];
        Engines { tables, all }
    })
}

pub(crate) fn run(input: &[u8]) {
    let mut input = Unstructured::new(input);
    let _ = choose(&mut input);
}

fn choose(input: &mut Unstructured<'_>) -> Result<()> {
    let variant = variant(input)?;
    let Some(position) = position(input, variant, PIECES)? else {
        return Ok(());
    };
    let forgets = input.arbitrary()?;
    hold(&position, forgets);
    Ok(())
}

fn hold(position: &AnyPosition, forgets: bool) {
    let Engines { tables, all } = engines(position.variant());
    let known = tables.outcome(position).map(|outcome| outcome.value);
    let mut decided: Option<(Value, &str)> = known
        .filter(|value| *value != Value::Draw)
        .map(|value| (value, "the tables"));
    let game = AnyGame::new(*position);
    for (name, engine) in all {
        if forgets {
            engine.forget();
        }
        for depth in [2, 12] {
            let limits = Limits {
                depth: Some(depth),
                ..Limits::nodes(NODES)
            };
            let answer = engine.think(&game, &limits).expect("a game of the variant");
            let legal = game.legal_moves();
            assert_eq!(answer.best.is_none(), legal.is_empty(), "{position} {name}");
            assert!(
                answer.best.is_none_or(|best| legal.contains(&best)),
                "{position} {name}"
            );
            if legal.is_empty() || !answer.score.is_decided() {
                continue;
            }
            let value = if answer.score.0 > 0 {
                Value::Win
            } else {
                Value::Loss
            };
            // The drawing rules may save a side that the tables call lost, but nobody wins what they call drawn.
            assert!(
                known.is_none_or(|known| known == value),
                "{position} {name} {value:?}, tables {known:?}"
            );
            let (first, by) = *decided.get_or_insert((value, name));
            assert_eq!(value, first, "{position} {name} and {by}");
        }
    }
}

pub(crate) fn seeds() -> Vec<Vec<u8>> {
    super::noise(100, 24)
}

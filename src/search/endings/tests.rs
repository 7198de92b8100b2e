//! The engine with tables.

use crate::{Control, Engine, Limits, Progress, Statistics};
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyPosition};
use kamen_core::rules::Variant;
use kamen_core::score::Score;
use kamen_core::with_rules;
use kamen_tables::{Folder, Material, Settings, Tables, Value};
use std::path::Path;
use std::sync::Arc;

/// The tables of a variant with some materials and all that these need.
fn tables(root: &Path, variant: Variant, distances: bool, materials: &[&str]) -> Arc<Tables> {
    let settings = Settings {
        distances,
        memory: 1 << 30,
    };
    let folder = Folder::new(root, variant);
    let mut all = Material::units(3);
    all.extend(
        materials
            .iter()
            .map(|text| text.parse::<Material>().unwrap()),
    );
    with_rules!(variant, of: R => {
        folder.make(&all, &settings, &mut |_| ()).unwrap();
    });
    let mut tables = Tables::new(variant);
    assert!(tables.add_folder(folder.path(), 4).is_empty());
    Arc::new(tables)
}

fn value(tables: &Tables, position: &AnyPosition) -> Option<Value> {
    with_rules!(position.variant(), R => {
        tables.typed_outcome(&position.typed::<R>()?).map(|outcome| outcome.value)
    })
}

/// Plays both sides to the end, with few nodes a move, and the value kept by each; the plies that it took, and who won.
fn play(engine: &Engine, tables: &Tables, fen: &str) -> (usize, Option<Color>) {
    let start = AnyPosition::parse_fen(tables.variant(), fen).unwrap();
    let mut game = AnyGame::new(start);
    let limits = Limits {
        nodes: Some(300),
        ..Limits::default()
    };
    let over = loop {
        if let Some(over) = game.over() {
            break over;
        }
        let before = value(tables, game.position());
        let best = engine.think(&game, &limits).unwrap().best.unwrap();
        game.play(&best).unwrap();
        let after = value(tables, game.position()).map(Value::reversed);
        assert_eq!(after, before, "{fen}: {}", game.position().fen());
    };
    (game.plies(), over.winner())
}

/// Three kings against one off the main road: Petrov's triangle.
#[test]
fn wins_of_tables_are_played_to_the_end() {
    let variant = Variant::Russian;
    let root = tempfile::tempdir().unwrap();
    let tables = tables(root.path(), variant, true, &["mk-k", "kk-kk", "kkk-k"]);
    let engine = Engine::with(variant, &kamen_eval::Choice::hand_made(), 12).unwrap();
    let engine = engine.with_tables(Arc::clone(&tables)).unwrap();
    for fen in ["W:WKa1,Ka3,Kc1:BKh4", "W:WKc1,Ke1,Kg1:BKa3"] {
        let (plies, winner) = play(&engine, &tables, fen);
        assert_eq!(winner, Some(Color::White), "{fen}");
        // The longest win.
        assert!(plies <= 25, "{fen}: {plies}");
    }
    let score = |fen: &str, depth: u32| {
        let game = AnyGame::new(AnyPosition::parse_fen(variant, fen).unwrap());
        engine.think(&game, &Limits::depth(depth)).unwrap().score
    };
    // Long before its end a win is known as one, with its distance.
    assert!(score("W:WKc1,Ke1,Kg1:BKa3", 1).plies_to_end().unwrap() > 6);
    // Two kings do not win, whatever the search thinks of them.
    assert!(score("W:WKc1,Ke1:BKa3", 3).0.abs() < 500);
}

/// In killer two kings win against one, and have five moves for it.
#[test]
fn a_win_that_comes_too_late_for_the_rules_does_not_count() {
    let variant = Variant::Killer;
    let root = tempfile::tempdir().unwrap();
    let tables = tables(root.path(), variant, true, &[]);
    let engine = Engine::with(variant, &kamen_eval::Choice::hand_made(), 12).unwrap();
    let engine = engine.with_tables(Arc::clone(&tables)).unwrap();
    for (fen, distance) in [
        ("W:WK27,K36:BK42", 13),
        ("W:WK14,K20:BK13", 13),
        ("W:WK9,K38:BK36", 11),
        ("W:WK1,K2:BK50", 7),
    ] {
        let position = AnyPosition::parse_fen(variant, fen).unwrap();
        let outcome = with_rules!(variant, R => {
            tables.typed_outcome(&position.typed::<R>().unwrap()).unwrap()
        });
        assert_eq!((outcome.value, outcome.distance), (Value::Win, distance));
        let result = engine.think(&AnyGame::new(position), &Limits::depth(6));
        let score = result.unwrap().score;
        // Wins that tables tell of at a leaf are above all evaluations, too.
        let is_won = score > Score::MAX_EVAL;
        assert_eq!(is_won, distance <= 10, "{fen}: {}", score.0);
    }
}

/// Without distances the search has to find the way, and keeps the value with each move.
#[test]
fn values_alone_are_kept() {
    let variant = Variant::English;
    let root = tempfile::tempdir().unwrap();
    let tables = tables(root.path(), variant, false, &[]);
    let engine = Engine::with(variant, &kamen_eval::Choice::hand_made(), 12).unwrap();
    let engine = engine.with_tables(Arc::clone(&tables)).unwrap();
    for fen in [
        "W:WK14,K22:BK3",
        "B:WK18,22:BK5",
        "W:W29,30:B5",
        "W:WK29,21:BK8",
    ] {
        play(&engine, &tables, fen);
    }
}

#[test]
fn positions_that_tables_know_are_counted() {
    let variant = Variant::Czech;
    let root = tempfile::tempdir().unwrap();
    let engine = Engine::with(variant, &kamen_eval::Choice::hand_made(), 12).unwrap();
    let engine = engine.with_tables(tables(root.path(), variant, false, &[]));
    let engine = engine.unwrap();
    let last = |engine: &Engine, fen: &str| {
        let position = AnyPosition::parse_fen(variant, fen).unwrap();
        let (game, limits) = (AnyGame::new(position), Limits::depth(8));
        let mut last = Statistics::default();
        let mut progress = |progress: &Progress| last = progress.statistics;
        let control = Control::new();
        (engine.think_with(&game, &limits, &control, &mut progress)).unwrap();
        last
    };
    // A few moves from what tables know.
    let near = "W:Wc3,e1:Bd6,b8";
    let known = last(&engine, near);
    assert!(known.table_hits > 0 && known.hash_full > 0, "{known:?}");
    let start = AnyPosition::start(variant).fen();
    let far = last(&engine, &start);
    assert_eq!(far.table_hits, 0);
    // Captures are followed beyond the depth.
    assert!(far.sel_depth > 8, "{far:?}");
    assert_eq!(last(&engine.without_tables(), near).table_hits, 0);
}

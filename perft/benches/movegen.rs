//! Speed of move generation on the positions of the suites: `cargo bench -p kamen-perft`.
//!
//! `list` makes the moves of every position, `count` only their number, `play` also the positions
//! after them. A rate is moves a second.

use divan::Bencher;
use divan::counter::ItemsCount;
use kamen_core::AnyPosition;
use kamen_core::movegen::legal_moves;
use kamen_core::rules::{Position, Rules, Variant};
use kamen_core::with_rules;
use kamen_perft::perft;
use kamen_perft::suite::format::Suite;
use kamen_perft::suites;

fn main() {
    divan::main();
}

/// The positions of the variant's perft suite.
fn positions<R: Rules>(variant: Variant) -> Vec<Position<R>> {
    let name = format!("{variant}.perft");
    let text = suites().into_iter().find(|suite| suite.0 == name);
    let (suite, _) = Suite::parse(text.map_or("", |suite| suite.1));
    let position = |fen: &str| {
        let position = AnyPosition::parse_fen(variant, fen).expect("a FEN of the suite");
        position.typed().expect("rules of the variant")
    };
    let entries = suite.positions.iter();
    entries.map(|entry| position(&entry.fen)).collect()
}

/// The number of sequences of `depth` moves from all positions.
fn count_all<R: Rules>(positions: &[Position<R>], depth: u32) -> u64 {
    positions.iter().map(|p| perft(p, depth)).sum()
}

#[divan::bench(args = Variant::ALL)]
fn list(bencher: Bencher, variant: Variant) {
    with_rules!(variant, R => {
        let positions = positions::<R>(variant);
        let mut moves = Vec::with_capacity(256);
        bencher
            .counter(ItemsCount::new(count_all(&positions, 1)))
            .bench_local(|| {
                let mut total = 0;
                for position in &positions {
                    moves.clear();
                    legal_moves(position, &mut moves);
                    total += divan::black_box(&moves).len();
                }
                total
            });
    });
}

#[divan::bench(args = Variant::ALL)]
fn count(bencher: Bencher, variant: Variant) {
    with_rules!(variant, R => {
        let positions = positions::<R>(variant);
        bencher
            .counter(ItemsCount::new(count_all(&positions, 1)))
            .bench_local(|| count_all(divan::black_box(&positions), 1));
    });
}

#[divan::bench(args = Variant::ALL)]
fn play(bencher: Bencher, variant: Variant) {
    with_rules!(variant, R => {
        let positions = positions::<R>(variant);
        bencher
            .counter(ItemsCount::new(count_all(&positions, 3)))
            .bench_local(|| count_all(divan::black_box(&positions), 3));
    });
}

//! Won endings of a few pieces, which the search must win with the tables that the library carries.
//!
//! An exhaustive solution (`solver`) says which positions are won. Some of them, of all distances,
//! the search plays against the slowest defence, and must win within the drawing rules of the variant.
//! `KAMEN_ENDINGS=100` plays that many of each ending.

mod material;
mod play;
mod solver;

use crate::typed;
use kamen::eval::Scored;
use kamen::rules::{Position, Variant, VariantOf};
use kamen::tables::Tables;
use kamen::with_rules;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_pcg::Pcg64Mcg;
use solver::{Solution, Verdict};
use std::collections::BTreeMap;
use std::sync::Mutex;

const SEED: u64 = 1989;
/// Games of each ending, if the environment asks for no other number.
const GAMES: usize = 2;

/// Nodes that the search has for a move, and if it does not win with those: a second, about, in the end.
const NODES: [u64; 3] = [100_000, 1_000_000, 10_000_000];

/// White's pieces against Black's, kings and men. What comes of an ending belongs to it, so that two men against
/// one are all endings of up to three pieces.
fn endings(variant: Variant) -> &'static [&'static str] {
    match variant {
        Variant::Breakthrough => &["mm-m", "m-mm"],
        // Counted king moves make many positions of one board.
        Variant::Frisian => &["Km-K"],
        Variant::Frysk | Variant::Canadian => &["KK-K", "m-m"],
        Variant::Turkish => &["KK-m"],
        Variant::Brazilian
        | Variant::Russian
        | Variant::Pool
        | Variant::Czech
        | Variant::Spanish => &["mm-m", "KKK-K"],
        Variant::English | Variant::EnglishGiveaway | Variant::Italian | Variant::Thai => {
            &["mm-m", "KKK-K"]
        }
        _ => &["mm-m"],
    }
}

fn games() -> usize {
    let asked = std::env::var("KAMEN_ENDINGS").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(GAMES)
}

/// Won positions with the winner to move, of all distances alike, that are not decided by the first
/// moves and are won in time. The same ones for the same number.
fn sample<R: Scored>(solution: &Solution<R>, count: usize) -> Vec<Position<R>> {
    let mut won: BTreeMap<u16, Vec<Position<R>>> = BTreeMap::new();
    for (position, verdict) in solution.all() {
        if let Verdict::Won(plies @ 4..) = verdict {
            won.entry(plies).or_default().push(*position);
        }
    }
    let distances: Vec<Vec<Position<R>>> = won.into_values().collect();
    let mut random = Pcg64Mcg::seed_from_u64(SEED);
    let mut found = Vec::new();
    for _ in 0..20 * count {
        let distance = distances.choose(&mut random).expect("a win");
        let position = *distance.choose(&mut random).expect("a position");
        if found.len() < count && !found.contains(&position) && solution.is_won_in_time(&position) {
            found.push(position);
        }
    }
    assert!(2 * found.len() >= count, "only {} positions", found.len());
    found
}

/// Plays the endings of a variant; what was not won.
fn faults<R: Scored>(of: VariantOf<R>) -> Vec<String> {
    let variant = of.variant();
    let mut faults = Vec::new();
    let tables = Tables::embedded(variant);
    for &material in endings(variant) {
        let solution = Solution::new(of, material);
        let positions = sample(&solution, games());
        println!(
            "{variant} {material}: {} positions, {} of them played",
            solution.all().count(),
            positions.len()
        );
        for start in &positions {
            let text = format!(
                "{variant} {} {:?}",
                typed::fen(of, start),
                solution.verdict(start)
            );
            let mut last = String::new();
            let is_won = NODES.iter().any(|&nodes| {
                let result = play::play(of, start, &solution, &tables, nodes);
                last = result.err().unwrap_or_default();
                println!("{text}, {nodes} nodes a move: {last}");
                last.is_empty()
            });
            if !is_won {
                faults.push(format!("{text}, {last}"));
            }
        }
    }
    faults
}

#[test]
fn won_endings_are_won() {
    let variants = Mutex::new(Variant::ALL.to_vec());
    let faults_of_all = Mutex::new(Vec::new());
    let work = || {
        loop {
            // The lock is not held while a variant is played.
            let next = variants.lock().unwrap().pop();
            let Some(variant) = next else {
                break;
            };
            let found = with_rules!(variant, of: R => faults::<R>(of));
            faults_of_all.lock().unwrap().extend(found);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(4) {
            scope.spawn(work);
        }
    });
    let mut faults = faults_of_all.into_inner().unwrap();
    faults.sort();
    assert!(faults.is_empty(), "not won:\n{}", faults.join("\n"));
}

//! All ways of counting against the plain one, on positions of seeded random games of every
//! variant.

use kamen::perft::{Counter, Counting, Method, Vectors};
use kamen::{AnyPosition, Variant, with_rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::HashSet;

const SEED: u64 = 1989;
/// Positions of each variant.
const POSITIONS: usize = 30;
/// The longest beginning of a game, in plies.
const LONGEST: usize = 80;
/// The first depth with as many sequences is the last that is compared.
const ENOUGH: u64 = 3_000;
const DEEPEST: u32 = 7;

const PATHS: Method = Method {
    counting: Counting::Paths,
    ..Method::PLAIN
};

/// The position after some random moves from the start.
fn random_position(variant: Variant, random: &mut Pcg64Mcg) -> AnyPosition {
    let mut position = AnyPosition::start(variant);
    for _ in 0..random.random_range(0..LONGEST) {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let m = &moves[random.random_range(0..moves.len())];
        position = position.after(m).expect("a legal move");
    }
    position
}

/// Calls `check` with random positions of every variant and a depth that has enough sequences.
fn for_random_positions(mut check: impl FnMut(&AnyPosition, u32)) {
    for variant in Variant::ALL {
        let mut random = Pcg64Mcg::seed_from_u64(SEED);
        for _ in 0..POSITIONS {
            let position = random_position(variant, &mut random);
            let enough = |&depth: &u32| perft(&position, depth) >= ENOUGH.into();
            let depth = (1..DEEPEST).find(enough).unwrap_or(DEEPEST);
            check(&position, depth);
        }
    }
}

/// The plain count.
fn perft(position: &AnyPosition, depth: u32) -> u128 {
    let nodes = with_rules!(position.variant(), R => {
        kamen::perft::perft::<R>(&position.typed().expect("its rules"), depth)
    });
    nodes.into()
}

fn count(counter: &Counter, position: &AnyPosition, depth: u32) -> u128 {
    counter.count(position, depth, &()).expect("a count")
}

#[test]
fn threads_vectors_and_making_every_position_change_nothing() {
    for_random_positions(|position, depth| {
        let (variant, fen) = (position.variant(), position.fen());
        let plain = perft(position, depth);
        for threads in [0, 1, 2, 3, 64] {
            for (full, vectors) in [
                (false, Vectors::Widest),
                (false, Vectors::Narrow),
                (false, Vectors::None),
                (true, Vectors::Widest),
            ] {
                let method = Method {
                    threads,
                    full,
                    vectors,
                    ..Method::PLAIN
                };
                let found = count(&Counter::new(variant, method), position, depth);
                assert_eq!(found, plain, "{variant} {fen}, depth {depth}, {method:?}");
            }
        }
    });
}

#[test]
fn a_table_changes_nothing() {
    for_random_positions(|position, depth| {
        let (variant, fen) = (position.variant(), position.fen());
        for threads in [1, 3] {
            for plain in [Method::PLAIN, PATHS] {
                let method = Method { threads, ..plain };
                let counter = Counter::with_table(variant, method, 1).expect("memory");
                // The second time every position is known.
                for depth in [1, 2, depth, depth, depth - 1] {
                    let wanted = count(&Counter::new(variant, plain), position, depth);
                    let found = count(&counter, position, depth);
                    assert_eq!(found, wanted, "{variant} {fen}, depth {depth}, {method:?}");
                }
            }
        }
    });
}

#[test]
fn the_parts_of_a_split_add_up() {
    let (mut merged, mut counted_kings) = (0, 0);
    for_random_positions(|position, depth| {
        let (variant, fen) = (position.variant(), position.fen());
        let counter = Counter::new(variant, Method::PLAIN);
        for plies in 0..=depth.min(3) {
            let parts = counter.split(position, plies).expect("a split");
            // The text keeps apart what must be kept apart.
            let texts: HashSet<String> = parts.iter().map(|(part, _)| part.fen()).collect();
            assert_eq!(texts.len(), parts.len(), "{variant} {fen}");
            let mut sum = 0;
            for (part, times) in &parts {
                let text = part.fen();
                let read = AnyPosition::parse_fen(variant, &text);
                assert_eq!(read, Ok(*part), "{variant} {text}");
                sum += times * perft(part, depth - plies);
                counted_kings += u32::from(!part.wolf().is_empty());
                merged += u32::from(*times > 1);
            }
            let plain = perft(position, depth);
            assert_eq!(sum, plain, "{variant} {fen}, {plies} plies");
        }
    });
    assert!(
        merged > 1000 && counted_kings > 100,
        "{merged} {counted_kings}"
    );
}

#[test]
fn a_divide_is_a_count_below_each_move() {
    for_random_positions(|position, depth| {
        let (variant, fen) = (position.variant(), position.fen());
        for method in [Method::PLAIN, PATHS] {
            let counter = Counter::new(variant, method);
            let counts = counter.divide(position, depth, &()).expect("counts");
            for (m, nodes) in &counts {
                let next = position.after(m).expect("a legal move");
                let below = count(&counter, &next, depth - 1);
                assert_eq!(*nodes, below, "{variant} {fen}, {m:?}");
            }
            let sum: u128 = counts.iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(sum, count(&counter, position, depth), "{variant} {fen}");
            assert!(sum >= perft(position, depth), "{variant} {fen}");
        }
    });
}

//! All ways of counting against the plain one, on positions of seeded random games of every
//! variant.

use kamen::movegen::legal_moves;
use kamen::notation::{parse_fen, write_fen};
use kamen::perft::split::split;
use kamen::perft::{Counter, Counting, Method, perft};
use kamen::rules::{Position, Rules, Variant};
use kamen::with_rules;
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
fn random_position<R: Rules>(variant: Variant, random: &mut Pcg64Mcg) -> Position<R> {
    let mut position = Position::start(variant);
    let mut moves = Vec::new();
    for _ in 0..random.random_range(0..LONGEST) {
        moves.clear();
        legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        position = position.after(&moves[random.random_range(0..moves.len())]);
    }
    position
}

/// Calls `f` with random positions of every variant and a depth that has enough sequences.
fn for_random_positions(mut f: impl Check) {
    for variant in Variant::ALL {
        let mut random = Pcg64Mcg::seed_from_u64(SEED);
        with_rules!(variant, R => for _ in 0..POSITIONS {
            let position = random_position::<R>(variant, &mut random);
            let enough = |&depth: &u32| perft(&position, depth) >= ENOUGH;
            let depth = (1..DEEPEST).find(enough).unwrap_or(DEEPEST);
            f.check(variant, &position, depth);
        });
    }
}

/// What must hold of every position.
trait Check {
    fn check<R: Rules>(&mut self, variant: Variant, position: &Position<R>, depth: u32);
}

fn count<R: Rules>(counter: &Counter<R>, position: &Position<R>, depth: u32) -> u128 {
    counter.count(position, depth, &()).expect("a count")
}

struct Threads;

impl Check for Threads {
    fn check<R: Rules>(&mut self, variant: Variant, position: &Position<R>, depth: u32) {
        let plain = u128::from(perft(position, depth));
        for threads in [0, 1, 2, 3, 64] {
            for (full, scalar) in [(false, false), (false, true), (true, false)] {
                let method = Method {
                    threads,
                    full,
                    scalar,
                    ..Method::PLAIN
                };
                let found = count(&Counter::new(method), position, depth);
                let fen = write_fen(position);
                assert_eq!(found, plain, "{variant} {fen}, depth {depth}, {method:?}");
            }
        }
    }
}

#[test]
fn threads_vectors_and_making_every_position_change_nothing() {
    for_random_positions(Threads);
}

struct Table;

impl Check for Table {
    fn check<R: Rules>(&mut self, variant: Variant, position: &Position<R>, depth: u32) {
        for threads in [1, 3] {
            for plain in [Method::PLAIN, PATHS] {
                let method = Method { threads, ..plain };
                let counter = Counter::with_table(method, 1).expect("memory");
                // The second time every position is known.
                for depth in [1, 2, depth, depth, depth - 1] {
                    let wanted = count(&Counter::new(plain), position, depth);
                    let found = count(&counter, position, depth);
                    let fen = write_fen(position);
                    assert_eq!(found, wanted, "{variant} {fen}, depth {depth}, {method:?}");
                }
            }
        }
    }
}

#[test]
fn a_table_changes_nothing() {
    for_random_positions(Table);
}

struct Split {
    merged: u32,
    counted_kings: u32,
}

impl Check for &mut Split {
    fn check<R: Rules>(&mut self, variant: Variant, position: &Position<R>, depth: u32) {
        for plies in 0..=depth.min(3) {
            let parts = split(position, plies, Counting::Unique).expect("a split");
            // The text keeps apart what must be kept apart.
            let texts: HashSet<String> = parts.iter().map(|(p, _)| write_fen(p)).collect();
            assert_eq!(
                texts.len(),
                parts.len(),
                "{variant} {}",
                write_fen(position)
            );
            let mut sum = 0;
            for (part, times) in &parts {
                let fen = write_fen(part);
                let read = parse_fen::<R>(variant, &fen);
                assert_eq!(read, Ok(*part), "{variant} {fen}");
                sum += times * u128::from(perft(part, depth - plies));
                self.counted_kings += u32::from(part.king_moves != R::KingMoves::default());
                self.merged += u32::from(*times > 1);
            }
            let fen = write_fen(position);
            assert_eq!(
                sum,
                perft(position, depth).into(),
                "{variant} {fen}, {plies} plies"
            );
        }
    }
}

#[test]
fn the_parts_of_a_split_add_up() {
    let mut split = Split {
        merged: 0,
        counted_kings: 0,
    };
    for_random_positions(&mut split);
    let Split {
        merged,
        counted_kings,
    } = split;
    assert!(
        merged > 1000 && counted_kings > 100,
        "{merged} {counted_kings}"
    );
}

struct Divide;

impl Check for Divide {
    fn check<R: Rules>(&mut self, variant: Variant, position: &Position<R>, depth: u32) {
        let fen = write_fen(position);
        for method in [Method::PLAIN, PATHS] {
            let counter = Counter::new(method);
            let counts = counter.divide(position, depth, &()).expect("counts");
            for (m, nodes) in &counts {
                let below = count(&counter, &position.after(m), depth - 1);
                assert_eq!(*nodes, below, "{variant} {fen}, {m:?}");
            }
            let sum: u128 = counts.iter().map(|(_, nodes)| nodes).sum();
            assert_eq!(sum, count(&counter, position, depth), "{variant} {fen}");
            assert!(sum >= perft(position, depth).into(), "{variant} {fen}");
        }
    }
}

#[test]
fn a_divide_is_a_count_below_each_move() {
    for_random_positions(Divide);
}

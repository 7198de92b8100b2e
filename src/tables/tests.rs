//! Tables of all variants, against a second solution by sweeps.

mod by_units;
mod files;

use super::*;
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::geometry::{Bits, Geometry, Shape};
use kamen_core::movegen::legal_moves;
use kamen_core::rules::{Position, Rules, Variant, VariantOf};
use kamen_core::with_rules;
use std::collections::{BTreeSet, HashSet};

/// A maker with all tables of so many pieces, each of which was verified.
fn made<R: Rules>(of: VariantOf<R>, pieces: usize, distances: bool) -> Maker<R> {
    let mut maker = Maker::new(of, distances);
    for unit in Slice::units(pieces, &of.variant().shape()) {
        let tables = maker.make(unit);
        let all: Vec<_> = tables.iter().collect();
        assert_eq!(maker.fault(&all), None, "{} {unit}", of.variant());
        tables.into_iter().for_each(|table| maker.insert(table));
    }
    maker
}

/// The slices of a material and its turned one.
fn slices_of<G: Geometry>(material: Material) -> Vec<Slice> {
    let units = Slice::units_of(material, &Shape::of::<G>()).into_iter();
    units.flat_map(Slice::both).collect()
}

fn check_index<G: Geometry>(material: Material) -> u64 {
    let mut seen = 0;
    for slice in Slice::of_material(material, &Shape::of::<G>()) {
        let index = Index::<G>::new(slice);
        let mut boards = Vec::new();
        index.each_board(0..index.size(), |number, board| {
            boards.push((number, board))
        });
        let all = (0..index.size()).filter_map(|n| index.board(n).map(|board| (n, board)));
        assert!(all.eq(boards.iter().copied()), "{slice}");
        for (number, board) in boards {
            assert_eq!(Slice::of::<G>(&board), slice);
            assert_eq!(index.of(&board), number, "{slice}");
            assert!((board.men(Color::White) & G::ROWS[0]).is_empty());
            assert!((board.men(Color::Black) & G::ROWS[G::HEIGHT - 1]).is_empty());
            let other = turned::<G>(&board);
            assert_eq!(turned::<G>(&other), board);
            assert_eq!(Slice::of::<G>(&other), slice.turned());
            seen += 1;
        }
    }
    seen
}

/// The numbers of positions of English draughts with so many pieces, whoever is to move, that Chinook's authors
/// published (Schaeffer et al., *Building the Checkers 10-piece Endgame Databases*, 2003).
#[test]
fn every_position_has_one_number() {
    type English = <kamen_core::rules::English as Rules>::Geometry;
    let positions = |pieces| {
        let units = Material::units(pieces).into_iter();
        let units = units.filter(|unit| unit.pieces() == pieces);
        let materials = units.flat_map(|unit| HashSet::from([unit, unit.turned()]));
        materials.map(check_index::<English>).sum::<u64>() + one_sided(pieces)
    };
    assert_eq!(positions(2), 6_972);
    assert_eq!(positions(3), 261_224);
    type International = <kamen_core::rules::International as Rules>::Geometry;
    for unit in Material::units(2) {
        assert!(check_index::<International>(unit) > 0);
    }
    type Canadian = <kamen_core::rules::Canadian as Rules>::Geometry;
    assert!(check_index::<Canadian>("mk-m".parse().unwrap()) > 0);
    type Turkish = <kamen_core::rules::Turkish as Rules>::Geometry;
    assert!(check_index::<Turkish>("mm-k".parse().unwrap()) > 0);
}

/// Positions of so many pieces that are all of one colour, which Chinook counts and tables do not hold.
fn one_sided(pieces: usize) -> u64 {
    let choose = |n: u64, k: usize| (0..k as u64).fold(1, |sum, i| sum * (n - i) / (i + 1));
    let of_men = |men: usize| choose(28, men) * choose(32 - men as u64, pieces - men);
    2 * (0..=pieces).map(of_men).sum::<u64>()
}

/// What is looked up is what was made, for every so many-th position, of both sides, with captures and without.
fn check_look_up<R: Rules>(tables: &Tables, maker: &Maker<R>, step: usize) {
    let distances = maker.has_distances();
    let variant = maker.variant().variant();
    let units = Slice::units(3, &variant.shape()).into_iter();
    let told = units.filter(|unit| unit.material.is_told_in(variant));
    for slice in told.flat_map(Slice::both) {
        let table = maker.table(slice).unwrap();
        let index = table.index();
        for number in (0..index.size()).step_by(step) {
            let Some(board) = index.board(number) else {
                continue;
            };
            let white = Position::<R>::new(board, Color::White);
            let black = Position::<R>::new(turned::<R::Geometry>(&board), Color::Black);
            for position in [white, black] {
                // An end that comes at once is seen without distances too.
                let found = tables.typed_outcome(&position).map(|found| Outcome {
                    distance: if distances { found.distance } else { 0 },
                    ..found
                });
                assert_eq!(
                    found,
                    table.get(number),
                    "{:?} {slice} {number}",
                    maker.variant()
                );
                if !kamen_core::movegen::can_capture::<R>(&position.board, position.turn)
                    && kamen_core::movegen::can_move(&position)
                {
                    let value = table.get(number).map(|outcome| outcome.value);
                    assert_eq!(tables.quiet_value(&position), value);
                }
            }
        }
    }
}

/// The outcomes of a material by sweeps over all positions, the wins and losses in so many plies after those in fewer.
fn by_sweeps<R: Rules>(maker: &Maker<R>, material: Material) {
    let unknown = |slice| {
        let index = Index::<R::Geometry>::new(slice);
        (slice, vec![None; index.size() as usize])
    };
    let mut known: Vec<(Slice, Vec<Option<Outcome>>)> = slices_of::<R::Geometry>(material)
        .into_iter()
        .map(unknown)
        .collect();
    let longest = known.iter().filter_map(|(slice, _)| maker.table(*slice));
    let longest = longest.map(|table| table.longest()).max().unwrap();
    for distance in 0..=longest + 2 {
        for part in 0..known.len() {
            let index = Index::<R::Geometry>::new(known[part].0);
            for number in 0..index.size() {
                let Some(board) = index.board(number) else {
                    continue;
                };
                if known[part].1[number as usize].is_some() {
                    continue;
                }
                let position = Position::<R>::new(board, Color::White);
                let outcome = best_of(maker, &position, |slice, number| {
                    let found = known.iter().find(|(known, _)| *known == slice);
                    found.map(|(_, outcomes)| outcomes[number as usize])
                });
                if let Some(outcome) = outcome.filter(|outcome| outcome.distance == distance) {
                    assert!(distance <= longest, "{material}");
                    known[part].1[number as usize] = Some(outcome);
                }
            }
        }
    }
    for (slice, outcomes) in known {
        let index = Index::<R::Geometry>::new(slice);
        let table = maker.table(slice).unwrap();
        for (number, outcome) in (0..).zip(outcomes) {
            let draw = Outcome {
                value: Value::Draw,
                distance: 0,
            };
            let expected = index.board(number).map(|_| outcome.unwrap_or(draw));
            assert_eq!(table.get(number), expected, "{slice} {number}");
        }
    }
}

/// The win or loss of a position, if its successors tell one by now.
fn best_of<R: Rules>(
    maker: &Maker<R>,
    position: &Position<R>,
    known: impl Fn(Slice, u64) -> Option<Option<Outcome>>,
) -> Option<Outcome> {
    let mut moves = Vec::new();
    legal_moves(position, &mut moves);
    if moves.is_empty() {
        return maker.value(position);
    }
    let outcomes = moves.iter().map(|m| {
        let next = turned::<R::Geometry>(&position.after(m).board);
        let slice = Slice::of::<R::Geometry>(&next);
        let here = known(slice, Index::<R::Geometry>::new(slice).of(&next));
        let outcome = here.unwrap_or_else(|| maker.value(&position.after(m)));
        outcome.map(|outcome| outcome.before(true))
    });
    let outcomes: Vec<Option<Outcome>> = outcomes.collect();
    let best = outcomes.iter().flatten().max().copied()?;
    match best.value {
        Value::Win => Some(best),
        Value::Draw => None,
        // Lost only if all are.
        Value::Loss => outcomes.iter().all(Option::is_some).then_some(best),
    }
}

#[test]
fn retrograde_analysis_finds_what_sweeps_find() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let maker = made::<R>(of, 2, true);
            for unit in Material::units(2) {
                by_sweeps(&maker, unit);
            }
        });
    }
    for (variant, materials) in [
        (Variant::Czech, ["mm-m", "mk-k", "k-mm"]),
        (Variant::English, ["mk-m", "kk-k", "m-mk"]),
        (Variant::RussianGiveaway, ["mk-m", "kk-k", "m-mm"]),
    ] {
        with_rules!(variant, of: R => {
            let maker = made::<R>(of, 3, true);
            for material in materials {
                by_sweeps(&maker, material.parse().unwrap());
            }
        });
    }
}

#[test]
fn three_pieces_of_every_variant_are_made_and_verified() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let exact = made::<R>(of, 3, true);
            if matches!(variant, Variant::Czech | Variant::EnglishGiveaway | Variant::Losing) {
                let plain = made::<R>(of, 3, false);
                for slice in Slice::units(3, &variant.shape()).into_iter().flat_map(Slice::both) {
                    let (exact, plain) = (exact.table(slice).unwrap(), plain.table(slice).unwrap());
                    assert_eq!(exact.counts(), plain.counts(), "{variant} {slice}");
                }
            }
            // Those that the library carries are the same.
            #[cfg(feature = "embedded")]
            check_look_up(&Tables::embedded(variant), &exact, 31);
        });
    }
}

#[test]
fn a_wrong_value_is_found() {
    let of = VariantOf::<kamen_core::rules::Czech>::new(Variant::Czech).unwrap();
    for distances in [false, true] {
        let maker = made(of, 2, distances);
        let table = maker.table("k-k".parse().unwrap()).unwrap();
        let index = *table.index();
        let outcomes = || (0..index.size()).map(|number| table.get(number));
        let again = Table::new(index, outcomes(), distances);
        assert_eq!(maker.fault(&[&again]), None);
        let wrong = outcomes().enumerate().map(|(number, outcome)| {
            let outcome = outcome?;
            let draw = Outcome {
                value: Value::Draw,
                distance: 0,
            };
            let win = Outcome {
                value: Value::Win,
                distance: 1,
            };
            let other = if outcome == draw { win } else { draw };
            Some(if number == 500 { other } else { outcome })
        });
        let wrong = Table::new(index, wrong, distances);
        assert!(maker.fault(&[&wrong]).is_some());
    }
}

#[test]
fn known_endings_have_their_values() {
    let cases = [
        // The king is taken at once.
        (Variant::Czech, "W:WKa1:BKd4", Value::Win),
        (Variant::RussianGiveaway, "W:WKa1:BKd4", Value::Loss),
        // It stands on the long road and stays there.
        (Variant::Czech, "W:WKa3,Kc1:BKh8", Value::Draw),
    ];
    for (variant, fen, expected) in cases {
        let position = AnyPosition::parse_fen(variant, fen).unwrap();
        with_rules!(variant, of: R => {
            let maker = made::<R>(of, 3, false);
            let outcome = maker.value(&position.typed::<R>().unwrap());
            assert_eq!(outcome.map(|outcome| outcome.value), Some(expected), "{fen}");
        });
    }
    // Two kings beat one in English draughts, and not where kings go far.
    for (variant, expected) in [(Variant::English, 0.9..=1.0), (Variant::Czech, 0.0..=0.6)] {
        with_rules!(variant, of: R => {
            let maker = made::<R>(of, 3, false);
            let counts = maker.table("kk-k".parse().unwrap()).unwrap().counts();
            let share = counts[0] as f64 / counts.iter().sum::<u64>() as f64;
            assert!(expected.contains(&share), "{variant}: {counts:?}");
        });
    }
}

#[test]
fn too_little_memory_is_said_before_the_work() {
    let root = tempfile::tempdir().unwrap();
    let settings = Settings {
        distances: false,
        memory: 1000,
    };
    let folder = Folder::new(root.path(), Variant::Czech);
    let error = folder
        .make(&Material::units(2), &settings, &mut |_| ())
        .unwrap_err();
    assert!(matches!(error, MakeError::Memory { .. }), "{error}");
}

//! Slices of all variants, against a second solution by sweeps.

use super::*;
use crate::board::Color;
use crate::game::AnyPosition;
use crate::geometry::{Bits, Geometry};
use crate::movegen::legal_moves;
use crate::rules::{Position, Rules, Variant, VariantOf};
use std::collections::HashSet;

/// A maker with all units of so many pieces.
fn made<R: Rules>(of: VariantOf<R>, pieces: usize) -> Maker<R> {
    let mut maker = Maker::new(of);
    for unit in Material::units(pieces) {
        maker.make(unit);
    }
    maker
}

fn check_index<G: Geometry>(material: Material) -> u64 {
    let index = Index::<G>::new(material);
    let mut seen = 0;
    for number in 0..index.size() {
        let Some(board) = index.board(number) else {
            continue;
        };
        assert_eq!(Material::of(&board, Color::White), material);
        assert_eq!(index.of(&board), number, "{material}");
        assert!((board.men(Color::White) & G::ROWS[0]).is_empty());
        assert!((board.men(Color::Black) & G::ROWS[G::HEIGHT - 1]).is_empty());
        let back = turned::<G>(&turned::<G>(&board));
        assert_eq!(back, board);
        let other = Index::<G>::new(material.turned());
        assert_eq!(
            other.board(other.of(&turned::<G>(&board))),
            Some(turned::<G>(&board))
        );
        seen += 1;
    }
    seen
}

/// The numbers of positions of English draughts with so many pieces, whoever is to move, that Chinook's authors
/// published (Schaeffer et al., *Building the Checkers 10-piece Endgame Databases*, 2003).
#[test]
fn every_position_has_one_number() {
    type English = <crate::rules::English as Rules>::Geometry;
    let positions = |pieces| {
        let units = Material::units(pieces).into_iter();
        let units = units.filter(|unit| unit.pieces() == pieces);
        let materials = units.flat_map(|unit| HashSet::from([unit, unit.turned()]));
        materials.map(check_index::<English>).sum::<u64>() + one_sided(pieces)
    };
    assert_eq!(positions(2), 6_972);
    assert_eq!(positions(3), 261_224);
    type International = <crate::rules::International as Rules>::Geometry;
    for unit in Material::units(2) {
        assert!(check_index::<International>(unit) > 0);
    }
    type Canadian = <crate::rules::Canadian as Rules>::Geometry;
    assert!(check_index::<Canadian>("mk-m".parse().unwrap()) > 0);
}

/// Positions of so many pieces that are all of one colour, which Chinook counts and tables do not hold.
fn one_sided(pieces: usize) -> u64 {
    let choose = |n: u64, k: usize| (0..k as u64).fold(1, |sum, i| sum * (n - i) / (i + 1));
    let of_men = |men: usize| choose(28, men) * choose(32 - men as u64, pieces - men);
    2 * (0..=pieces).map(of_men).sum::<u64>()
}

/// All values of a unit by sweeps over all positions until nothing changes.
fn by_sweeps<R: Rules>(maker: &Maker<R>, unit: Material) {
    let mut known: Vec<(Material, Vec<Option<Value>>)> = [unit, unit.turned()]
        .into_iter()
        .collect::<HashSet<_>>()
        .into_iter()
        .map(|material| {
            let index = Index::<R::Geometry>::new(material);
            let value = |number| index.board(number).map(|_| Value::Draw);
            (material, (0..index.size()).map(value).collect())
        })
        .collect();
    loop {
        let mut changed = false;
        for part in 0..known.len() {
            let index = Index::<R::Geometry>::new(known[part].0);
            for number in 0..index.size() {
                if known[part].1[number as usize] != Some(Value::Draw) {
                    continue;
                }
                let Some(board) = index.board(number) else {
                    continue;
                };
                let position = Position::<R>::new(board, Color::White);
                let value = ended(maker, &position).unwrap_or_else(|| {
                    let mut moves = Vec::new();
                    legal_moves(&position, &mut moves);
                    let values = moves.iter().map(|m| {
                        let next = position.after(m);
                        let material = Material::of(&next.board, Color::Black);
                        let here = known.iter().find(|(known, _)| *known == material);
                        let after = match here {
                            Some((_, values)) => {
                                let next = turned::<R::Geometry>(&next.board);
                                values[Index::<R::Geometry>::new(material).of(&next) as usize]
                            }
                            None => maker.value(&next),
                        };
                        after.unwrap().reversed()
                    });
                    values.max().unwrap()
                });
                if value != Value::Draw {
                    known[part].1[number as usize] = Some(value);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    for (material, values) in known {
        let slice = &maker.slices()[&material];
        for (number, value) in (0..).zip(values) {
            assert_eq!(slice.get(number), value, "{material} {number}");
        }
    }
}

fn ended<R: Rules>(maker: &Maker<R>, position: &Position<R>) -> Option<Value> {
    let mut moves = Vec::new();
    legal_moves(position, &mut moves);
    moves.is_empty().then(|| maker.value(position).unwrap())
}

#[test]
fn retrograde_analysis_finds_what_sweeps_find() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let maker = made::<R>(of, 2);
            for unit in Material::units(2) {
                assert_eq!(maker.fault(unit), None, "{variant} {unit}");
                by_sweeps(&maker, unit);
            }
        });
    }
    for variant in [
        Variant::Czech,
        Variant::English,
        Variant::RussianGiveaway,
        Variant::Turkish,
    ] {
        with_rules!(variant, of: R => {
            let maker = made::<R>(of, 3);
            for unit in Material::units(3).into_iter().filter(|unit| unit.all_men() > 0) {
                by_sweeps(&maker, unit);
            }
        });
    }
}

#[test]
fn three_pieces_of_every_variant_are_made_and_verified() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let maker = made::<R>(of, 3);
            for unit in Material::units(3) {
                assert_eq!(maker.fault(unit), None, "{variant} {unit}");
            }
        });
    }
}

#[test]
fn a_wrong_value_is_found() {
    let of = VariantOf::<crate::rules::Czech>::new(Variant::Czech).unwrap();
    let mut maker = made(of, 2);
    let unit: Material = "k-k".parse().unwrap();
    let slice = &maker.slices()[&unit];
    let index = *slice.index();
    let wrong = (0..index.size()).map(|number| match number {
        500 => slice.get(500).map(|value| {
            if value == Value::Draw {
                Value::Win
            } else {
                Value::Draw
            }
        }),
        number => slice.get(number),
    });
    let wrong = Slice::new(index, wrong);
    maker.insert(wrong);
    assert!(maker.fault(unit).is_some());
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
            let maker = made::<R>(of, 3);
            let value = maker.value(&position.typed::<R>().unwrap());
            assert_eq!(value, Some(expected), "{fen}");
        });
    }
    // Two kings beat one in English draughts, and not where kings go far.
    for (variant, expected) in [(Variant::English, 0.9..=1.0), (Variant::Czech, 0.0..=0.6)] {
        with_rules!(variant, of: R => {
            let counts = made::<R>(of, 3).slices()[&"kk-k".parse::<Material>().unwrap()].counts();
            let share = counts[0] as f64 / counts.iter().sum::<u64>() as f64;
            assert!(expected.contains(&share), "{variant}: {counts:?}");
        });
    }
}

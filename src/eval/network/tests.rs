use super::*;
use crate::tests::{OF_EACH_KIND, compare, random_weights};
use crate::weights::Kind;
use crate::weights::Weights;
use kamen_core::board::Kind as Piece;
use kamen_core::rules::{International, Variant, VariantOf};
use kamen_core::with_rules;
use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;

/// The naive network score for White, in parts of a centi-man, with all inputs by definition and
/// wide integers.
fn plainly<R: Rules>(weights: &Weights, position: &Position<R>) -> [i32; 2] {
    let squares = R::Geometry::SQUARES;
    let (across, height) = (squares / R::Geometry::HEIGHT, R::Geometry::HEIGHT);
    let row = |row: usize| &weights.network[row * NEURONS..][..NEURONS];
    let count = Inputs::<R::Geometry>::COUNT;
    let mut sums = [[0i64; NEURONS]; 2];
    for (side, sums) in [position.turn, !position.turn].into_iter().zip(&mut sums) {
        let piece = |place: usize| {
            let place = match side {
                Color::White => place,
                Color::Black => squares - 1 - place,
            };
            position.board.at(R::Geometry::square(place))
        };
        let mut add = |input: usize| {
            for (sum, weight) in sums.iter_mut().zip(row(input)) {
                *sum += i64::from(*weight);
            }
        };
        let mut first = 0;
        for top in (0..height).step_by(4) {
            let rows = top..height.min(top + 4);
            let mut left = 0;
            while left < across {
                let right = across.min(left + 2);
                let on_tile = rows
                    .clone()
                    .flat_map(|row| (left..right).map(move |i| row * across + i));
                let places: Vec<usize> = on_tile.collect();
                let number = places.iter().rev().fold(0, |number, &place| {
                    3 * number
                        + match piece(place) {
                            Some((color, Piece::Man)) if color == side => 1,
                            Some((_, Piece::Man)) => 2,
                            _ => 0,
                        }
                });
                add(first + number);
                first += 3usize.pow(places.len() as u32);
                left = right;
            }
        }
        assert_eq!(first + 2 * squares, count);
        for place in 0..squares {
            if let Some((color, Piece::Man)) = piece(place) {
                add(first + if color == side { 0 } else { squares } + place);
            }
        }
        add(count);
    }
    let class = class::<R::Geometry>(position.board.occupied().count());
    let given: i64 = (0..2)
        .map(|side| {
            let out = row(count + 1 + 2 * class + side);
            let given = sums[side].iter().zip(out).map(|(&sum, &out)| {
                let cut = sum.clamp(0, 255);
                cut * cut * i64::from(out)
            });
            given.sum::<i64>()
        })
        .sum();
    let constant = weights.network[(count + 1 + 2 * CLASSES) * NEURONS + class];
    let score = ((given * factor(weights.origin.scale)) >> 32) as i32 + i32::from(constant);
    match position.turn {
        Color::White => [score; 2],
        Color::Black => [-score; 2],
    }
}

#[test]
fn the_fast_evaluation_is_the_plain_one_and_the_same_for_both_sides() {
    for variant in OF_EACH_KIND {
        with_rules!(variant, of: R => compare::<R>(of, Kind::Network, plainly));
    }
}

#[test]
fn a_score_is_a_sum_of_chances() {
    // One saturated neuron with an output weight of 1 adds 1 to the log-odds, which is `scale`
    // centi-men.
    let sum = i64::from(ONE_IN) * i64::from(ONE_IN) * i64::from(ONE_OUT);
    let parts = ((sum * factor(179.0)) as f64 / 2f64.powi(32)).round();
    assert_eq!(parts, 179.0 * f64::from(Weights::UNIT));
}

#[test]
fn classes_go_from_few_pieces_to_many() {
    type Board = kamen_core::geometry::Board8x8;
    let classes = [0, 1, 3, 4, 12, 13, 24, 30].map(class::<Board>);
    assert_eq!(classes, [0, 0, 0, 1, 3, 4, 7, 7]);
}

#[test]
fn extreme_weights_do_no_harm() {
    let mut weights = random_weights(
        Variant::International,
        Kind::Network,
        &mut Pcg64Mcg::seed_from_u64(1),
    );
    weights.network.fill(i16::MAX);
    weights.origin.scale = Weights::MOST_SCALE;
    let network = Network::new(&weights);
    for turn in [Color::White, Color::Black] {
        let variant = VariantOf::<International>::new(Variant::International).unwrap();
        let mut position = Position::start(variant);
        position.turn = turn;
        let score = network.evaluate(&position);
        assert!(score >= -Score::MAX_EVAL && score <= Score::MAX_EVAL);
    }
}

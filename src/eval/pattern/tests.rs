use super::*;
use crate::tests::{OF_EACH_KIND, compare};
use crate::weights::Kind;
use crate::weights::Weights;
use kamen_core::board::{Color, Kind as Piece};
use kamen_core::geometry::Geometry;
use kamen_core::with_rules;

/// The naive sum of all regions for White, in parts of a centi-man, computed square by square.
fn plainly<R: Rules>(weights: &Weights, position: &Position<R>) -> [i32; 2] {
    let (mut many, mut few) = (0, 0);
    let mut add = |value: i32, index: usize| {
        let weight = weights.weights[index];
        many += value * i32::from(weight[0]);
        few += value * i32::from(weight[1]);
    };
    let board = &position.board;
    let (across, height) = (
        R::Geometry::SQUARES / R::Geometry::HEIGHT,
        R::Geometry::HEIGHT,
    );
    // The square of a row as seen by one colour.
    let square = |view: Color, row: usize, i: usize| {
        let place = row * across + i;
        let place = match view {
            Color::White => place,
            Color::Black => R::Geometry::SQUARES - 1 - place,
        };
        R::Geometry::square(place)
    };
    let mut base = 0;
    for shape in Cut::<R::Geometry>::SHAPES {
        for (top, left) in Cut::<R::Geometry>::places(shape) {
            for (view, sign) in [(Color::White, 1), (Color::Black, -1)] {
                let mut number = 0;
                for row in top..top + shape.rows {
                    for i in (left..left + shape.squares).rev() {
                        number = 3 * number
                            + match board.at(square(view, row, i)) {
                                Some((color, Piece::Man)) if color == view => 1,
                                Some((_, Piece::Man)) => 2,
                                _ => 0,
                            };
                    }
                }
                add(sign, base + number);
            }
            base += shape.size();
        }
    }
    assert!(height >= 8);
    if weights.origin.form.kind() == Kind::KingPatterns {
        let shape = Cut::<R::Geometry>::AROUND_KINGS;
        for (top, left) in Cut::<R::Geometry>::places(shape) {
            for (view, sign) in [(Color::White, 1), (Color::Black, -1)] {
                let (mut number, mut with_king) = (0, false);
                for row in top..top + shape.rows {
                    for i in (left..left + shape.squares).rev() {
                        let digit = match board.at(square(view, row, i)) {
                            None => 0,
                            Some((color, piece)) => {
                                with_king |= piece == Piece::King;
                                let own = if color == view { 1 } else { 3 };
                                own + usize::from(piece == Piece::King)
                            }
                        };
                        number = 5 * number + digit;
                    }
                }
                if with_king {
                    add(sign, base + number);
                }
            }
            base += Cut::<R::Geometry>::AROUND_KINGS_SIZE;
        }
    }
    [many, few]
}

#[test]
fn the_fast_evaluation_is_the_plain_one_and_the_same_for_both_sides() {
    for variant in OF_EACH_KIND {
        for kind in [Kind::Patterns, Kind::KingPatterns] {
            with_rules!(variant, of: R => compare::<R>(of, kind, plainly));
        }
    }
}

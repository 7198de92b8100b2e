//! Learned evaluations against naive definitions.

use super::terms::{full, lead};
use super::weights::{Origin, Plan, TrainingRun};
use super::*;
use crate::Scored;
use kamen_core::board::{Board, Color, Kind as Piece};
use kamen_core::geometry::{Bits, Geometry};
use kamen_core::movegen::legal_moves;
use kamen_core::rules::{Variant, VariantOf};
use kamen_core::with_rules;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Random weights.
pub(super) fn random_weights(variant: Variant, kind: Kind, random: &mut Pcg64Mcg) -> Weights {
    let plan = Plan::of(variant, kind);
    let network = (0..plan.network).map(|_| random.random_range(-70..=90));
    let network = network.collect();
    let mut weight = || [0, 1].map(|_| random.random_range(-300..=300));
    Weights {
        network,
        weights: (0..plan.weights).map(|_| weight()).collect(),
        leads: (0..Weights::LEADS as i16)
            .map(|class| 64 - 5 * class)
            .collect(),
        origin: Origin {
            variant,
            form: plan.form,
            scale: 123.0,
            run: TrainingRun::default(),
        },
    }
}

/// Positions of a random game, and some with many kings.
fn positions<R: Scored>(variant: VariantOf<R>, random: &mut Pcg64Mcg) -> Vec<Position<R>> {
    let mut positions = vec![Position::start(variant)];
    let mut moves = Vec::new();
    for _ in 0..60 {
        let last = positions[positions.len() - 1];
        moves.clear();
        legal_moves(&last, &mut moves);
        if moves.is_empty() {
            break;
        }
        positions.push(last.after(&moves[random.random_range(0..moves.len())]));
    }
    for _ in 0..20 {
        let mut board = Board::default();
        for square in R::Geometry::BOARD.squares() {
            let color = if random.random() {
                Color::White
            } else {
                Color::Black
            };
            let kind = if random.random() {
                Piece::Man
            } else {
                Piece::King
            };
            if random.random_range(0..4) == 0 {
                board.put(square, color, kind);
            }
        }
        let turn = if random.random() {
            Color::White
        } else {
            Color::Black
        };
        positions.push(Position::new(board, turn));
    }
    positions
}

/// The board rotated by 180 degrees with colours exchanged.
fn turned<R: Scored>(position: &Position<R>) -> Position<R> {
    let mut board = Board::default();
    for place in 0..R::Geometry::SQUARES {
        let [from, to] = [place, R::Geometry::SQUARES - 1 - place].map(R::Geometry::square);
        if let Some((color, kind)) = position.board.at(from) {
            board.put(to, !color, kind);
        }
    }
    Position::new(board, !position.turn)
}

/// The score beside the terms, for White, on a full and on an empty board.
pub(super) type Plainly<R> = fn(&Weights, &Position<R>) -> [i32; 2];

/// Checks that successive positions get the naive score, and symmetric scores for both sides.
pub(super) fn compare<R: Scored>(of: VariantOf<R>, kind: Kind, plainly: Plainly<R>) {
    let variant = of.variant();
    let mut random = Pcg64Mcg::seed_from_u64(variant as u64);
    let weights = random_weights(variant, kind, &mut random);
    let evaluation = Evaluation::of(&weights);
    let mut different = std::collections::HashSet::new();
    for position in positions(of, &mut random) {
        let found = evaluation.evaluate(&position);
        let white = with_terms(&weights, &position, plainly(&weights, &position));
        let expected = match position.turn {
            Color::White => white,
            Color::Black => -white,
        };
        assert_eq!(found, Score::evaluation(expected), "{variant} {position:?}");
        let turned = evaluation.evaluate(&turned(&position));
        assert_eq!(turned, found, "{variant} {position:?}");
        different.insert(found);
    }
    assert!(different.len() > 20, "{variant} {different:?}");
}

/// One variant per board and kind of king.
pub(super) const OF_EACH_KIND: [Variant; 7] = [
    Variant::International,
    Variant::Czech,
    Variant::English,
    Variant::Frisian,
    Variant::Spantsireti,
    Variant::Canadian,
    Variant::Turkish,
];

/// The score for White.
fn with_terms<R: Scored>(weights: &Weights, position: &Position<R>, rest: [i32; 2]) -> i32 {
    let [mut many, mut few] = rest;
    let board = &position.board;
    let (_, worth) = weights.parts();
    terms::for_each::<R::Geometry>(board, position.turn, &R::RULES, |term, value| {
        many += value * i32::from(worth[term][0]);
        few += value * i32::from(worth[term][1]);
    });
    let full = full::<R::Geometry>() as i32;
    let pieces = (board.occupied().count() as i32).min(full);
    let score = (many * pieces + few * (full - pieces)) / (full * Weights::UNIT);
    let leader = if score > 0 {
        Color::White
    } else {
        Color::Black
    };
    score * i32::from(weights.leads[lead(board, &R::RULES, leader)]) / 64
}

#[test]
fn terms_are_what_stands_on_the_board() {
    fn seen<R: Scored>(variant: Variant, fen: &str) -> Vec<(usize, i32)> {
        let position = kamen_core::game::typed::<R>(variant, fen);
        let mut seen = Vec::new();
        terms::for_each::<R::Geometry>(&position.board, position.turn, &R::RULES, |term, value| {
            seen.push((term, value));
        });
        seen.retain(|&(_, value)| value != 0);
        seen.sort_unstable();
        seen
    }
    use terms::{
        FIRST_KING, IMBALANCE, KING_MOVES, KING_PLACES as PLACE, MAN, MORE_KINGS, TO_MOVE,
    };
    let cases = [
        // Two men are on the left of White's and one is on the right; 32 is in the way of the king.
        (
            Variant::International,
            "W:W31,32,33,K46:B20",
            &[
                (MAN, 2),
                (FIRST_KING, 1),
                (TO_MOVE, 1),
                (KING_MOVES, 2),
                (PLACE + 45, 1),
            ][..],
        ),
        (
            Variant::International,
            "B:W31,32:BK5,K6",
            &[
                (MAN, 2),
                (FIRST_KING, -1),
                (MORE_KINGS, -1),
                (TO_MOVE, -1),
                (IMBALANCE, 2),
                (KING_MOVES, -14),
                (PLACE + 44, -1),
                (PLACE + 45, -1),
            ],
        ),
        // A short king; the squares of the board are numbered the other way round.
        (
            Variant::Italian,
            "W:WK32:B3",
            &[
                (MAN, -1),
                (FIRST_KING, 1),
                (TO_MOVE, 1),
                (IMBALANCE, -1),
                (PLACE + 28, 1),
            ],
        ),
    ];
    for (variant, fen, expected) in cases {
        let found = with_rules!(variant, R => seen::<R>(variant, fen));
        assert_eq!(found, expected, "{variant} {fen}");
    }
}

#[test]
fn leads_are_doubted_against_long_kings_only() {
    fn class<R: Scored>(variant: Variant, fen: &str, leader: Color) -> usize {
        let position = kamen_core::game::typed::<R>(variant, fen);
        lead(&position.board, &R::RULES, leader)
    }
    use Color::{Black, White};
    let cases = [
        (Variant::International, "W:W31,32,33:BK5", White, 3),
        (Variant::International, "W:W31,32,33:BK5", Black, 0),
        (Variant::International, "W:WK46,K47:BK5", Black, 1),
        (
            Variant::International,
            "W:W31,32,33,34,35,36,37,38,39:BK5",
            White,
            7,
        ),
        (Variant::English, "W:W31,32:BK5", White, 0),
    ];
    for (variant, fen, leader, expected) in cases {
        let found = with_rules!(variant, R => class::<R>(variant, fen, leader));
        assert_eq!(found, expected, "{variant} {fen} {leader:?}");
    }
}

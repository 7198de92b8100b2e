use super::*;
use crate::board::{Board, Kind};
use crate::geometry::Square;
use crate::movegen::legal_moves;
use crate::notation::parse_fen;
use crate::rules::Variant;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Weights without any system.
fn random_weights(variant: Variant, random: &mut Pcg64Mcg) -> Weights {
    let plan = Plan::of(variant);
    let mut weight = || [0, 1].map(|_| random.random_range(-300..=300));
    Weights {
        weights: (0..plan.weights).map(|_| weight()).collect(),
        leads: (0..Weights::LEADS as i16)
            .map(|class| 64 - 5 * class)
            .collect(),
        origin: Origin {
            variant,
            regions: plan.regions,
            scale: 123.0,
            run: Run::default(),
        },
    }
}

/// Positions of a random game, and some with many kings.
fn positions<R: Rules>(variant: Variant, random: &mut Pcg64Mcg) -> Vec<Position<R>> {
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
                Kind::Man
            } else {
                Kind::King
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

/// The score for White in parts of a centi-man, square by square as the description says, all regions by themselves.
fn plainly<R: Rules>(weights: &Weights, position: &Position<R>) -> i32 {
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
    // The square of a row as one of the colours sees it.
    let square = |view: Color, row: usize, i: usize| {
        let place = row * across + i;
        let place = match view {
            Color::White => place,
            Color::Black => R::Geometry::SQUARES - 1 - place,
        };
        Square(R::Geometry::BIT_OF[place])
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
                                Some((color, Kind::Man)) if color == view => 1,
                                Some((_, Kind::Man)) => 2,
                                _ => 0,
                            };
                    }
                }
                add(sign, base + number);
            }
            base += shape.size();
        }
    }
    terms::look(position, |term, value| add(value, base + term));
    assert!(height >= 8);
    let full = full::<R::Geometry>() as i32;
    let pieces = (board.occupied().count() as i32).min(full);
    let score = (many * pieces + few * (full - pieces)) / (full * Weights::UNIT);
    let leader = if score > 0 {
        Color::White
    } else {
        Color::Black
    };
    score * i32::from(weights.leads[lead::<R>(board, leader)]) / 64
}

/// The board turned by 180 degrees with colours exchanged.
fn turned<R: Rules>(position: &Position<R>) -> Position<R> {
    let mut board = Board::default();
    for place in 0..R::Geometry::SQUARES {
        let [from, to] =
            [place, R::Geometry::SQUARES - 1 - place].map(|p| Square(R::Geometry::BIT_OF[p]));
        if let Some((color, kind)) = position.board.at(from) {
            board.put(to, !color, kind);
        }
    }
    Position::new(board, !position.turn)
}

#[test]
fn the_fast_evaluation_is_the_plain_one_and_the_same_for_both_sides() {
    fn check<R: Rules>(variant: Variant) {
        let mut random = Pcg64Mcg::seed_from_u64(variant as u64);
        let weights = random_weights(variant, &mut random);
        let patterns = Patterns::new(&weights);
        for position in positions::<R>(variant, &mut random) {
            let found = patterns.evaluate(&position);
            let white = plainly(&weights, &position);
            let expected = if position.turn == Color::White {
                white
            } else {
                -white
            };
            assert_eq!(found, Score::evaluation(expected), "{variant} {position:?}");
            assert_eq!(
                patterns.evaluate(&turned(&position)),
                found,
                "{variant} {position:?}"
            );
        }
    }
    // One variant of each board and kind of king.
    for variant in [
        Variant::International,
        Variant::Czech,
        Variant::English,
        Variant::Frisian,
        Variant::Spantsireti,
        Variant::Canadian,
        Variant::Turkish,
    ] {
        with_rules!(variant, R => check::<R>(variant));
    }
}

#[test]
fn a_file_holds_all_of_it_and_a_damaged_one_is_refused() {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut weights = random_weights(Variant::Czech, &mut random);
    // Few are met in games.
    (weights.weights.iter_mut().enumerate()).for_each(|(i, weight)| {
        if i % 1000 != 0 {
            *weight = [0; 2];
        }
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("weights");
    weights.write(&path).unwrap();
    assert_eq!(Weights::read_for(Variant::Czech, &path).unwrap(), weights);
    let refused = |bytes: &[u8]| Weights::from_bytes(bytes).unwrap_err();
    let bytes = weights.to_bytes();
    assert!(refused(b"").contains("no file of weights"));
    assert!(refused(b"KAMENREC and more").contains("no file of weights"));
    assert!(refused(&bytes[..9]).contains("ends in the middle"));
    for length in [20, 100, bytes.len() / 2, bytes.len() - 1] {
        assert!(refused(&bytes[..length]).contains("checksum"), "{length}");
    }
    for place in [8, 12, 40, bytes.len() / 2, bytes.len() - 1] {
        let mut damaged = bytes.clone();
        damaged[place] ^= 0x10;
        assert!(!refused(&damaged).is_empty(), "{place}");
    }
    let wrong = Weights::read_for(Variant::Russian, &path)
        .unwrap_err()
        .to_string();
    assert!(
        wrong.contains("found weights for czech, expected russian"),
        "{wrong}"
    );
    let other = Weights {
        origin: Origin {
            regions: "1x1/1".to_owned(),
            ..weights.origin.clone()
        },
        ..weights.clone()
    };
    assert!(refused(&other.to_bytes()).contains("regions 1x1/1"));
    let short = Weights {
        weights: weights.weights[1..].to_vec(),
        ..weights
    };
    assert!(refused(&short.to_bytes()).contains("weights"));
}

#[test]
fn terms_are_what_stands_on_the_board() {
    fn seen<R: Rules>(variant: Variant, fen: &str) -> Vec<(usize, i32)> {
        let position: Position<R> = parse_fen(variant, fen).unwrap();
        let mut seen = Vec::new();
        terms::look(&position, |term, value| seen.push((term, value)));
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
    fn class<R: Rules>(variant: Variant, fen: &str, leader: Color) -> usize {
        let position: Position<R> = parse_fen(variant, fen).unwrap();
        lead::<R>(&position.board, leader)
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

use super::*;
use crate::tests::random_weights;
use crate::weights::Kind;
use crate::{Choice, HandMade};
use kamen_core::game::AnyGame;
use kamen_core::rules::Variant;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Every 7th position of a random game, and of its end, where there are kings.
fn positions(variant: Variant, random: &mut Pcg64Mcg) -> Vec<AnyPosition> {
    let mut game = AnyGame::start(variant);
    let mut positions = vec![*game.position()];
    while game.over().is_none() && game.plies() < 200 {
        let moves = game.legal_moves();
        game.play_legal(&moves[random.random_range(0..moves.len())]);
        if game.plies().is_multiple_of(7) {
            positions.push(*game.position());
        }
    }
    positions
}

/// One evaluation of each kind, and that of the program.
fn evaluations(variant: Variant, random: &mut Pcg64Mcg) -> Vec<Evaluation> {
    let mut all = vec![
        Evaluation::HandMade(HandMade::new(variant)),
        Evaluation::HandMade(HandMade::of(variant, "static+dynamic".parse().unwrap())),
        Evaluation::load(variant, &Choice::Learned).unwrap(),
    ];
    let kinds = Kind::ALL.map(|kind| Evaluation::of(&random_weights(variant, kind, random)));
    all.extend(kinds);
    all
}

fn check(evaluation: &Evaluation, position: &AnyPosition) -> Explanation {
    let found = explain(evaluation, position);
    let sum: i64 = found.parts.iter().map(Part::difference).sum();
    assert_eq!(sum, i64::from(found.of_white.0) * found.unit);
    let areas = found.areas.list.iter();
    let sum: i64 = areas.map(Area::difference).sum();
    let expected = i64::from(found.of_white.0) - found.areas.empty;
    assert_eq!(sum, expected * Areas::UNIT);
    let pieces = |color: Color| position.census(color).iter().sum::<usize>();
    let counted = |side: usize| found.areas.list.iter().map(move |area| area.pieces[side]);
    assert_eq!(counted(0).sum::<usize>(), pieces(Color::White));
    assert_eq!(counted(1).sum::<usize>(), pieces(Color::Black));
    for part in &found.parts {
        assert!(part.term.has_sides() || part.sides[1] == 0);
        match part.term {
            Term::Rounding => assert!(part.difference().abs() < found.unit),
            Term::Limit => assert_eq!(found.score.0.abs(), Score::MAX_EVAL.0),
            _ => {}
        }
    }
    found
}

#[test]
fn parts_add_up_to_what_the_evaluator_says_and_are_the_same_for_both_sides() {
    for variant in Variant::ALL {
        let mut random = Pcg64Mcg::seed_from_u64(41 + variant as u64);
        for evaluation in evaluations(variant, &mut random) {
            for position in positions(variant, &mut random).iter().rev().step_by(8) {
                let found = check(&evaluation, position);
                let turned = check(&evaluation, &position.half_turned());
                assert_eq!(turned.score, found.score, "{variant} {evaluation}");
                let sides = |found: &Explanation, turn: bool| {
                    let parts = found.parts.iter().filter(|part| part.term.has_sides());
                    let side = |[white, black]: [i64; 2]| {
                        if turn { [black, white] } else { [white, black] }
                    };
                    parts.map(|part| side(part.sides)).collect::<Vec<_>>()
                };
                assert_eq!(
                    sides(&turned, true),
                    sides(&found, false),
                    "{variant} {evaluation}"
                );
                let areas = turned.areas.list.iter().rev();
                let areas = areas.map(|area| [area.sides[1], area.sides[0]]);
                let expected = found.areas.list.iter().map(|area| area.sides);
                assert!(areas.eq(expected), "{variant} {evaluation}");
            }
        }
    }
}

#[test]
fn parts_are_what_stands_on_the_board() {
    use Term::{Advance, BackRow, BothHaveKings, Centre, Edge, Kings, Men, ToMove};
    type Parts<'a> = &'a [(Term, [i64; 2])];
    let cases: [(Variant, &str, Parts); 3] = [
        (
            Variant::Czech,
            "W:Wc3,h2:BKd6",
            &[
                (Men, [200, 0]),
                (Kings, [0, 300]),
                // Three rows at 1 x 3 + 6 x 29 of 32 each.
                (Advance, [16, 0]),
                (Centre, [4, 0]),
                (Edge, [-4, 0]),
                (ToMove, [3, 0]),
            ],
        ),
        (
            Variant::Czech,
            "B:WKa1,c1:BKh8",
            &[
                (Men, [100, 0]),
                (Kings, [300, 300]),
                (Centre, [4, 0]),
                (BackRow, [6, 0]),
                (Term::Balance, [-2, 0]),
                (BothHaveKings, [-54, 0]),
                (ToMove, [0, 3]),
            ],
        ),
        (
            Variant::Losing,
            "W:W32:B1,K2",
            &[(Men, [-100, -100]), (Kings, [0, -300]), (ToMove, [3, 0])],
        ),
    ];
    for (variant, fen, expected) in cases {
        let position = AnyPosition::parse_fen(variant, fen).unwrap();
        let found = check(&Evaluation::HandMade(HandMade::new(variant)), &position);
        let parts = found.parts.into_iter().map(|part| (part.term, part.sides));
        let parts: Vec<(Term, [i64; 2])> = parts.collect();
        assert_eq!(parts, expected, "{variant} {fen}");
        assert_eq!(found.unit, 1);
    }
}

#[test]
fn groups_of_terms_are_switched_on_their_own() {
    use Term::{Advance, BackRow, Balance, Blocked, Centre, Edge, Isolated, Men, ToMove};
    // c3 and c5 cannot step; h2, c5 and f8 stand alone.
    let fen = "W:Wc3,b4,d4,h2:Bc5,f8";
    let position = AnyPosition::parse_fen(Variant::Czech, fen).unwrap();
    let parts = |groups: &str| {
        let evaluation = HandMade::of(Variant::Czech, groups.parse().unwrap());
        let found = check(&Evaluation::HandMade(evaluation), &position);
        let parts = found.parts.into_iter().map(|part| (part.term, part.sides));
        parts.collect::<Vec<_>>()
    };
    // By rows, 1 x 6 + 6 x 26 of 32 each.
    let all = [
        ("material", Men, [400, 200]),
        ("static", Advance, [45, 15]),
        ("static", Centre, [8, 8]),
        ("static", Edge, [-4, 0]),
        ("static", BackRow, [0, 6]),
        ("static", Balance, [-2, 0]),
        ("dynamic", Blocked, [-3, -3]),
        ("dynamic", Isolated, [-3, -6]),
    ];
    for groups in [
        "material",
        "static",
        "dynamic",
        "material+dynamic",
        "material+static",
    ] {
        let mut expected: Vec<(Term, [i64; 2])> = Vec::new();
        for (group, term, sides) in &all {
            if groups.split('+').any(|name| name == *group) {
                expected.push((term.clone(), *sides));
            }
        }
        expected.push((ToMove, [3, 0]));
        assert_eq!(parts(groups), expected, "{groups}");
    }
}

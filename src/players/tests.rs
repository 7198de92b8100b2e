mod network;

use super::*;
use kamen_core::board::Color;
use kamen_core::game::AnyPosition;
use kamen_core::movegen::legal_moves;
use kamen_core::rules::{MoveOf, Objective, Position, VariantOf};
use kamen_core::with_rules;
use kamen_eval::Scored;
use kamen_eval::{self, Evaluator};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

#[test]
fn names_are_read_and_written() {
    let progressive = |depth| BuiltIn::Minimax {
        depth,
        evaluation: MinimaxEvaluation::Progressive,
        style: MinimaxStyle::default(),
    };
    let basic_at = |depth| BuiltIn::Minimax {
        depth,
        evaluation: MinimaxEvaluation::Basic,
        style: MinimaxStyle::default(),
    };
    let styled = |plain, first| BuiltIn::Minimax {
        depth: 2,
        evaluation: MinimaxEvaluation::Basic,
        style: MinimaxStyle {
            plain,
            first,
            lecture: false,
        },
    };
    let simulated = |plain| BuiltIn::Minimax {
        depth: 3,
        evaluation: MinimaxEvaluation::Simulated(RowFactor::default()),
        style: MinimaxStyle {
            plain,
            ..MinimaxStyle::FIRST
        },
    };
    let sloping = |start| BuiltIn::Minimax {
        depth: 2,
        evaluation: MinimaxEvaluation::Simulated(RowFactor { start, slope: 0.5 }),
        style: MinimaxStyle::default(),
    };
    let lecture = BuiltIn::Minimax {
        depth: 2,
        evaluation: MinimaxEvaluation::Basic,
        style: MinimaxStyle {
            lecture: true,
            ..MinimaxStyle::default()
        },
    };
    let cases = [
        ("random", BuiltIn::Random),
        ("minimax:30:basic", basic_at(30)),
        ("minimax:1:progressive", progressive(1)),
        ("minimax:3:simulated:first", simulated(false)),
        ("minimax:3:Simulated:Plain:first", simulated(true)),
        ("minimax:2:basic:plain", styled(true, false)),
        ("minimax:2:basic:First:Plain", styled(true, true)),
        (
            "minimax:2:simulated:slope=0.5",
            sloping(RowFactor::default().start),
        ),
        ("minimax:2:simulated:start:1:SLOPE:0.5", sloping(1.0)),
        ("minimax:2:basic:lecture", lecture),
        ("easy", progressive(3)),
        ("Medium", progressive(6)),
        ("HARD", progressive(9)),
        ("Randomized", BuiltIn::Random),
        ("Easy:basic", basic_at(3)),
        ("hard:BASIC", basic_at(9)),
    ];
    for (text, player) in cases {
        assert_eq!(text.parse::<BuiltIn>().unwrap(), player, "{text}");
        assert_eq!(
            player.to_string().parse::<BuiltIn>().unwrap(),
            player,
            "{text}"
        );
    }
    let bad = [
        "",
        "scan",
        "minimax",
        "minimax:3",
        "minimax:0:basic",
        "easy:",
        "easy:wise",
        "harder:basic",
        "random:basic",
        "minimax:31:basic",
        "minimax:-1:basic",
        "minimax:3:wise",
        "minimax:3:basic:",
        "minimax:3:basic:first:first",
        "minimax:3:basic:plain:x",
        "minimax:3:plain",
        "minimax:3:simulated:slope",
        "minimax:3:simulated:slope=5",
        "minimax:3:simulated:height=1",
        "minimax:3:network",
        "minimax:3:network:",
        "minimax:0:network:x",
        "minimax:3:weights:",
    ];
    for text in bad {
        let error = text.parse::<BuiltIn>().unwrap_err().to_string();
        assert!(error.contains(text) && error.contains("expected random"));
    }
}

/// Minimax without pruning or table: the values of all moves of the last position of `line`, for
/// the side to move, in men.
fn naive_values<R: Scored>(
    variant: Variant,
    evaluation: &MinimaxEvaluation,
    line: &mut Vec<Position<R>>,
    depth: u32,
) -> Vec<f64> {
    let position = *line.last().unwrap();
    let mut moves = Vec::new();
    legal_moves(&position, &mut moves);
    let mut values = Vec::new();
    for m in moves {
        let next = position.after(&m);
        if !line.contains(&next) {
            line.push(next);
            values.push(-naive_value(variant, evaluation, line, depth - 1));
            line.pop();
        }
    }
    values
}

fn naive_value<R: Scored>(
    variant: Variant,
    evaluation: &MinimaxEvaluation,
    line: &mut Vec<Position<R>>,
    depth: u32,
) -> f64 {
    let position = *line.last().unwrap();
    if depth == 0 {
        return naive_evaluation(variant, evaluation, &position, line[0].turn);
    }
    let mut moves = Vec::new();
    legal_moves(&position, &mut moves);
    if moves.is_empty() {
        return match variant.facts().objective {
            Objective::Giveaway => f64::INFINITY,
            Objective::Win => f64::NEG_INFINITY,
        };
    }
    let values = naive_values(variant, evaluation, line, depth);
    values.into_iter().reduce(f64::max).unwrap_or(0.0)
}

fn naive_evaluation<R: Scored>(
    variant: Variant,
    evaluation: &MinimaxEvaluation,
    position: &Position<R>,
    own: Color,
) -> f64 {
    if let MinimaxEvaluation::Network { network, .. } = evaluation {
        let value = network::naive_output::<R>(network, &position.board, own);
        return if position.turn == own { value } else { -value };
    }
    if let MinimaxEvaluation::Learned { evaluation, .. } = evaluation {
        return f64::from(evaluation.evaluate(position).0);
    }
    use kamen_core::board::Kind;
    use kamen_core::geometry::Geometry;
    let last = R::Geometry::HEIGHT - 1;
    let mut sum = 0.0;
    for row in 0..=last {
        for file in 0..R::Geometry::WIDTH {
            let square = R::Geometry::square_at(row, file);
            let piece = square.and_then(|square| position.board.at(square));
            let Some((color, kind)) = piece else {
                continue;
            };
            let gone = if color == Color::White {
                last - row
            } else {
                row
            };
            let way = gone as f64 / last as f64;
            let worth = match (kind, evaluation) {
                (Kind::King, _) => 5.0,
                (Kind::Man, MinimaxEvaluation::Basic) => 1.0,
                (Kind::Man, _) => 2.0 + (way - 1.0).powi(3) + 1.0,
            };
            sum += if color == position.turn {
                worth
            } else {
                -worth
            };
        }
    }
    match variant.facts().objective {
        Objective::Win => sum,
        Objective::Giveaway => -sum,
    }
}

/// The position after some random moves from the start, with kings more often than not.
fn random_position<R: Scored>(variant: VariantOf<R>, random: &mut Pcg64Mcg) -> Position<R> {
    let mut position = Position::start(variant);
    let mut moves = Vec::new();
    for _ in 0..random.random_range(0..90) {
        moves.clear();
        legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        position = position.after(&moves[random.random_range(0..moves.len())]);
    }
    position
}

/// Up to four plies only the root can recur, so the order in which the table is filled does not
/// matter.
#[test]
fn the_best_moves_are_those_of_plain_minimax() {
    for variant in Variant::ALL {
        let mut random = Pcg64Mcg::seed_from_u64(1989);
        with_rules!(variant, of: R => {
            let mut with_kings = 0;
            for depth in (1..=4).cycle().take(40) {
                let position = random_position::<R>(of, &mut random);
                with_kings += u32::from(kamen_core::geometry::Bits::any(position.board.kings));
                for evaluation in [MinimaxEvaluation::Basic, MinimaxEvaluation::Progressive] {
                    compare(of, &evaluation, position, depth);
                }
                compare(of, &network::random_evaluation(variant, depth), position, depth);
                if let Some(evaluation) = learned(variant) {
                    compare(of, &evaluation, position, depth);
                }
            }
            assert!(with_kings > 0 || variant == Variant::Breakthrough, "{variant}");
        });
    }
}

/// An evaluation with the built-in weights.
fn learned(variant: Variant) -> Option<MinimaxEvaluation> {
    let evaluation = kamen_eval::Evaluation::load(variant, &kamen_eval::Choice::Learned).ok()?;
    let is_learned = !matches!(evaluation, kamen_eval::Evaluation::HandMade(_));
    is_learned.then(|| MinimaxEvaluation::Learned {
        file: String::new(),
        variant,
        evaluation,
    })
}

fn compare<R: Scored>(
    of: VariantOf<R>,
    evaluation: &MinimaxEvaluation,
    position: Position<R>,
    depth: u32,
) {
    let variant = of.variant();
    let name = |m: &MoveOf<R>| AnyMove::of(of, m).to_string();
    let mut moves = Vec::new();
    legal_moves(&position, &mut moves);
    if moves.len() < 2 {
        return;
    }
    let values = naive_values(variant, evaluation, &mut vec![position], depth);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // Networks are evaluated in single precision.
    let (is_network, tolerance) = match evaluation {
        MinimaxEvaluation::Network { .. } => (true, 1e-4),
        _ => (false, 1e-9),
    };
    let is_best = |value: f64| value == most || (value - most).abs() < tolerance;
    let named = moves.iter().map(name).zip(&values);
    let expected = named.clone().filter(|(_, value)| is_best(**value));
    let expected: std::collections::BTreeSet<String> = expected.map(|(name, _)| name).collect();
    for (plain, first) in [(false, false), (true, false), (false, true), (true, true)] {
        let style = MinimaxStyle {
            plain,
            first,
            lecture: false,
        };
        let mut player = Minimax::<R>::new(of, depth, evaluation, style);
        let found = player.best_moves(&position);
        assert!(!first || found.len() == 1, "{found:?}");
        let earliest = moves.iter().map(name).find(|name| expected.contains(name));
        let found: std::collections::BTreeSet<String> = found.iter().map(name).collect();
        let is_part = !found.is_empty() && found.is_subset(&expected);
        assert!(
            if first {
                is_part && (is_network || earliest.as_ref() == found.first())
            } else {
                expected == found || (is_network && is_part)
            },
            "{expected:?} {found:?} {variant} {evaluation}{style} {depth} {}: {:?}",
            AnyPosition::of(of, &position).fen(),
            named.clone().collect::<Vec<_>>(),
        );
    }
}

#[test]
fn files_of_weights_are_read_with_the_name_of_the_player() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../data/weights-8x8/english.weights"
    );
    let name = format!("minimax:4:weights:{file}");
    let player: BuiltIn = name.parse().unwrap();
    assert_eq!(player.to_string(), name);
    player.check(Variant::English).unwrap();
    let error = player.check(Variant::Czech).unwrap_err().to_string();
    let expected = format!("cannot use {file}: found weights for english, expected czech");
    assert_eq!(error, expected);
    let missing = format!("{name}x").parse::<BuiltIn>().unwrap_err();
    assert!(matches!(&missing, PlayerError::File(_)), "{missing}");
}

#[test]
fn choices_follow_from_the_seed_and_are_fair() {
    let variant = Variant::Czech;
    let game = AnyGame::start(variant);
    for name in ["random", "minimax:2:basic"] {
        let mut player = name.parse::<BuiltIn>().unwrap().player(variant);
        let mut counts = std::collections::BTreeMap::<String, u32>::new();
        let mut choices = |seed| -> Vec<String> {
            player.new_game(seed);
            let choose = |_| player.choose(&game).chosen.to_string();
            (0..5).map(choose).collect()
        };
        assert_eq!(choices(7), choices(7), "{name}");
        assert_ne!(choices(7), choices(8), "{name}");
        for seed in 0..1400 {
            *counts.entry(choices(seed).swap_remove(0)).or_default() += 1;
        }
        // No capture is possible within two plies, so all seven first moves are equal.
        assert_eq!(counts.len(), 7, "{name}");
        // Four standard deviations of 1400 choices among seven.
        assert!(
            counts.values().all(|n| n.abs_diff(200) < 53),
            "{name} {counts:?}"
        );
    }
}

#[test]
fn no_move_leads_back_to_a_position_of_the_game() {
    let position = AnyPosition::parse_fen(Variant::Czech, "W:WKa1,Kc1:BKh8,Kf8").unwrap();
    let mut player = BuiltIn::player(&"minimax:2:basic".parse().unwrap(), Variant::Czech);
    let mut plies = 0;
    for seed in 0..20 {
        player.new_game(seed);
        let mut game = AnyGame::new(position);
        let mut met = vec![position.key()];
        for _ in 0..24 {
            if game.legal_moves().is_empty() {
                break;
            }
            plies += 1;
            let chosen = player.choose(&game).chosen;
            game.play(&chosen).unwrap();
            let key = game.position().key();
            assert!(!met.contains(&key), "{seed}: {}", game.position().fen());
            met.push(key);
        }
    }
    assert!(plies > 300, "{plies}");
}

/// What is rated as the end of a game is looked up before any move of it is generated, and only by the player with the file.
#[test]
fn a_rated_end_is_sought_and_avoided_at_any_depth() {
    use rated::{Kind, Pieces, RatedPositions, Rating};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ends.cdb");
    let game = AnyGame::start(Variant::Czech);
    let choice = |name: String| {
        let mut player = name.parse::<BuiltIn>().unwrap().player(Variant::Czech);
        player.choose(&game).chosen
    };
    let usual = choice("minimax:3:simulated:first".to_owned());
    for m in game.legal_moves() {
        let mut after = game.clone();
        after.play(&m).unwrap();
        let key = Pieces::of_any(after.position());
        for (value, is_sought) in [(-1.0, true), (1.0, false)] {
            let mut positions = RatedPositions::new(Variant::Czech);
            positions.put(key, Rating::end(value, Kind::Final));
            positions.write(&path).unwrap();
            for depth in 1..=4 {
                let chosen = choice(format!("td:{depth}:{}", path.display()));
                assert_eq!(chosen == m, is_sought, "{m} {value} at depth {depth}");
            }
        }
        assert_eq!(choice("minimax:3:simulated:first".to_owned()), usual);
    }
}

/// At the start position of Czech draughts: perft, summed over four depths.
#[test]
fn a_plain_player_visits_every_line() {
    let nodes = |name: &str| {
        let mut player = name.parse::<BuiltIn>().unwrap().player(Variant::Czech);
        let thought = player.choose(&AnyGame::start(Variant::Czech)).thought;
        thought.unwrap().nodes
    };
    assert_eq!(nodes("minimax:4:progressive:plain"), 7 + 49 + 302 + 1469);
    assert!(nodes("minimax:4:progressive") < 1000);
}

/// A position that ends the game is seen as such at the depth limit, with and without a database.
#[test]
fn a_finished_position_is_finished_at_the_depth_limit_too() {
    use rated::{Kind, Pieces, RatedPositions, Rating};
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("e.cdb");
    // After e3xc5 the black man on f6 is left, after c3xg7 nothing.
    let position = AnyPosition::parse_fen(Variant::Czech, "W:Wc3,e3:Bd4,f6").unwrap();
    let game = AnyGame::new(position);
    let bait = position.parse_move("e3xc5").unwrap();
    let wins = position.parse_move("c3xg7").unwrap();
    let mut positions = RatedPositions::new(Variant::Czech);
    let rating = Rating {
        value: -0.5,
        visits: 1,
        kind: Kind::Ordinary,
    };
    positions.put(Pieces::of_any(&position.after_legal(&bait)), rating);
    positions.write(&path).unwrap();
    for name in [
        format!("td:1:{}", path.display()),
        "minimax:1:simulated".to_owned(),
        "minimax:1:basic:lecture".to_owned(),
    ] {
        let mut player = name.parse::<BuiltIn>().unwrap().player(Variant::Czech);
        let choice = player.choose(&game);
        assert_eq!(choice.chosen, wins, "{name}");
        assert_eq!(choice.thought.unwrap().score, Score::win_in(1), "{name}");
    }
}

/// The tree of the lecture on minimax, by the player that searches as it is printed there: a win in three is seen at depth 3.
#[test]
fn the_lectures_player_sees_how_far_a_win_is() {
    let position = AnyPosition::parse_fen(Variant::Czech, "B:We5:Bd8").unwrap();
    let game = AnyGame::new(position);
    let score = |name: &str| {
        let mut player = name.parse::<BuiltIn>().unwrap().player(Variant::Czech);
        let choice = player.choose(&game);
        (choice.chosen.to_string(), choice.thought.unwrap().score)
    };
    let win = ("2-7".to_owned(), Score::win_in(3));
    for name in [
        "minimax:3:basic:lecture",
        "minimax:4:basic:lecture",
        "minimax:6:progressive:lecture:plain",
    ] {
        assert_eq!(score(name), win, "{name}");
    }
    assert!(!score("minimax:2:basic:lecture").1.is_decided());
    assert!(!score("minimax:3:basic:first").1.is_decided());
}

/// The counting rules draw a game in the lecture's tree: kings that could only wander are worth nothing any more.
#[test]
fn the_lectures_player_sees_a_draw_by_count() {
    // Two kings against one on the main road: ten plies.
    let variant = Variant::International;
    let position = AnyPosition::parse_fen(variant, "W:WK46,K47:BK4").unwrap();
    let mut game = AnyGame::new(position);
    let mut player = "minimax:2:basic:lecture"
        .parse::<BuiltIn>()
        .unwrap()
        .player(variant);
    let fresh = player.choose(&game).thought.unwrap().score;
    assert!(fresh > Score::DRAW, "{fresh:?}");
    while game.plies() < 8 {
        let m = game.legal_moves().into_iter().find(|m| {
            let next = game.position().after_legal(m);
            !next.can_capture() && !game.keys().contains(&next.key())
        });
        game.play_legal(&m.expect("a safe new move"));
    }
    let found = player.choose(&game).thought.map(|thought| thought.score);
    assert_eq!(found, Some(Score::DRAW), "{}", game.position().fen());
}

/// The player of the 2011 thesis repeats positions: nothing in the text forbids it.
#[test]
fn the_player_of_the_thesis_may_go_back() {
    let position = AnyPosition::parse_fen(Variant::Czech, "W:WKa1:BKh2,Kf8").unwrap();
    let mut player = "minimax:1:simulated"
        .parse::<BuiltIn>()
        .unwrap()
        .player(Variant::Czech);
    let mut game = AnyGame::new(position);
    while game.over().is_none() {
        let chosen = player.choose(&game).chosen;
        game.play_legal(&chosen);
    }
    assert_eq!(game.draw(), Some(kamen_core::rules::Draw::Repetition));
}

#[test]
fn alpha_beta_leaves_out_what_the_thesis_counts() {
    let start = AnyPosition::start(Variant::Czech);
    // At the start nothing is left out of one ply: 7 moves are visited.
    let one = LeftOut::of(&start, 1);
    assert_eq!((one.visited, one.left_out), (7, 0));
    for depth in 3..=6 {
        let share = LeftOut::of(&start, depth).share().unwrap();
        assert!((0.2..0.6).contains(&share), "{depth} {share}");
    }
}

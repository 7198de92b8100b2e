//! The search against exhaustive play, the drawing rules and itself.

use crate::typed::{moves, wins_without_a_move};
use kamen::eval::Scored;
use kamen::eval::{Choice, Evaluation, HandMade};
use kamen::rules::{Czech, English, Game, International, MoveOf, Variant, VariantOf};
use kamen::score::Score;
use kamen::search::{
    Budget, Control, Handler, Info, Leaves, Limits, Resources, SearchResult, TranspositionTable,
    search_by,
};
use kamen::{AnyGame, AnyPosition, Engine, with_rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::num::NonZero;
use std::time::{Duration, Instant};

/// Searches with an empty table.
fn search_with<R: Scored>(
    game: &Game<R>,
    threads: usize,
    limits: &Limits,
    control: &Control,
    handler: &mut dyn Handler<R>,
) -> SearchResult<R> {
    let resources = Resources {
        // The search with this evaluation is compiled in the library already.
        evaluator: &Evaluation::HandMade(HandMade::new(game.variant())),
        tt: &TranspositionTable::new(16).unwrap(),
        threads,
        tables: None,
    };
    search_by(game, resources, limits, control, handler)
}

fn search_game<R: Scored>(game: &Game<R>, limits: &Limits) -> SearchResult<R> {
    search_with(game, 1, limits, &Control::new(), &mut ())
}

fn game<R: Scored>(variant: Variant, fen: &str) -> Game<R> {
    let of = VariantOf::new(variant).unwrap();
    let position = AnyPosition::parse_fen(variant, fen).unwrap();
    Game::new(of, position.typed().unwrap())
}

/// The move of a text, if it is legal.
fn read<R: Scored>(game: &Game<R>, text: &str) -> Option<MoveOf<R>> {
    let position = AnyPosition::of(game.variant_of(), game.position());
    position.parse_move(text).ok()?.typed::<R>()
}

/// The score of a forced result within `depth` plies, `ply` plies after the root, or of a draw by
/// the rules; `None` where neither is certain. Plain minimax: no table, no window.
fn solve<R: Scored>(game: &Game<R>, ply: usize, depth: u32) -> Option<Score> {
    let moves = moves(game.position());
    if moves.is_empty() {
        return Some(if wins_without_a_move(game) {
            Score::win_in(ply)
        } else {
            Score::loss_in(ply)
        });
    }
    if ply > 0 && game.is_draw() {
        return Some(Score::DRAW);
    }
    if depth == 0 {
        return None;
    }
    let answers = moves.iter().map(|m| {
        let mut next = game.clone();
        next.play(m);
        solve(&next, ply + 1, depth - 1).map(|score| -score)
    });
    let answers: Vec<Option<Score>> = answers.collect();
    let best = answers.iter().flatten().copied().max();
    let is_win = best.is_some_and(|score| score > Score::DRAW);
    best.filter(|_| is_win || answers.iter().all(Option::is_some))
}

/// A random position of few pieces.
fn random_position(variant: Variant, rng: &mut Pcg64Mcg) -> Option<AnyPosition> {
    let squares = variant.shape().squares;
    let mut list = |count: usize| {
        let piece = |_| {
            let king = if rng.random_bool(0.4) { "K" } else { "" };
            format!("{king}{}", rng.random_range(1..=squares))
        };
        (0..count).map(piece).collect::<Vec<_>>().join(",")
    };
    let (white, black) = (list(3), list(2));
    AnyPosition::parse_fen(variant, &format!("W:W{white}:B{black}")).ok()
}

#[test]
fn forced_wins_and_losses_are_found_at_their_distance() {
    const DEPTH: u32 = 4;
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let mut rng = Pcg64Mcg::seed_from_u64(7);
            let mut solved = 0;
            while solved < 40 {
                let Some(position) = random_position(variant, &mut rng) else {
                    continue;
                };
                let game = Game::<R>::new(of, position.typed().unwrap());
                let score = solve(&game, 0, DEPTH);
                let Some(score) = score.filter(|score| score.plies_to_end() > Some(0)) else {
                    continue;
                };
                solved += 1;
                // Quiet moves that look bad are searched less deep at first.
                let found = search_game(&game, &Limits::depth(2 * DEPTH)).score;
                assert_eq!(found, score, "{variant} {}", position.fen());
            }
        });
    }
}

#[test]
fn an_engine_refuses_a_game_of_another_variant() {
    let engine = Engine::with(Variant::Czech, &Choice::hand_made(), 12).unwrap();
    let limits = Limits::depth(1);
    for variant in Variant::ALL {
        let answer = engine.think(&AnyGame::start(variant), &limits);
        match answer {
            Ok(_) => assert_eq!(variant, Variant::Czech),
            Err(error) => assert_eq!(
                error.to_string(),
                format!("a game of {variant}, expected czech")
            ),
        }
    }
}

#[test]
fn a_position_without_a_move_is_lost() {
    let outcome = search_game(&game::<Czech>(Variant::Czech, "W:W5:B1"), &Limits::depth(5));
    assert!(outcome.best.is_none());
    let blocked = game::<Czech>(Variant::Czech, "B:W5,9,14:B1");
    assert!(search_game(&blocked, &Limits::depth(5)).best.is_some());
}

/// Black, far behind, is to move and can bring a position about for the third time.
#[test]
fn the_third_occurrence_is_seen_as_a_draw() {
    let mut game = game::<International>(Variant::International, "W:WK46,K47,K48,K50:BK1");
    let before = search_game(&game, &Limits::depth(4)).score.0;
    assert!(before > 100, "{before}");
    for text in ["50-45", "1-6", "45-50", "6-1", "50-45", "1-6", "45-50"] {
        let m = read(&game, text).unwrap();
        game.play(&m);
    }
    let outcome = search_game(&game, &Limits::depth(4));
    assert_eq!(outcome.score.0, 0);
    assert_eq!(outcome.best, read(&game, "6-1"));
}

/// With two plies left of the count of quiet moves, two kings against one are a draw.
#[test]
fn the_count_of_quiet_moves_is_seen_in_advance() {
    let mut game = game::<Czech>(Variant::Czech, "W:WK29,K31:BK1");
    assert!(search_game(&game, &Limits::depth(6)).score.0 > 100);
    let cycle = ["31-27", "1-6", "27-31", "6-1"];
    for text in cycle.into_iter().cycle().take(28) {
        let m = read(&game, text).unwrap();
        game.play(&m);
    }
    assert_eq!(game.counters().quiet, 28);
    // What is left is to give a king for a king.
    assert!(search_game(&game, &Limits::depth(6)).score.0 < 10);
}

#[test]
fn the_same_search_twice_is_the_same() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let game = Game::<R>::start(of);
            for limits in [Limits::depth(7), Limits::nodes(30_000)] {
                let first = search_game(&game, &limits);
                assert_eq!(first, search_game(&game, &limits), "{variant}");
                assert!(first.nodes <= 30_000 || limits.nodes.is_none());
            }
        });
    }
}

/// Keeps the reports.
#[derive(Default)]
struct Reports<R: Scored>(Vec<Info<R>>);

impl<R: Scored> Handler<R> for Reports<R> {
    fn iteration(&mut self, info: &Info<R>) {
        self.0.push(info.clone());
    }
}

/// With as many lines as moves, each move has one, the best comes last, and forced results have their distances.
#[test]
fn every_line_has_its_own_score() {
    const DEPTH: u32 = 4;
    for variant in [
        Variant::Czech,
        Variant::Italian,
        Variant::RussianGiveaway,
        Variant::Frisian,
    ] {
        with_rules!(variant, of: R => {
            let mut rng = Pcg64Mcg::seed_from_u64(11);
            let mut solved = 0;
            while solved < 30 {
                let Some(position) = random_position(variant, &mut rng) else {
                    continue;
                };
                let game = Game::<R>::new(of, position.typed().unwrap());
                let mut legal = moves(game.position());
                if legal.len() < 2 {
                    continue;
                }
                let limits = Limits { lines: NonZero::new(100).unwrap(), ..Limits::depth(2 * DEPTH) };
                let mut reports = Reports::<R>(Vec::new());
                let best = search_with(&game, 1, &limits, &Control::new(), &mut reports).best;
                let last = &reports.0[reports.0.len() - legal.len()..];
                assert!(last.iter().all(|info| info.depth == 2 * DEPTH));
                assert!(last.is_sorted_by_key(|info| info.score));
                let places: Vec<u32> = last.iter().filter_map(|info| info.line).collect();
                assert_eq!(places, (1..=legal.len() as u32).rev().collect::<Vec<_>>());
                assert_eq!(best, last.last().map(|info| info.pv[0]));
                for info in last {
                    let m = info.pv[0];
                    legal.retain(|other| *other != m);
                    let mut next = game.clone();
                    next.play(&m);
                    let score = solve(&next, 1, DEPTH - 1).map(|score| -score);
                    if let Some(score) = score.filter(|score| score.plies_to_end().is_some()) {
                        solved += 1;
                        assert_eq!(info.score, score, "{variant} {}", position.fen());
                    }
                }
                assert!(legal.is_empty(), "{variant}: {legal:?}");
            }
        });
    }
}

/// A search that is limited to some moves plays one of them, and leaves nothing in the table that misleads others.
#[test]
fn a_search_can_be_limited_to_some_moves() {
    let engine = Engine::with(Variant::Czech, &Choice::hand_made(), 14).unwrap();
    let game = AnyGame::start(Variant::Czech);
    let free = engine.think(&game, &Limits::depth(7)).unwrap();
    let all = game.legal_moves();
    for m in all.iter().filter(|m| Some(**m) != free.best) {
        let control = Control::new();
        control.choose(vec![game.position().after(m).unwrap().key()]);
        let limited = engine.think_with(&game, &Limits::depth(7), &control, &mut |_| ());
        let limited = limited.unwrap();
        assert_eq!(limited.best, Some(*m));
        assert!(limited.score <= free.score + 30, "{limited:?}");
    }
    engine.forget();
    assert_eq!(engine.think(&game, &Limits::depth(7)).unwrap(), free);
    // Unknown keys limit nothing.
    let control = Control::new();
    control.choose(vec![game.position().key()]);
    engine.forget();
    let all = engine.think_with(&game, &Limits::depth(7), &control, &mut |_| ());
    assert_eq!(all.unwrap(), free);
}

#[test]
fn lines_are_legal_and_depths_grow() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let game = Game::<R>::start(of);
            let mut reports = Reports::<R>(Vec::new());
            search_with(&game, 1, &Limits::depth(8), &Control::new(), &mut reports);
            let depths: Vec<u32> = reports.0.iter().map(|info| info.depth).collect();
            assert_eq!(depths, (1..=8).collect::<Vec<_>>());
            for info in &reports.0 {
                let mut position = *game.position();
                assert!(!info.pv.is_empty());
                for m in &info.pv {
                    assert!(moves(&position).contains(m), "{variant}: {m:?}");
                    position = position.after(m);
                }
            }
        });
    }
}

#[test]
fn a_lone_move_is_played_after_a_moment_and_has_a_score_and_a_line() {
    let game = game::<English>(Variant::English, "W:W22,32:B18,1,2,3");
    let timed = Limits {
        answer_lone_move: true,
        budget: Some(Budget::move_time(60.0)),
        ..Limits::default()
    };
    let depth = Some(40);
    let nodes = Some(1 << 40);
    // Where the extent of the search is set it is the same each time.
    let cases = [
        (timed, false),
        (Limits { depth, ..timed }, true),
        (Limits { nodes, ..timed }, true),
    ];
    for (limits, is_brief) in cases {
        let mut reports = Reports::<English>(Vec::new());
        let start = Instant::now();
        let outcome = search_with(&game, 1, &limits, &Control::new(), &mut reports);
        assert_eq!(outcome.best, read(&game, "22x15"));
        let last = reports.0.last().unwrap();
        assert_eq!(last.depth == 1, is_brief, "{limits:?}");
        assert!(is_brief || last.pv.len() >= 4, "{:?}", last.pv);
        assert!(start.elapsed() < Duration::from_secs(20));
    }
}

#[test]
fn a_stopped_search_answers() {
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let game = Game::<R>::start(of);
            let control = Control::new();
            control.stop();
            let limits = Limits { wait_for_stop: true, ..Limits::default() };
            for threads in [1, 3] {
                let outcome = search_with(&game, threads, &limits, &control, &mut ());
                assert!(outcome.best.is_some());
            }
        });
    }
}

/// The points of the first player, 2 for a win, in games of the two limits with all pairs of first
/// two moves, colours alternating.
fn points<R: Scored>(of: VariantOf<R>, first: &Limits, second: &Limits, games: usize) -> usize {
    let mut points = 0;
    for i in 0..games {
        let mut game = Game::start(of);
        for choice in [i / 2 % 7, i / 14 % 7] {
            let moves = moves(game.position());
            game.play(&moves[choice % moves.len()]);
        }
        let mut to_move = i % 2;
        points += loop {
            if game.is_draw() || game.keys().len() > 200 {
                break 1;
            }
            let limits = [first, second][to_move];
            let Some(best) = search_game(&game, limits).best else {
                break if (to_move == 0) == wins_without_a_move(&game) {
                    2
                } else {
                    0
                };
            };
            game.play(&best);
            to_move = 1 - to_move;
        };
    }
    points
}

#[test]
fn a_higher_skill_wins_and_one_seed_gives_one_game() {
    for variant in [Variant::Czech, Variant::International, Variant::Losing] {
        let skill = |skill, seed| Limits::depth(9).with_skill(variant, skill, seed);
        with_rules!(variant, of: R => {
            let points = points::<R>(of, &skill(8, 1), &skill(2, 1), 20);
            assert!(points > 28, "{variant}: {points} of 40");
            let game = Game::<R>::start(of);
            let best = |seed| search_game(&game, &skill(5, seed)).best;
            assert_eq!(best(1), best(1));
            assert!((2..30).any(|seed| best(seed) != best(1)), "{variant}");
        });
    }
}

#[test]
fn a_handicap_leaves_more_and_more_out_at_the_leaves() {
    let nodes = |leaves| {
        let mut limits = Limits::depth(2);
        limits.handicap.leaves = leaves;
        let mut generator = Pcg64Mcg::seed_from_u64(4);
        let mut game =
            Game::<International>::start(VariantOf::new(Variant::International).unwrap());
        let mut nodes = 0;
        for _ in 0..40 {
            let moves = moves(game.position());
            let Some(m) = moves.get(generator.random_range(0..moves.len().max(1))) else {
                break;
            };
            game.play(m);
            nodes += search_game(&game, &limits).nodes;
        }
        nodes
    };
    let all = [
        Leaves::Settled,
        Leaves::Threatened,
        Leaves::Captured,
        Leaves::Static,
    ]
    .map(nodes);
    assert!(all.is_sorted_by(|more, less| more > less), "{all:?}");
}

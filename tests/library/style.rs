//! How the engine plays on demand: without pruning, against plain minimax, and with a liking for exchanges.

use crate::typed::{moves, wins_without_a_move};
use kamen::eval::Scored;
use kamen::eval::{Choice, Evaluation, Evaluator};
use kamen::rules::{Game, Variant, VariantOf};
use kamen::score::Score;
use kamen::search::{
    Control, Limits, Resources, SearchResult, Style, TranspositionTable, search_by,
};
use kamen::{AnyGame, Color, Engine, with_rules};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// A game of random moves without an end, the next to move.
fn random_game<R: Scored>(of: VariantOf<R>, plies: usize, random: &mut Pcg64Mcg) -> Game<R> {
    let mut game = Game::start(of);
    for _ in 0..plies {
        let moves = moves(game.position());
        let Some(m) = moves.get(random.random_range(0..moves.len().max(1))) else {
            return random_game(of, plies, random);
        };
        game.play(m);
    }
    if moves(game.position()).is_empty() || game.is_draw() {
        return random_game(of, plies, random);
    }
    game
}

/// The value of plain minimax, with captures played out at the leaves and a ply more after a lone move.
fn plainly<R: Scored>(game: &Game<R>, evaluation: &Evaluation, ply: usize, depth: u32) -> Score {
    let moves = moves(game.position());
    if moves.is_empty() {
        return if wins_without_a_move(game) {
            Score::win_in(ply)
        } else {
            Score::loss_in(ply)
        };
    }
    if ply > 0 && depth > 0 && game.is_draw() {
        return Score::DRAW;
    }
    if depth == 0 && !moves[0].is_capture() {
        return evaluation.evaluate(game.position());
    }
    let depth = match moves.len() {
        _ if depth == 0 => 0,
        1 => depth,
        _ => depth - 1,
    };
    let answers = moves.iter().map(|m| {
        let mut next = game.clone();
        next.play(m);
        -plainly(&next, evaluation, ply + 1, depth)
    });
    answers.max().unwrap_or(Score::DRAW)
}

fn searched<R: Scored>(
    game: &Game<R>,
    evaluation: &Evaluation,
    depth: u32,
    style: Style,
) -> SearchResult<R> {
    let resources = Resources {
        evaluator: evaluation,
        tt: &TranspositionTable::new(14).unwrap(),
        threads: 1,
        tables: None,
    };
    let limits = Limits {
        style,
        ..Limits::depth(depth)
    };
    search_by(game, resources, &limits, &Control::new(), &mut ())
}

#[test]
fn without_pruning_a_search_has_the_value_of_plain_minimax() {
    const DEPTH: u32 = 4;
    let full_width = Style {
        full_width: true,
        ..Style::default()
    };
    let (mut different, mut nodes) = (0, [0, 0]);
    for variant in Variant::ALL {
        with_rules!(variant, of: R => {
            let evaluation = Evaluation::load(variant, &Choice::Learned).unwrap();
            let mut random = Pcg64Mcg::seed_from_u64(variant as u64);
            for plies in [4, 9, 14, 19, 24, 29] {
                let game: Game<R> = random_game(of, plies, &mut random);
                let expected = plainly(&game, &evaluation, 0, DEPTH);
                let found = searched(&game, &evaluation, DEPTH, full_width);
                assert_eq!(found.score, expected, "{variant} after {plies} plies");
                let pruned = searched(&game, &evaluation, DEPTH, Style::default());
                different += usize::from(pruned.score != expected);
                nodes[0] += found.nodes;
                nodes[1] += pruned.nodes;
            }
        });
    }
    // Otherwise there would be nothing to switch off.
    assert!(different > 20, "{different}");
    assert!(nodes[0] > nodes[1], "{nodes:?}");
}

/// The pieces on the board after 24 plies of games of the engine against itself, in which White likes exchanges so much.
fn pieces_left(variant: Variant, exchanges: i32) -> usize {
    let engine = Engine::with(variant, &Choice::Learned, 14).unwrap();
    let mut random = Pcg64Mcg::seed_from_u64(5);
    let mut left = 0;
    for _ in 0..12 {
        let mut game = AnyGame::start(variant);
        engine.forget();
        for ply in 0..28 {
            let legal = game.legal_moves();
            if legal.is_empty() {
                break;
            }
            let style = Style {
                exchanges: if ply % 2 == 0 { exchanges } else { 0 },
                ..Style::default()
            };
            let limits = Limits {
                style,
                ..Limits::depth(5)
            };
            let m = if ply < 4 {
                legal[random.random_range(0..legal.len())]
            } else {
                engine.think(&game, &limits).unwrap().best.unwrap()
            };
            game.play(&m).unwrap();
        }
        let pieces = |color| game.position().census(color).iter().sum::<usize>();
        left += pieces(Color::White) + pieces(Color::Black);
    }
    left
}

#[test]
fn who_likes_exchanges_makes_more_of_them() {
    for variant in [Variant::Czech, Variant::International] {
        let left = [-20, 0, 20].map(|exchanges| pieces_left(variant, exchanges));
        assert!(left.is_sorted_by(|a, b| a > b), "{variant} {left:?}");
    }
}

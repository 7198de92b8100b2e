//! Games between the engine and a random player under the naive generator as referee: at every
//! position both generators must list the same moves, and the engine must win. `KAMEN_GAMES=500`
//! plays that many games of each variant.

use crate::typed::{self, wins_without_a_move};
use kamen::eval::Scored;
use kamen::eval::{Evaluation, HandMade};
use kamen::rules::{Game, MoveOf, Position, VariantOf};
use kamen::search::{Control, Limits, Resources, TranspositionTable, search_by};
use kamen::{Variant, with_rules};
use kamen_naive::{Move, Naive, Position as Plain};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

const SEED: u64 = 1989;
/// Games of each variant, if the environment asks for no other number.
const GAMES: usize = 8;
/// A longer game is a draw.
const LONGEST: usize = 300;
/// Nodes that the engine has for a move.
const NODES: u64 = 300;

fn games() -> usize {
    let asked = std::env::var("KAMEN_GAMES").ok();
    asked.and_then(|n| n.parse().ok()).unwrap_or(GAMES)
}

/// The legal moves with their texts, of which the referee must have the same in its position `plain`.
fn moves<R: Scored>(
    of: VariantOf<R>,
    referee: &Naive,
    position: &Position<R>,
    plain: &Plain,
) -> Vec<(String, MoveOf<R>)> {
    let hub = typed::hub(of, position);
    assert_eq!(hub, plain.hub());
    let with_text = |m| (typed::text(of, &m), m);
    let found: Vec<_> = typed::moves(position).into_iter().map(with_text).collect();
    let mut texts: Vec<String> = found.iter().map(|(text, _)| text.clone()).collect();
    let mut allowed: Vec<String> = referee.legal_moves(plain).iter().map(Move::hub).collect();
    texts.sort();
    allowed.sort();
    assert_eq!(texts, allowed, "{hub}");
    found
}

/// Plays a game; the points of the engine, 2 for a win.
fn play<R: Scored>(of: VariantOf<R>, referee: &Naive, engine_begins: bool, seed: u64) -> u32 {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let table = TranspositionTable::new(12).expect("memory");
    let limits = Limits::nodes(NODES);
    let eval = Evaluation::HandMade(HandMade::new(of.variant()));
    let mut game = Game::start(of);
    let mut plain = referee.start();
    let mut engine_to_move = engine_begins;
    for _ in 0..LONGEST {
        let moves = moves(of, referee, game.position(), &plain);
        if game.is_draw() {
            break;
        }
        if moves.is_empty() {
            let wins = wins_without_a_move(&game);
            return if wins == engine_to_move { 2 } else { 0 };
        }
        let m = if engine_to_move {
            let resources = Resources {
                evaluator: &eval,
                tt: &table,
                threads: 1,
                tables: None,
            };
            let found = search_by(&game, resources, &limits, &Control::new(), &mut ());
            let best = found.best.expect("a move");
            assert!(
                moves.iter().any(|(_, m)| *m == best),
                "{}",
                typed::text(of, &best)
            );
            best
        } else {
            moves[random.random_range(0..moves.len())].1
        };
        game.play(&m);
        let text = typed::text(of, &m);
        let all = referee.legal_moves(&plain);
        let same = all.iter().find(|naive| naive.hub() == text);
        plain = referee.play(&plain, same.expect("seen before"));
        engine_to_move = !engine_to_move;
    }
    1
}

#[test]
fn the_engine_beats_a_random_player_by_the_rules() {
    for variant in Variant::ALL {
        let referee = Naive::new(variant.name()).expect("a variant");
        let mut points = 0;
        for i in 0..games() {
            let seed = SEED + i as u64;
            points += with_rules!(variant, of: R => play::<R>(of, &referee, i % 2 == 0, seed));
        }
        println!("{variant}: {points} points of {}", 2 * games());
        assert!(
            points as usize * 100 >= 2 * games() * 75,
            "{variant}: {points}"
        );
    }
}

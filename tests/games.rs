//! Games between the engine and a random player under the naive generator as referee: at every
//! position both generators must list the same moves, and the engine must win. `KAMEN_GAMES=500`
//! plays that many games of each variant.

mod naive;

use kamen::eval::HandMade;
use kamen::geometry::Bits;
use kamen::movegen::legal_moves;
use kamen::notation::{hub_move, write_hub_position};
use kamen::rules::{Game, KingMoves, MoveOf, Objective, Position, Rules, Variant};
use kamen::search::{Control, Limits, Resources, TranspositionTable, search};
use kamen::with_rules;
use naive::Naive;
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

/// The legal moves with their texts, if the referee agrees.
fn moves<R: Rules>(referee: &Naive, position: &Position<R>) -> Vec<(String, MoveOf<R>)> {
    let hub = write_hub_position(position);
    let mut found = Vec::new();
    legal_moves(position, &mut found);
    let found: Vec<_> = found.into_iter().map(|m| (hub_move::<R>(&m), m)).collect();
    let plain = referee.parse_hub(&hub).expect("a position");
    let allowed = referee.legal_moves(&plain);
    let allowed: Vec<String> = allowed.iter().map(naive::Move::hub).collect();
    for (text, _) in &found {
        assert!(allowed.contains(text), "{text} in {hub}: {allowed:?}");
    }
    // The naive generator does not know the limit of king moves.
    assert!(
        found.len() == allowed.len() || R::KingMoves::LIMITED,
        "{hub}: {allowed:?}"
    );
    found
}

/// Whether the side to move has won when there is no move.
fn wins_without_a_move<R: Rules>(game: &Game<R>) -> bool {
    let Position { board, turn, .. } = game.position();
    let first_king = R::RULES.first_king_wins && board.kings(*turn) != Bits::EMPTY;
    first_king || game.facts().objective == Objective::Giveaway
}

/// Plays a game; the points of the engine, 2 for a win.
fn play<R: Rules>(variant: Variant, referee: &Naive, engine_begins: bool, seed: u64) -> u32 {
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    let table = TranspositionTable::new(12).expect("memory");
    let limits = Limits {
        nodes: Some(NODES),
        ..Limits::default()
    };
    let eval = HandMade::new(variant);
    let mut game = Game::<R>::new(variant, Position::start(variant));
    let mut engine_to_move = engine_begins;
    for _ in 0..LONGEST {
        let moves = moves(referee, game.position());
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
            };
            let found = search(&game, resources, &limits, &Control::new(), &mut ());
            let best = found.best.expect("a move");
            assert!(
                moves.iter().any(|(_, m)| *m == best),
                "{}",
                hub_move::<R>(&best)
            );
            best
        } else {
            moves[random.random_range(0..moves.len())].1
        };
        let hub = write_hub_position(game.position());
        game.play(&m);
        let plain = referee.parse_hub(&hub).expect("a position");
        let all = referee.legal_moves(&plain);
        let text = hub_move::<R>(&m);
        let same = all
            .iter()
            .find(|naive| naive.hub() == text)
            .expect("seen before");
        let after = write_hub_position(game.position());
        assert_eq!(
            after,
            referee.play(&plain, same).hub(),
            "after {text}, {hub}"
        );
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
            points += with_rules!(variant, R => play::<R>(variant, &referee, i % 2 == 0, seed));
        }
        println!("{variant}: {points} points of {}", 2 * games());
        assert!(
            points as usize * 100 >= 2 * games() * 75,
            "{variant}: {points}"
        );
    }
}

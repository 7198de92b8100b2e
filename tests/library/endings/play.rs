//! A game from a won position between the search and the slowest defence.

use super::solver::{Solution, Verdict};
use crate::typed;
use kamen::eval::Scored;
use kamen::eval::{Evaluation, HandMade};
use kamen::movegen::winner;
use kamen::rules::{Game, Position, VariantOf};
use kamen::search::{Control, Limits, Resources, TranspositionTable, search_by};
use kamen::tables::Tables;

/// Plays a won position with so many nodes a move; the fault, if the search does not win it.
pub fn play<R: Scored>(
    of: VariantOf<R>,
    start: &Position<R>,
    solution: &Solution<R>,
    tables: &Tables,
    nodes: u64,
) -> Result<(), String> {
    let table = TranspositionTable::new(16).unwrap();
    let evaluator = Evaluation::HandMade(HandMade::new(of.variant()));
    let limits = Limits {
        nodes: Some(nodes),
        answer_lone_move: true,
        ..Limits::default()
    };
    let mut game = Game::new(of, *start);
    loop {
        let position = *game.position();
        if let Some(winner) = winner(&position, game.facts().objective) {
            assert_eq!(winner, start.turn, "a won position was kept won");
            return Ok(());
        }
        if let Some(draw) = game.draw() {
            return Err(format!("drawn by {draw:?}"));
        }
        if position.turn != start.turn {
            game.play(&solution.best(&position));
            continue;
        }
        let control = Control::new();
        let resources = Resources {
            evaluator: &evaluator,
            tt: &table,
            threads: 1,
            tables: Some(tables),
        };
        let outcome = search_by(&game, resources, &limits, &control, &mut ());
        let m = outcome.best.expect("a move");
        game.play(&m);
        if !matches!(solution.verdict(game.position()), Verdict::Lost(_)) {
            let (fen, m) = (typed::fen(of, &position), typed::text(of, &m));
            return Err(format!("thrown away by {m} in {fen}"));
        }
    }
}

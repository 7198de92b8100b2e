//! A short look back at a game: which move of a person cost most. Begin with [`turning_point`].

use kamen_analysis::{Analyst, Line};
use kamen_core::board::Color;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_core::score::Score;
use kamen_eval::Choice;
use kamen_search::{Engine, EngineError, Limits};
use kamen_tables::Tables;
use std::sync::Arc;

/// Nodes of the whole look: about a second.
const NODES: u64 = 1_000_000;
/// The most nodes of one search; a move takes two of them.
const MOST_NODES: u64 = 20_000;
/// The table of the search has two to the power of this many entries.
const TT_SIZE: u32 = 16;

/// A move that cost much.
pub(super) struct TurningPoint {
    /// Plies before it.
    pub(super) ply: usize,
    pub(super) played: AnyMove,
    /// Its score for its side.
    pub(super) score: Score,
    /// What would have been better.
    pub(super) better: Line,
}

/// The move of `person` that gave away most of the expected points, if one is worth a mark. `is_over` is asked before each
/// move whether to look no further.
///
/// # Errors
/// There is no memory for the search.
pub(super) fn turning_point(
    start: &AnyPosition,
    moves: &[AnyMove],
    person: Color,
    mut is_over: impl FnMut() -> bool,
) -> Result<Option<TurningPoint>, EngineError> {
    let variant = start.variant();
    let engine = Engine::with(variant, &Choice::default(), TT_SIZE)?;
    let engine = engine.with_tables(Arc::new(Tables::embedded(variant)))?;
    let own = moves.len().div_ceil(2).max(1) as u64;
    let nodes = (NODES / (2 * own)).min(MOST_NODES);
    let analyst = Analyst::new(&engine, Limits::nodes(nodes));
    let mut game = AnyGame::new(*start);
    let mut worst: Option<(f64, TurningPoint)> = None;
    for (ply, m) in moves.iter().enumerate() {
        if game.turn() == person && !is_over() {
            let judgment = analyst.judge(&game, m)?;
            let most = worst.as_ref().map_or(0.0, |(loss, _)| *loss);
            if let Some(better) = judgment.better().filter(|_| judgment.loss > most) {
                let point = TurningPoint {
                    ply,
                    played: *m,
                    score: judgment.score,
                    better: better.clone(),
                };
                worst = Some((judgment.loss, point));
            }
        }
        game.play_legal(m);
    }
    Ok(worst.map(|(_, point)| point))
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;

    #[test]
    fn the_move_that_costs_most_is_found() {
        let start = AnyPosition::parse_fen(Variant::Czech, "W:Wa3,h2,g1,e1:Bc5,d8,f8").unwrap();
        let mut game = AnyGame::new(start);
        let texts = ["e1-d2", "f8-e7", "a3-b4", "c5xa3", "g1-f2"];
        let moves: Vec<AnyMove> = texts.map(|text| game.play_text(text).unwrap()).into();
        let found = |person, is_over| turning_point(&start, &moves, person, || is_over).unwrap();
        let point = found(Color::White, false).unwrap();
        assert_eq!((point.ply, point.played), (2, moves[2]));
        assert!(point.better.score > point.score);
        assert_ne!(point.better.moves[0], moves[2]);
        assert!(found(Color::Black, false).is_none());
        assert!(found(Color::White, true).is_none());
    }
}

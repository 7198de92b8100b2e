//! Whole games. Begin with [`judge_game`].

use super::{Analyst, Judgment};
use kamen_book::Book;
use kamen_core::game::{AnyGame, AnyMove, AnyPosition};
use kamen_search::{Engine, EngineError, Limits, share};

/// Plies that one engine judges after one another; it then knows what it found a ply before.
const BLOCK: usize = 4;

/// Judges the moves of a game, which must be legal, with several engines at the same time, each on a thread of its own.
/// Engines that are alike but for their tables ([`Engine::with_own_table`]) judge as one of them would alone, with limits of nodes or depth.
/// `judged` hears of each ply, in no order.
///
/// ```
/// use kamen_analysis::judge_game;
/// use kamen_core::{AnyGame, AnyPosition, Variant};
/// use kamen_search::{Engine, EngineError, Limits};
///
/// let start = AnyPosition::start(Variant::Czech);
/// let engine = Engine::new(Variant::Czech)?;
/// let engines = [engine.with_own_table()?, engine];
/// let moves = [AnyGame::start(Variant::Czech).position().legal_moves()[0]];
/// let judgments = judge_game(&engines, Limits::nodes(1000), None, start, &moves, &|| ())?;
/// println!("{}", judgments[0].score);
/// # Ok::<(), EngineError>(())
/// ```
///
/// # Errors
/// If the game is of another variant, or no thread can be started.
pub fn judge_game(
    engines: &[Engine],
    limits: Limits,
    book: Option<&Book>,
    start: AnyPosition,
    moves: &[AnyMove],
    judged: &(dyn Fn() + Sync),
) -> Result<Vec<Judgment>, EngineError> {
    let blocks: Vec<&[AnyMove]> = moves.chunks(BLOCK).collect();
    let judge = |engine: &Engine, number: usize| {
        let mut analyst = Analyst::new(engine, limits);
        analyst.book = book;
        // Nothing of other blocks may matter.
        engine.forget();
        let mut now = AnyGame::new(start);
        for m in &moves[..number * BLOCK] {
            now.play_legal(m);
        }
        let judge = |m: &AnyMove| {
            let judgment = analyst.judge(&now, m);
            now.play_legal(m);
            judged();
            judgment
        };
        blocks[number].iter().map(judge).collect()
    };
    let all: Option<Vec<Vec<Judgment>>> = share(engines, blocks.len(), &|| false, &judge)?;
    Ok(all.into_iter().flatten().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use kamen_core::rules::Variant;
    use kamen_eval::Choice;
    use std::num::NonZero;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn several_engines_judge_as_one() {
        for variant in [Variant::Czech, Variant::International, Variant::Losing] {
            let start = AnyPosition::start(variant);
            let mut game = AnyGame::new(start);
            let mut moves = Vec::new();
            for ply in 0..20 {
                let legal = game.position().legal_moves();
                let m = legal[ply * 7 % legal.len()];
                game.play_legal(&m);
                moves.push(m);
            }
            let engine = Engine::with(variant, &Choice::default(), 12).unwrap();
            let engines: Vec<Engine> = (0..3).map(|_| engine.with_own_table().unwrap()).collect();
            let limits = Limits {
                lines: NonZero::new(2).unwrap(),
                ..Limits::nodes(2000)
            };
            let heard = AtomicUsize::new(0);
            let hear = || _ = heard.fetch_add(1, Ordering::Relaxed);
            let judge = |engines| judge_game(engines, limits, None, start, &moves, &hear).unwrap();
            let alone = judge(&engines[..1]);
            assert_eq!(alone.len(), 20);
            assert_eq!(judge(&engines), alone, "{variant}");
            assert_eq!(judge(&engines[1..]), alone, "{variant}");
            assert_eq!(heard.into_inner(), 60);
            let played: Vec<AnyMove> = alone.iter().map(|judgment| judgment.played).collect();
            assert_eq!(played, moves);
        }
    }

    #[test]
    fn a_game_without_moves_has_no_judgments() {
        let start = AnyPosition::start(Variant::Czech);
        let engine = Engine::with(Variant::Czech, &Choice::default(), 4).unwrap();
        let none = judge_game(&[engine], Limits::nodes(10), None, start, &[], &|| ());
        assert_eq!(none.unwrap(), []);
    }
}

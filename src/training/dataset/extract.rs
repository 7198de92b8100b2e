//! The quiet positions of a game and their targets.

use super::{Sample, Samples, Target};
use crate::record::Record;
use kamen_core::board::Color;
use kamen_core::movegen::can_capture;
use kamen_core::rules::GameResult;
use kamen_core::rules::{Rules, VariantOf};

/// The quiet positions after the random plies at the start of a game: neither side can capture, and the search saw no
/// forced end. From the last to the first. Before a random move later in the game the target is what the search said.
pub(super) fn samples_of<R: Rules>(
    variant: VariantOf<R>,
    game: &Record,
    target: Target,
) -> Samples<R::Geometry> {
    let moments = game.replay(variant).collect::<Result<Vec<_>, _>>()?;
    let result = match game.result {
        GameResult::White => 1.0,
        GameResult::Draw => 0.5,
        GameResult::Black => 0.0,
    };
    let mut result = Some(result);
    let mut target_of_next = result.map(f64::from);
    let mut samples = Vec::new();
    for moment in moments[usize::from(game.random_plies)..].iter().rev() {
        let position = moment.position;
        let is_quiet = [Color::White, Color::Black]
            .iter()
            .all(|&color| !can_capture::<R>(&position.board, color));
        if moment.is_random {
            (result, target_of_next) = (None, None);
        }
        let Some(score) = moment.score else {
            continue;
        };
        let chance = match position.turn {
            Color::White => target.chance(score),
            Color::Black => 1.0 - target.chance(score),
        };
        let target_here = target_of_next.unwrap_or(chance);
        if is_quiet && !score.is_decided() {
            samples.push(Sample {
                board: position.board,
                turn: position.turn,
                target: target_here as f32,
                result,
            });
        }
        target_of_next = Some((1.0 - target.lambda) * chance + target.lambda * target_here);
    }
    Ok(samples)
}
